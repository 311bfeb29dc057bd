import { expect } from 'chai';
import { judgeChats, slowOf } from '../../scripts/cluster/judge.ts';
import { storyOf } from '../../scripts/cluster/stories.ts';
import { silencesOf } from '../../scripts/cluster/timeline.ts';
import type { SandboxState } from '../../scripts/desk/sandboxClient.ts';
import { CHANNEL, EDITOR, OWNER } from '../support/people.ts';

const told = [
	{ story: storyOf(0), draftKey: 'p1', caption: 'A', startedAtMs: 0, tookMs: 1, helped: 0, deeds: [], resumedBy: [] },
	{ story: storyOf(4), draftKey: 'p2', caption: 'B', startedAtMs: 0, tookMs: 1, helped: 0, deeds: [], resumedBy: [] },
];
const state = (channel: readonly string[], owner = ['A', 'B'], editor = ['A', 'B']): SandboxState => ({
	chats: Object.entries({ [CHANNEL]: channel, [OWNER]: owner, [EDITOR]: editor }).map(([id, captions]) => ({
		id: Number(id),
		messages: captions.map((caption, at) => ({ message_id: at + 1, date: 1, caption })),
	})),
	updates_pending: 0,
	calls: [],
});

describe('What the drill looks for in the chats', () => {
	it('is content with each published post once and each preview once', () => {
		expect(judgeChats(told, state(['A']))).to.deep.equal([]);
	});

	it('lets a draft be shown again to the person who pressed Resume', () => {
		const resumed = told.map((each) => ({ ...each, resumedBy: [OWNER] }));
		expect(judgeChats(resumed, state(['A'], ['A', 'A', 'B']))).to.deep.equal([]);
		expect(judgeChats(resumed, state(['A'], ['A', 'A', 'B'], ['A', 'A', 'B']))).to.deep.equal([`${EDITOR} has 2 previews of story 0`]);
	});

	it('names a post that came twice, is missing or was not wanted, and copies that are missing or too many', () => {
		expect(judgeChats(told, state(['A', 'A']))).to.deep.equal(['story 0 is 2 times in the channel']);
		expect(judgeChats(told, state([]))).to.deep.equal(['story 0 is 0 times in the channel']);
		expect(judgeChats(told, state(['A', 'B']))).to.deep.equal(['story 4 is 1 times in the channel']);
		expect(judgeChats(told, state(['A', 'C']))).to.deep.equal(['the channel has a post that no story ends with: C']);
		expect(judgeChats(told, state(['A'], ['A'], ['A', 'B', 'B']))).to.deep.equal([
			`${OWNER} has 0 previews of story 4`,
			`${EDITOR} has 2 previews of story 4`,
		]);
	});
});

describe('What the drill says of the time that a story takes', () => {
	const START = 1_000_000;
	const asked = (tookMs: number, paid: readonly (readonly [number, number | null])[] = [], kills: readonly number[] = [], of = 'p1') =>
		slowOf(
			[{ ...(told[0] as (typeof told)[number]), startedAtMs: START, tookMs }],
			paid.map(([from, until]) => ({ draft_key: of, at_ms: START + from, until_ms: until === null ? null : START + until })),
			kills.map((at) => ({ atMs: START + at, backMs: 2_000 })),
		).map(({ besideMs }) => besideMs);

	it('is content with a minute beside the AI, which may itself take long', () => {
		expect(asked(60_000)).to.deep.equal([]);
		const [text, pictureMeanwhile] = [[5_000, 145_000] as const, [20_000, 150_000] as const];
		expect(asked(200_000, [text, pictureMeanwhile])).to.deep.equal([]);
	});

	it('names a story that waited for a lease', () => {
		expect(asked(61_000)).to.deep.equal([61_000]);
		expect(asked(620_000, [[5_000, null]]), 'of a call that never ended').to.deep.equal([425_000]);
		expect(asked(70_000, [[0, 70_000]], [], 'p2'), 'the call of another draft').to.deep.equal([70_000]);
	});

	it('gives a minute more to a story that met two kills, and no more to one that met ten or one', () => {
		expect(asked(110_000, [], [1_000, 50_000])).to.deep.equal([]);
		expect(
			asked(
				121_000,
				[],
				[0, 10, 20, 30, 40].map((at) => at * 1_000),
			),
		).to.deep.equal([121_000]);
		expect(asked(61_000, [], [1_000, -5_000, 90_000])).to.deep.equal([61_000]);
	});

	it('names what a slow story waited between', () => {
		const moments = [0, 1_000, 7_000, 100_000].map((atMs) => ({ atMs: 5_000 + atMs, what: `deed ${atMs}` }));
		expect(silencesOf(moments, 5_000)).to.deep.equal([
			'93.0 s between deed 7000 at 7.0 s and deed 100000',
			'6.0 s between deed 1000 at 1.0 s and deed 7000',
		]);
	});
});
