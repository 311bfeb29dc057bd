import { expect } from 'chai';
import { isRefusal } from '@copydesk/domain/material/judgement';
import { isPastDeleting, judgeAnew, judgeLeaving, refusalOfPost } from '@copydesk/domain/material/post';
import { judgeReturn, judgeRevision } from '@copydesk/domain/material/version';
import { aPublished, aReady, by, editor } from '../../support/materials.ts';

const answer = by(editor, { words: { kind: 'reply', draft_key: 'p1', version: 1, text: 'Sundays' } });
const revise = (old = aPublished(), latest?: Parameters<typeof judgeRevision>[6], deciding = answer) =>
	judgeRevision(old, deciding, 100, { body: 'We open on Sundays.' }, { cover: true }, null, latest);

describe('A post in the channel', () => {
	it('is corrected by an answer about it: the published version stays, the next one names it', () => {
		const made = revise();
		expect(isRefusal(made)).to.equal(false);
		expect(made).to.include({ closed: null });
		expect('next' in made && made.next).to.include({ version: 2, corrects: 1, state: 'text_preparing', cover_asset_id: 'c1' });
	});

	it('is not corrected without an answer, while another version is open, or when it is not there', () => {
		expect(revise(aPublished(), undefined, by(editor))).to.include({ refused: 'state_conflict' });
		expect(revise(aPublished(), aReady({ version: 2 }))).to.deep.include({ facts: { state: 'superseded', post: 'open' } });
		for (const [gone, post] of [
			[{ withdrawn_at_ms: 9, withdrawn_by_user_id: 1002 }, 'withdrawn'],
			[{ withdrawn_by_user_id: 1002 }, 'asked'],
			[{ published_message_id: 0 }, 'unnumbered'],
		] as const)
			expect(revise(aPublished(gone))).to.deep.include({ refused: 'transition_forbidden', facts: { post } });
	});

	it('is numbered on after a correction that was rejected', () => {
		const made = revise(aPublished(), { ...aReady({ version: 2 }), state: 'rejected' });
		expect('next' in made && made.next).to.include({ version: 3, corrects: 1 });
	});

	it('stays the post of every later version of its correction', () => {
		const correction = aReady({ version: 2, corrects: 1 });
		const words = by(editor, { press: { action: 'undo', draft_key: 'p1', version: 2, messageId: 72 } });
		const undone = judgeReturn({ ...correction, state: 'rejected', state_changed_at_ms: 99 }, correction, words, 100);
		expect('next' in undone && undone.next).to.include({ version: 3, corrects: 1 });
	});

	it('can be deleted for two days', () => {
		expect([isPastDeleting(0, 172_799_999), isPastDeleting(0, 172_800_000)]).to.deep.equal([false, true]);
		expect(refusalOfPost(aPublished())).to.equal(undefined);
	});

	it('that is gone leaves its correction to become a post of its own, or nothing', () => {
		expect(judgeAnew(aReady({ corrects: 1 }))).to.include({ state: 'ready', corrects: null });
		expect(judgeLeaving(aReady({ corrects: 1 }))).to.deep.include({ detail: { left: true } });
		for (const judge of [judgeAnew, judgeLeaving]) expect(judge(aReady())).to.include({ refused: 'state_conflict' });
	});
});
