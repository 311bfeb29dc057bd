/** What readers thought of a post: the counts of its reactions, as the messenger tells them. */
import { expect } from 'chai';
import { reactionsOf } from '@copydesk/collaboration/posts/reactions';
import { CHANNEL, OWNER, newUpdateId, postEvent, problem, ready, stateOf, textUpdate } from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk } from '../../support/planned.ts';
import { publishFrom } from '../../support/posts.ts';

const order = { do: 'none', draft: 0, when: '', setting: 'none' };

describeOnEachEngine('Reactions to a post', (engine) => {
	let desk: TestDesk;
	let post: Ready;
	let messageId: number;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		post = await ready(desk);
		await publishFrom(desk, OWNER, post);
		messageId = Number((await stateOf(desk, post)).published_message_id);
	});
	afterEach(() => desk.close());

	const counted = (counts: Readonly<Record<string, number>>, { date = 100, chat = CHANNEL, message_id = messageId } = {}) => ({
		update_id: newUpdateId(),
		message_reaction_count: {
			...{ chat: { id: chat, type: 'channel', title: 'News' }, message_id, date },
			reactions: Object.entries(counts).map(([emoji, total_count]) => ({ type: { type: 'emoji', emoji }, total_count })),
		},
	});
	const stored = async () => {
		const row = (await reactionsOf(desk.service.db, [messageId])).get(messageId);
		return row === undefined ? null : (JSON.parse(row.counts) as unknown);
	};
	const events = async () => Number((await desk.service.db.query('select count(*) as n from event'))[0]?.['n']);

	it('are stored as they were counted last, whatever order the updates come in, and are no event', async () => {
		const before = await events();
		for (const update of [counted({ '❤': 1, '👍': 12 }, { date: 200 }), counted({ '👍': 3 }, { date: 100 })])
			expect((await postEvent(desk, update)).admitted).to.equal(false);
		expect(await stored()).to.deep.equal([
			{ reaction: '👍', count: 12 },
			{ reaction: '❤', count: 1 },
		]);
		await postEvent(desk, counted({}, { date: 300 }));
		expect(await stored(), 'taken back').to.equal(null);
		expect(await events()).to.equal(before);
	});

	it('are stored of our posts in our channel alone', async () => {
		await postEvent(desk, counted({ '👍': 5 }, { message_id: 9_999 }));
		await postEvent(desk, counted({ '👍': 5 }, { chat: -1_009 }));
		expect(await desk.service.db.query('select * from reaction')).to.deep.equal([]);
	});

	it('are told with the posts of a time that a question names', async () => {
		await postEvent(desk, counted({ '👍': 12 }));
		const asks = async (text: string, about: string) => {
			const update = textUpdate(OWNER, text);
			const { _svc } = await postEvent(desk, update, { can_brief: true });
			await desk.post('/authorize', { _svc, purpose: 'brief', target: 'ai' });
			const brief = { kind: 'question', posts: [], change: 0, order, topic: 'history', about };
			return (await desk.post('/brief', { _svc, brief })).body.intent.text as string;
		};
		expect(await asks('what did we post this week?', 'this week'))
			.to.include('Open on Saturdays')
			.and.include('👍 12');
		expect(await asks('what did we post last week?', 'last week')).to.equal('I know no such post in the channel.');
		desk.clock.nowMs += 7 * 86_400_000;
		expect(await asks('what did we post last week?', '')).to.include('Open on Saturdays');
	});
});

describeOnEachEngine('Reactions where the service takes the updates itself', (engine) => {
	it('are believed of the messenger alone', async () => {
		const desk = await openPlanningDesk({ engine, updates: 'polling' });
		try {
			const forged = { update_id: newUpdateId(), message_reaction_count: { chat: { id: CHANNEL }, message_id: 5, date: 1, reactions: [] } };
			const answer = await desk.post('/event', { update: forged, execution_id: '1' });
			expect(problem(answer)).to.deep.equal([403, 'update_unknown']);
		} finally {
			await desk.close();
		}
	});
});
