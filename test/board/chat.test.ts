import { expect } from 'chai';
import { readCommand } from '../../domain/desk/command.ts';
import { askedBy } from '../../domain/desk/sender.ts';
import { readUpdate } from '../../domain/event/update.ts';
import { EDITOR, openDesk } from '../support/collaboration.ts';
import { openBoard } from '../support/board.ts';
import { describeOnEachEngine } from '../support/databases.ts';
import { until } from '../support/until.ts';

const message = (update_id: number, text: string, from = EDITOR) => ({
	update_id,
	message: {
		message_id: update_id,
		date: 1_800_000_000,
		text,
		from: { id: from, is_bot: false, first_name: 'E' },
		chat: { id: from, type: 'private' },
	},
});

describeOnEachEngine('/board in the chat', (engine) => {
	const texts = (calls: readonly { readonly method: string; readonly fields: Readonly<Record<string, unknown>> }[]) =>
		calls.filter(({ method, fields }) => method === 'sendMessage' && fields['chat_id'] === EDITOR).map(({ fields }) => fields);

	it('is answered by the service with a link that lets this person in, and n8n gets no key', async () => {
		const desk = await openDesk({ engine, board: 'http://127.0.0.1:8094' });
		const board = await openBoard(desk);
		try {
			const answer = await desk.post('/event', { update: message(1, '/board'), execution_id: 'x1' });
			expect([answer.body.admitted, answer.body.intent]).to.deep.equal([true, { kind: 'ignored' }]);
			await until(async () => texts(desk.messenger.calls).length === 1);
			const [sent] = texts(desk.messenger.calls);
			expect(sent?.['link_preview_options']).to.deep.equal({ is_disabled: true });
			const key = /http:\/\/127\.0\.0\.1:8094\/enter\/([\w-]{43})/.exec(String(sent?.['text']))?.[1] ?? '';
			const cookie = board.cookieOf(await board.enter(key));
			expect((await board.ask('/', { cookie })).text).to.include('Egor Editor');
			await desk.post('/event', { update: message(1, '/board'), execution_id: 'x2' });
			expect(texts(desk.messenger.calls), 'the same update again').to.have.length(1);
			expect(JSON.stringify(await desk.service.db.query('select * from event')), 'what the desk keeps').not.to.include(key);
		} finally {
			await board.close();
			await desk.close();
		}
	});

	it('has buttons where the address is one of https: inside the messenger, and in the browser', async () => {
		const desk = await openDesk({ engine, board: 'https://desk.example.org' });
		try {
			await desk.post('/event', { update: message(1, '/board'), execution_id: 'x1' });
			await until(async () => texts(desk.messenger.calls).length === 1);
			const [sent] = texts(desk.messenger.calls);
			const rows = (sent?.['reply_markup'] as { readonly inline_keyboard: readonly (readonly Readonly<Record<string, unknown>>[])[] })
				.inline_keyboard;
			expect(rows[0]?.[0]?.['web_app']).to.deep.equal({ url: 'https://desk.example.org/app' });
			expect(rows[1]?.[0]?.['url']).to.match(/^https:\/\/desk\.example\.org\/enter\/[\w-]{43}$/);
			expect(sent?.['text']).not.to.include('/enter/');
		} finally {
			await desk.close();
		}
	});

	it('says how to get a board where there is none', async () => {
		const desk = await openDesk({ engine });
		try {
			const { body } = await desk.post('/event', { update: message(1, '/board'), execution_id: 'x1' });
			expect([body.intent.kind, body.intent.text]).to.deep.equal([
				'usage',
				'This desk has no board. The operator turns it on with COLLAB_BOARD.',
			]);
		} finally {
			await desk.close();
		}
	});
});

describe('A link of the board into the chat', () => {
	it('shows the draft whose number is behind /start', () => {
		expect(readCommand('/start 12')).to.deep.equal({ kind: 'command', name: 'draft', args: { draft_id: '12', version: null } });
		for (const other of ['/start', '/start x', '/start 0', '/start 12 3', '/start -1', '/start p1'])
			expect(readCommand(other), other).to.deep.equal({ kind: 'start' });
	});

	it('tells a stranger no more than /start does', () => {
		const incoming = readUpdate(message(1, '/start 12', 4_711));
		expect(askedBy(incoming, 'unknown_sender', null)).to.deep.equal({ kind: 'start' });
		expect(askedBy(readUpdate(message(1, '/draft 12', 4_711)), 'unknown_sender', null)).to.deep.equal({ kind: 'ignored' });
	});
});
