/**
 * A post that goes out at a time, on real n8n and a moved clock. A day of it with deaths of the service, a race and a person who is
 * disabled: test/start/later.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
/** More than a round of upkeep. */
const SECONDS_BEFORE_MS = 8_000;

describe('A planned post on real n8n', function () {
	this.timeout(420_000);
	let desk: Desk;
	let people: People;
	let sandbox: SandboxClient;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
		sandbox = new SandboxClient(desk.urls.sandbox);
	});

	/** A post that both have before them, and what people do about its time. */
	async function previewOf(request: string) {
		const known = new Set((await people.messages(OWNER)).map(({ message_id }) => message_id));
		await people.send(OWNER, request);
		const preview = await people.see(OWNER, 'a preview', (message) => isPreview(message) && !known.has(message.message_id), 120_000);
		const draftKey = (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';
		// Who presses before the draft is finished is asked to press again.
		await until(
			async () => (await read(desk, `select state from material where draft_key = '${draftKey}'`))[0]?.['state'] === 'ready',
			200,
		);
		const looks = ({ caption, photo }: SeenMessage) => `${caption ?? ''} ${photo?.at(-1)?.file_unique_id ?? ''}`;
		const answered = new Set<number>();
		const copyOf = (chat: number, action: string) =>
			people.see(
				chat,
				`a copy with ${action}`,
				(message) => message.caption === preview.caption && buttonOf(message, action) !== undefined,
			);
		const isOut = (message: SeenMessage) => looks(message) === looks(preview);
		return {
			draftKey,
			copyOf,
			isOut,
			planned: () => read(desk, `select state, at_ms from plan where draft_key = '${draftKey}' order by made_at_ms, plan_key`),
			inChannel: async () => (await people.messages(CHANNEL)).filter(isOut).length,
			version: () => read(desk, `select state, claimed_by_user_id from material where draft_key = '${draftKey}'`),
			async asked(chat: number, answer: string) {
				await people.press(chat, await copyOf(chat, 'later'), 'later');
				await people.press(chat, await copyOf(chat, 'other_time'), 'other_time');
				const isQuestion = ({ message_id, text = '' }: SeenMessage) =>
					message_id > preview.message_id && /^When should “.+” \(\d+\) go out/.test(text) && !answered.has(message_id);
				const question = await people.see(chat, 'the question', isQuestion);
				answered.add(question.message_id);
				await people.send(chat, answer, question.message_id);
			},
		};
	}

	it('is planned, moved, taken off, planned again, and in the channel once, at its time', async () => {
		const { copyOf, asked, planned, ...post } = await previewOf(
			'/post The harbour bath opens on 3 June with two new saunas. Entry costs 6 euros.',
		);
		await asked(OWNER, 'in 2 hours');
		await people.press(EDITOR, await copyOf(EDITOR, 'take_off'), 'later');
		await people.press(EDITOR, await copyOf(EDITOR, 'at'), 'at');
		// Two people's presses are carried out side by side.
		await people.see(OWNER, 'that it is moved', ({ text = '' }) => / moved “The harbour bath.*” \(\d+\) to /.test(text));
		await people.press(OWNER, await copyOf(OWNER, 'take_off'), 'take_off');
		await people.see(EDITOR, 'that it is taken off', (message) =>
			/ took “.+” \(\d+\) off: it does not go out on .+ and waits for a decision\./.test(message.text ?? ''),
		);
		await copyOf(OWNER, 'publish');
		await settled(desk, people);
		expect((await planned()).map(({ state }) => state)).to.deep.equal(['moved', 'taken_off']);
		expect(await post.inChannel()).to.equal(0);

		await asked(EDITOR, 'in 40 minutes');
		await copyOf(OWNER, 'publish_now');
		const goesOutMs = Number((await planned()).at(-1)?.['at_ms']);
		await sandbox.moveClock(goesOutMs - SECONDS_BEFORE_MS - (await sandbox.deskTime()));
		await sleep(SECONDS_BEFORE_MS / 2);
		expect(await post.inChannel()).to.equal(0);
		await people.see(CHANNEL, 'the post', post.isOut);
		expect((await sandbox.deskTime()) - goesOutMs).to.be.within(0, 30_000);
		await settled(desk, people);
		expect(await post.inChannel()).to.equal(1);
		expect(await post.version()).to.deep.equal([{ state: 'published', claimed_by_user_id: EDITOR }]);
	});

	it('goes out once, as it was approved, when n8n and the service were dead at its time', async () => {
		const { copyOf, asked, planned, ...post } = await previewOf('/post The ice rink opens on 4 December with 300 pairs of skates.');
		await asked(EDITOR, 'in 40 minutes');
		await copyOf(OWNER, 'publish_now');
		await settled(desk, people);
		await Promise.all([desk.kill('n8n', 'SIGKILL'), desk.kill('collaboration', 'SIGKILL')]);
		await sandbox.moveClock(43 * MINUTE_MS);
		expect(await post.inChannel()).to.equal(0);
		await people.see(CHANNEL, 'the post', post.isOut, 3 * MINUTE_MS);
		await desk.whole();
		await settled(desk, people);
		expect(await post.inChannel()).to.equal(1);
		expect((await planned()).map(({ state }) => state)).to.deep.equal(['fired']);
		expect(await post.version()).to.deep.equal([{ state: 'published', claimed_by_user_id: EDITOR }]);
	});
});
