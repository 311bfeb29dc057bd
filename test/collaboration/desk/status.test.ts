import { expect } from 'chai';
import { messagesIn } from '@copydesk/domain/messages/languages';
import { statusText } from '@copydesk/collaboration/desk/status';
import type { DeskStatus } from '@copydesk/collaboration/desk/status';
import { OWNER, begin, newExecutionId, openDesk, textUpdate } from '../../support/collaboration.ts';

const material = (index: number) => ({
	draft_key: `${index}${'k'.repeat(38)}`,
	version: 1_000_000,
	state: 'claimed' as const,
	title: '“'.repeat(70),
	error_code: 'e'.repeat(64),
	state_changed_at: 0,
});
const status = (shown: number, open: number): DeskStatus => ({
	participants: [{ user_id: 2, role: 'editor' as const, active: true, display_name: 'Egor', reachable: 'kicked' }],
	channel: { chat_id: -1, reachable: 'left' },
	materials: Array.from({ length: shown }, (_, index) => material(index + 10)),
	open_materials: open,
	unknown_deliveries: [{ delivery_id: 'd', purpose: 'publish', entity_key: 'k', recipient_user_id: 0, changed_at: 0 }],
	events: { waiting: 0, interrupted: 1, abandoned: 0, failed: 0 },
	sending: 0,
});

describe('What /status says', () => {
	it('fits into one message by leaving out whole drafts and saying how many, never what needs somebody', () => {
		const text = statusText(messagesIn('en'), status(20, 33));
		expect(text.length).to.be.within(3_500, 4_096);
		const drafts = text.split('\n').filter((line) => line.startsWith('• '));
		for (const line of drafts) expect(line.endsWith(`To try again: /resume ${line.slice(2, 42)}`.trimEnd()), line).to.equal(true);
		expect(text).to.include(`… and ${33 - drafts.length} more drafts`);
		for (const needed of [
			'The messenger did not confirm 1 message.',
			'1 request was interrupted.',
			'Egor has blocked the bot',
			'I cannot post to the channel.',
		])
			expect(text).to.include(needed);
	});

	it('leaves nothing out of what fits', () => {
		const text = statusText(messagesIn('en'), status(3, 3));
		expect(text.split('\n').filter((line) => line.startsWith('• '))).to.have.length(3);
		expect(text).to.not.include('more');
	});

	it('is answered to /draft and /resume alone too, with how the command is written', async () => {
		const desk = await openDesk();
		try {
			const answer = async (text: string) =>
				(await desk.post('/event', { update: textUpdate(OWNER, text), execution_id: newExecutionId() })).body.intent;
			expect(await answer('/resume')).to.deep.equal({
				kind: 'usage',
				text: 'Nothing is in work.\n\n' + messagesIn('en').usages.resume,
			});
			const { body } = await desk.post('/materials/create', { _svc: (await begin(desk, OWNER))._svc, content: {} });
			const line = `• ${body.material.draft_key} · v1: the text is being written.`;
			for (const command of ['draft', 'resume'] as const)
				expect((await answer(`/${command}`)).text).to.equal(`In work:\n${line}\n\n${messagesIn('en').usages[command]}`);
		} finally {
			await desk.close();
		}
	});

	it('counts the drafts that it does not show', async () => {
		const desk = await openDesk();
		try {
			for (let draft = 0; draft < 22; draft += 1)
				await desk.post('/materials/create', { _svc: (await begin(desk, OWNER))._svc, content: {} });
			const { body } = await desk.post('/event', { update: textUpdate(OWNER, '/status'), execution_id: newExecutionId() });
			expect(body.intent.text.split('\n').filter((line: string) => line.startsWith('• '))).to.have.length(20);
			expect(body.intent.text).to.include('… and 2 more drafts');
		} finally {
			await desk.close();
		}
	});
});
