import { expect } from 'chai';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { readStatus, statusText, type DeskStatus } from '@copydesk/collaboration/desk/status';
import { openParticipants } from '@copydesk/collaboration/participants/participants';
import { textOf } from '../../../scripts/operator/actions/status.ts';
import { OWNER, begin, newExecutionId, openDesk, postEvent, pressUpdate, prepared, textUpdate } from '../../support/collaboration.ts';

const material = (index: number) => ({
	draft_key: `${index}${'k'.repeat(38)}`,
	version: 1_000_000,
	number: index,
	request: 'r'.repeat(4_000),
	state: 'claimed' as const,
	title: '“'.repeat(70),
	error_code: 'e'.repeat(64),
	state_changed_at: 0,
	plan: null,
	goes_out_at: null,
	brief: null,
	unconfirmed: true,
});
const status = (shown: number, open: number): DeskStatus => ({
	participants: [{ user_id: 2, role: 'editor' as const, active: true, display_name: 'Egor', reachable: 'kicked', untold: 2 }],
	channel: { chat_id: -1, reachable: 'left' },
	materials: Array.from({ length: shown }, (_, index) => material(index + 10)),
	open_materials: open,
	unknown_deliveries: [{ delivery_id: 'd', purpose: 'publish', entity_key: 'k', recipient_user_id: 0, changed_at: 0 }],
	unconfirmed: 23,
	unconfirmed_texts: 4,
	events: { waiting: 0, interrupted: 1, abandoned: 0, failed: 0 },
	paid_last_day: 0,
	spend_last_month: { requests: 0, unknown: 0, cost: null, currency: null },
	strangers: { people: 0, updates: 0 },
	planned: 0,
	waits: { count: 2, why: 'person', until: Date.UTC(2027, 0, 1, 17, 2) },
	sending: 0,
});
const CLOCK = { nowMs: () => Date.UTC(2027, 0, 1, 16, 30), timeZone: 'Europe/Berlin' };

describe('What /status says', () => {
	it('fits into one message by leaving out whole drafts and saying how many, never what needs somebody', () => {
		const text = statusText(messagesIn('en'), status(20, 33), CLOCK);
		expect(text.length).to.be.within(3_500, 4_096);
		const drafts = text.split('\n').filter((line) => line.startsWith('• '));
		for (const line of drafts) expect(line.endsWith(`See /draft ${/\((\d+)\)/.exec(line)?.[1]}`), line).to.equal(true);
		expect(text).to.include(`… and ${33 - drafts.length} more drafts`);
		for (const needed of [
			'Telegram did not confirm 23 messages.',
			'1 request was interrupted.',
			'Egor has blocked the bot',
			'2 messages of the last days did not reach Egor.',
			'I cannot post to the channel.',
		])
			expect(text).to.include(needed);
	});

	it('counts what it does not list, for the operator too', async () => {
		const facts = status(20, 33);
		const text = textOf(facts);
		expect(text).to.include('  … and 13 more\nNot confirmed by the messenger\n').and.to.include('  … and 22 more\n');
		expect(text).to.include('has blocked the bot — not told: 2');
		expect(text).to.include('Unconfirmed texts and notices: 4; they need no decision');
		const whole = textOf({ ...facts, open_materials: 20, unconfirmed: 1, unconfirmed_texts: 0 });
		expect(whole).to.not.include('more').and.to.not.include('either');
	});

	it('forgets after a week what did not come to a good end', async () => {
		const desk = await openDesk();
		try {
			const execution_id = newExecutionId();
			await desk.post('/event', { update: textUpdate(OWNER, '/help'), execution_id });
			await desk.post('/execution-failure', { execution_id, workflow_id: 'cd-main', node_name: 'Admit', error_class: 'NodeApiError' });
			const participants = openParticipants(desk.database.participantsUrl);
			const failedAt = async (nowMs: number) => (await readStatus(desk.service.db, participants, 0, nowMs)).events.failed;
			const week = 7 * 86_400_000;
			expect([await failedAt(desk.clock.nowMs), await failedAt(desk.clock.nowMs + week)]).to.deep.equal([1, 0]);
			await participants.close();
		} finally {
			await desk.close();
		}
	});

	it('counts unconfirmed messages, and apart from them those that need no decision', async () => {
		const desk = await openDesk();
		try {
			const { _svc, draft_key, version } = await prepared(desk, OWNER);
			desk.messenger.rule(() => 'lost_after');
			const send = (entity_key: string, more: object) => desk.post('/messenger', { _svc, purpose: 'test', entity_key, ...more });
			await send('one', { operation: 'preview', draft_key, version, recipient_user_id: OWNER });
			for (const key of ['two', 'three']) await send(key, { operation: 'status', text: 'x' });
			desk.messenger.rule(undefined);
			const participants = openParticipants(desk.database.participantsUrl);
			const known = await readStatus(desk.service.db, participants, 0, desk.clock.nowMs);
			await participants.close();
			expect([known.unknown_deliveries.length, known.unconfirmed, known.unconfirmed_texts]).to.deep.equal([1, 1, 2]);
		} finally {
			await desk.close();
		}
	});

	it('leaves nothing out of what fits', () => {
		const text = statusText(messagesIn('en'), status(3, 3), CLOCK);
		expect(text.split('\n').filter((line) => line.startsWith('• '))).to.have.length(3);
		expect(text).to.not.include('more');
		expect(text).to.include('The limit for this hour is reached. 2 requests wait: I’ll continue the first at 18:02.');
	});

	it('is answered to /draft alone too, with how the command is written; /resume alone says what was interrupted', async () => {
		const desk = await openDesk();
		try {
			const answer = async (text: string) => (await postEvent(desk, textUpdate(OWNER, text))).intent;
			expect(await answer('/resume')).to.deep.equal({ kind: 'usage', text: 'Nothing was interrupted.' });
			await desk.post('/materials/create', { _svc: (await begin(desk, OWNER))._svc, content: {} });
			const line = '• draft 1 is being written.';
			expect((await answer('/draft')).text).to.equal(`In progress:\n${line}\n\n${messagesIn('en').usages.draft}`);
			expect((await answer('/resume')).text, 'what was interrupted, and nothing else').to.equal('Nothing was interrupted.');
		} finally {
			await desk.close();
		}
	});

	it('counts the drafts that it does not show', async () => {
		const desk = await openDesk();
		try {
			for (let draft = 0; draft < 22; draft += 1)
				await desk.post('/materials/create', { _svc: (await begin(desk, OWNER))._svc, content: {} });
			const body = await postEvent(desk, textUpdate(OWNER, '/status'));
			const linesOf = ({ intent }: typeof body): string[] => intent.text.split('\n').filter((line: string) => line.startsWith('• '));
			expect(linesOf(body)).to.have.length(7);
			expect(body.intent.text).to.include('… and 15 more drafts');
			expect(body.intent.buttons.at(-1)).to.deep.equal([{ action: 'page', draft_key: 'status', version: 2 }]);
			const second = await postEvent(desk, pressUpdate(OWNER, 77, 'cd1|page|status|2'));
			const third = await postEvent(desk, pressUpdate(OWNER, 77, 'cd1|page|status|3'));
			expect(new Set([body, second, third].flatMap(linesOf)).size, 'each page has others').to.equal(20);
			expect(third.intent.text).to.include('… and 2 more drafts');
			expect(JSON.stringify(third.intent.buttons)).to.not.include('page');
		} finally {
			await desk.close();
		}
	});
});
