import { expect } from 'chai';
import { judgeChats } from '../../scripts/cluster/judge.ts';
import { storyOf } from '../../scripts/cluster/stories.ts';
import type { SandboxState } from '../../scripts/desk/sandboxClient.ts';
import { CHANNEL, EDITOR, OWNER } from '../support/people.ts';

const told = [
	{ story: storyOf(0), draftKey: 'p1', caption: 'A', tookMs: 1, helped: 0, resumedBy: [] },
	{ story: storyOf(4), draftKey: 'p2', caption: 'B', tookMs: 1, helped: 0, resumedBy: [] },
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

	it('lets a draft be shown again to whoever pressed Resume', () => {
		const resumed = told.map((each) => ({ ...each, resumedBy: [OWNER] }));
		expect(judgeChats(resumed, state(['A'], ['A', 'A', 'B']))).to.deep.equal([]);
		expect(judgeChats(resumed, state(['A'], ['A', 'A', 'B'], ['A', 'A', 'B']))).to.deep.equal([`${EDITOR} has 2 previews of story 0`]);
	});

	it('names a post that came twice, one that did not come, one that nobody wanted, and copies that are missing or too many', () => {
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
