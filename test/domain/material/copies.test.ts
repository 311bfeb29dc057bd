import { expect } from 'chai';
import { confirmCopy, judgePreview, judgePrompt, rememberPrompt } from '@copydesk/domain/material/copies';
import { aClaimed, aReady, aTextGenerating, aTextPreparing, anAwaitingFeedback, editor, owner } from '../../support/materials.ts';

describe('A preview', () => {
	it('is sent of what has caption and cover and is not decided about', () => {
		for (const found of [aTextPreparing(), aReady()]) expect(judgePreview(found)).to.have.property('content_sha256', 'h1');
		for (const found of [aTextGenerating(), anAwaitingFeedback(), aClaimed()])
			expect(judgePreview(found), found.state).to.have.property('refused', 'state_conflict');
		expect(judgePreview(aTextPreparing({ cover_asset_id: null, content_sha256: null }))).to.deep.include({
			refused: 'not_ready',
			fields: [{ path: 'cover_asset_id', message: 'Expected a recorded cover' }],
		});
	});

	it('that is confirmed first becomes the canonical one, and later ones leave it', () => {
		const copy = { message_id: 90, file_id: 'f9', content_sha256: 'h1' };
		const unseen = aTextPreparing({ approval_message_id: null, messenger_file_id: null });
		expect(confirmCopy(unseen, copy)).to.include({ approval_message_id: 90, messenger_file_id: 'f9' });
		expect(confirmCopy(aTextPreparing(), copy)).to.include({ approval_message_id: 71, messenger_file_id: 'f1' });
	});

	it('of other content, or under no message id, confirms nothing: no button of it can count', () => {
		const unseen = aTextPreparing({ approval_message_id: null });
		expect(confirmCopy(unseen, { message_id: 90, file_id: 'f9', content_sha256: 'h2' })).to.equal(unseen);
		expect(confirmCopy(unseen, { message_id: 0, file_id: 'f9', content_sha256: 'h1' })).to.equal(unseen);
	});
});

describe('The question for feedback', () => {
	it('goes to the one who gives it, while it is awaited', () => {
		expect(judgePrompt(anAwaitingFeedback(), { person: editor })).to.have.property('state', 'awaiting_feedback');
		expect(judgePrompt(anAwaitingFeedback(), { person: owner })).to.have.property('refused', 'session_held');
		expect(judgePrompt(aReady(), { person: editor })).to.have.property('refused', 'state_conflict');
	});

	it('is remembered for its own session alone', () => {
		expect(rememberPrompt(anAwaitingFeedback(), 1002, 95)).to.include({ feedback_prompt_message_id: 95 });
		const others = anAwaitingFeedback();
		expect(rememberPrompt(others, 1001, 95)).to.equal(others);
		const closed = aReady();
		expect(rememberPrompt(closed, 1002, 95)).to.equal(closed);
	});
});
