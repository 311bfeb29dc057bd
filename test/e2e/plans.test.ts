/** A post that goes out at a time, on real n8n: planned, moved, taken off, and on time. */
import { expect } from 'chai';
import { sharedDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf } from '../support/people.ts';
import type { People, SeenMessage } from '../support/people.ts';

const MINUTE_MS = 60_000;

describe('A planned post on real n8n', function () {
	this.timeout(420_000);
	let desk: Desk;
	let people: People;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});

	it('is planned, moved, taken off, planned again, and in the channel once, at its time', async () => {
		const known = new Set((await people.messages(OWNER)).map(({ message_id }) => message_id));
		await people.send(OWNER, '/post The harbour bath opens on 3 June with two new saunas. Entry costs 6 euros.');
		const preview = await people.see(OWNER, 'a preview', (message) => isPreview(message) && !known.has(message.message_id), 120_000);
		const draftKey = (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';
		const copyOf = (chat: number, action: string) =>
			people.see(
				chat,
				`a copy with ${action}`,
				(message) => message.caption === preview.caption && buttonOf(message, action) !== undefined,
			);
		const planned = async () => read(desk, `select state, at_ms from plan where draft_key = '${draftKey}' order by made_at_ms, plan_key`);
		const asked = async (chat: number, answer: string) => {
			const copy = await copyOf(chat, 'later');
			await people.press(chat, copy, 'later');
			await people.press(chat, await copyOf(chat, 'other_time'), 'other_time');
			const isQuestion = (message: SeenMessage) => /^When should “.+” \(\d+\) go out/.test(message.text ?? '');
			const before = new Set<number>(answered);
			const question = await people.see(chat, 'the question', (message) => isQuestion(message) && !before.has(message.message_id));
			answered.add(question.message_id);
			await people.send(chat, answer, question.message_id);
		};
		const answered = new Set<number>();

		await asked(OWNER, 'in 2 hours');
		await people.press(EDITOR, await copyOf(EDITOR, 'take_off'), 'later');
		await people.press(EDITOR, await copyOf(EDITOR, 'at'), 'at');
		await people.press(OWNER, await copyOf(OWNER, 'take_off'), 'take_off');
		await people.see(EDITOR, 'that it is taken off', (message) => / took “.+” \(\d+\) off\./.test(message.text ?? ''));
		await copyOf(OWNER, 'publish');
		await settled(desk, people);
		expect((await planned()).map(({ state }) => state)).to.deep.equal(['moved', 'taken_off']);
		expect((await people.messages(CHANNEL)).filter(({ caption }) => caption === preview.caption)).to.deep.equal([]);

		await asked(EDITOR, 'in 1 minute');
		await copyOf(OWNER, 'publish_now');
		const goesOutMs = Number((await planned()).at(-1)?.['at_ms']);
		await people.see(CHANNEL, 'the post', (message) => message.caption === preview.caption, 3 * MINUTE_MS);
		const inMs = Date.now() - goesOutMs;
		expect(inMs).to.be.within(0, 30_000);
		await settled(desk, people);
		expect((await people.messages(CHANNEL)).filter(({ caption }) => caption === preview.caption)).to.have.length(1);
		expect(await read(desk, `select state, claimed_by_user_id from material where draft_key = '${draftKey}'`)).to.deep.equal([
			{ state: 'published', claimed_by_user_id: EDITOR },
		]);
	});
});
