/** A post whose message id nobody knows: the desk says so, and learns it from the post itself. */
import { en } from '@copydesk/domain/messages/en';
import { expect } from 'chai';
import { postsNamed } from '../../../services/collaboration/src/posts/history.ts';
import { CHANNEL, EDITOR, OWNER, claim, openDesk, press, publish, ready, stateOf, textUpdate } from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { carryOut, saidTo } from '../../support/planned.ts';
import { until } from '../../support/until.ts';

describeOnEachEngine('A post whose message id is not known', (engine) => {
	let desk: TestDesk;
	let at: Ready;
	beforeEach(async () => {
		desk = await openDesk({ engine });
		at = await ready(desk);
		const event = await press(desk, EDITOR, at, 'publish');
		await claim(desk, event, at);
		desk.messenger.next('lost_after');
		expect((await publish(desk, event._svc, at)).body.delivery).to.include({ status: 'unknown' });
		await desk.service.tick();
		await press(desk, OWNER, at, 'there', 900);
		await desk.service.tick();
	});
	afterEach(() => desk.close());

	/** Somebody forwards a post of the channel to the bot. */
	async function forward(more: Readonly<Record<string, unknown>> = {}) {
		const post = desk.messenger.messages(CHANNEL)[0];
		const [shown] = await desk.service.db.query("select file_id, file_unique_id from delivery where operation = 'preview' limit 1");
		const update = textUpdate(EDITOR, '', {
			text: undefined,
			caption: post?.caption,
			photo: [{ ...shown, width: 1080, height: 1080 }],
			forward_origin: { type: 'channel', chat: { id: CHANNEL, type: 'channel' }, message_id: post?.messageId, date: 1 },
			...more,
		});
		await carryOut(desk, update);
		return saidTo(desk, EDITOR).at(-1);
	}
	const known = async () => (await stateOf(desk, at))['published_message_id'];

	it('is never said to be the newest one of the channel, and is asked for', async () => {
		for (const person of [OWNER, EDITOR])
			expect(saidTo(desk, person).at(-1)).to.equal(
				'✅ “Open on Saturdays” (1) is published.\n' +
					'I do not know which post of the channel it is. Forward it to me, and I can link, correct and take it down.',
			);
	});

	it('has no link in what the desk says of its posts', async () => {
		const where = { db: desk.service.db, channelId: CHANNEL, timeZone: 'UTC', nowMs: () => desk.clock.nowMs };
		expect(await postsNamed(where, en, { about: '', words: 'what did we post' })).to.equal(
			`${en.brief.posts}\n“Open on Saturdays” (1), published on 1 January`,
		);
	});

	it('is known once a person forwards it, and can be taken down', async () => {
		expect(await forward()).to.equal('Thank you. Now you can correct “Open on Saturdays” (1) or take it down.');
		const post = desk.messenger.messages(CHANNEL)[0];
		expect(await known()).to.equal(post?.messageId);
		const answer = desk.messenger.messages(EDITOR).at(-1);
		expect(answer?.buttons.map(({ text }) => text)).to.deep.equal(['Correct', 'Take down']);
		await press(desk, EDITOR, at, 'take_down', answer?.messageId);
		const asks = ({ buttons }: { buttons: readonly { callback_data?: string | undefined }[] }) =>
			buttons.some(({ callback_data }) => callback_data?.includes('take_down_yes'));
		const question = await until(() => desk.messenger.messages(EDITOR).find(asks));
		await press(desk, EDITOR, at, 'take_down_yes', question.messageId);
		await desk.service.tick();
		expect(desk.messenger.messages(CHANNEL)[0]?.deleted).to.equal(true);
	});

	it('is not taken for another post: not by another text, picture or channel, nor by the number of a known one', async () => {
		const another = 'This is another post. Forward “Open on Saturdays” (1).';
		expect(await forward({ caption: 'We open on Sundays.' })).to.equal(another);
		expect(await forward({ photo: [{ file_id: 'x', file_unique_id: 'x', width: 1, height: 1 }] })).to.equal(another);
		const elsewhere = { type: 'channel', chat: { id: CHANNEL - 1, type: 'channel' }, message_id: 1, date: 1 };
		expect(await forward({ forward_origin: elsewhere })).to.not.equal(another);
		expect(await known()).to.equal(0);
		await desk.service.db.query('update material set published_message_id = 1');
		expect(await forward(), 'nothing is looked for').to.not.equal(another);
	});
});
