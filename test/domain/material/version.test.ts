import { expect } from 'chai';
import type { Material } from '@copydesk/domain/material/material';
import { judgeResume, judgeRevision } from '@copydesk/domain/material/version';
import type { ResumeFacts, Reuse } from '@copydesk/domain/material/version';
import { aClaimed, aReady, aTextGenerating, aTextPreparing, anAwaitingFeedback, by, editor, owner } from '../../support/materials.ts';

describe('A revision', () => {
	const revise = (old: Material, content: Parameters<typeof judgeRevision>[3], reuse: Reuse = {}, person = editor) =>
		judgeRevision(old, by(person, { words: { kind: 'reply', draft_key: 'p1', version: old.version } }, 'u:20'), 90, content, reuse);
	const nextOf = (...asked: Parameters<typeof revise>) => {
		const answer = revise(...asked);
		if ('refused' in answer) throw new Error(answer.why);
		return answer.next;
	};

	it('keeps the title of a draft while another text is written, also that of a text that was too long', () => {
		expect(nextOf(aReady({ title: 'Open on Saturdays' }), { request: 'Make it short' })).to.include({
			title: 'Open on Saturdays',
			body: null,
		});
		const kept_text = { admission_id: 'a_1', title: 'Open', subtitle: '', body: 'Long.', category: '', image_prompt: '' };
		expect(nextOf(aReady({ title: null, kept_text }), { request: 'Make it short' })).to.include({ title: 'Open' });
	});

	it('closes the old version and opens the next one for the person who asked', () => {
		const answer = revise(aReady(), { body: 'New text' });
		expect(answer).to.have.nested.property('closed.next.state', 'superseded');
		expect(answer).to.have.property('next').that.includes({
			draft_key: 'p1',
			version: 2,
			seq: 1,
			state: 'text_preparing',
			event_key: 'u:20',
			created_by_user_id: 1002,
			owner_chat_id: 1001,
			created_at_ms: 90,
			caption: null,
			content_sha256: null,
			approval_message_id: null,
		});
	});

	it('keeps the text where a new one is given, and waits for one where none is', () => {
		expect(nextOf(aReady(), { body: 'New text' })).to.include({
			title: 'Open on Saturdays',
			subtitle: 'From May',
			body: 'New text',
			request: 'Saturdays',
		});
		expect(nextOf(aReady(), { request: 'shorter' })).to.include({
			state: 'text_generating',
			title: 'Open on Saturdays',
			body: null,
			request: 'shorter',
		});
	});

	it('reuses what it is told to: the illustration, or the finished cover with where it comes from', () => {
		expect(nextOf(aReady(), { body: 'x' })).to.include({ source_image_id: null, cover_asset_id: null, messenger_file_id: null });
		expect(nextOf(aReady(), { body: 'x' }, { source_image_id: true })).to.include({ source_image_id: 'i1', cover_asset_id: null });
		const cover = { source_image_id: 'i1', cover_asset_id: 'c1', messenger_file_id: 'f1', cover_origin_version: 1 };
		expect(nextOf(aReady(), { body: 'x' }, { cover: true })).to.include(cover);
		expect(nextOf(aReady({ version: 3, cover_origin_version: 1 }), { body: 'x' }, { cover: true })).to.include(cover);
	});

	it('is checked as it is told to, within the words that it is told', () => {
		const edit_scope = [{ field: 'body' as const, start: 0, end: 3 }];
		const old = aReady({ text_check: 'passed', edit_scope: [] });
		expect(nextOf(old, { body: 'x', text_check: 'needed', edit_scope })).to.deep.include({ text_check: 'needed', edit_scope });
		expect(nextOf(old, { body: 'x' }), 'told nothing').to.include({ text_check: null, edit_scope: null });
	});

	it('takes over a paid illustration that could not be stored yet, where it takes over the illustration', () => {
		const kept = aReady({ source_image_id: null, kept_admission_id: 'a_7' });
		expect(nextOf(kept, { body: 'x' }, { source_image_id: true })).to.include({ source_image_id: null, kept_admission_id: 'a_7' });
		expect(nextOf(kept, { body: 'x' }, { cover: true })).to.include({ kept_admission_id: 'a_7' });
		expect(nextOf(kept, { body: 'x' }), 'another picture is wanted').to.include({ kept_admission_id: null });
	});

	it('is of what people have before them, and of a session by its holder or the owner', () => {
		expect(revise(aTextPreparing(), { body: 'x' })).to.include({ refused: 'state_conflict' });
		expect(revise(aClaimed(), { body: 'x' })).to.include({ refused: 'state_conflict' });
		const session = anAwaitingFeedback({ feedback_actor_user_id: owner.userId });
		expect(revise(session, { body: 'x' })).to.include({ refused: 'session_held' });
		expect(nextOf(session, { body: 'x' }, {}, owner)).to.include({ version: 2 });
	});

	it('needs a version number that the renderer takes', () => {
		expect(revise(aReady({ version: 1_000_000 }), { body: 'x' })).to.include({ refused: 'not_ready' });
	});
});

describe('Going on after a failure of ours', () => {
	const FACTS: ResumeFacts = {
		eventKey: 'u:1',
		actorUserId: 1002,
		latestVersion: 1,
		wasDelivered: false,
		wasAdmitted: false,
		isUnderWay: false,
		errorClass: 'LocalParseError',
	};
	const resume = (found: Material, more: Partial<ResumeFacts> = {}) => {
		const answer = judgeResume(found, { ...FACTS, ...more });
		return 'refused' in answer ? answer.why : answer.next.state;
	};

	it('is for a first version of which nothing came, after a failure that was proven local', () => {
		expect(resume(aTextGenerating())).to.equal('text_preparing');
		expect(resume(aTextGenerating({ kind: 'news', facts: null, source_blocks: null }))).to.equal('text_preparing');
	});

	it('is refused for anything else, and says for what', () => {
		expect(resume(aTextGenerating(), { eventKey: 'u:2' })).to.equal('the event is another one');
		expect(resume(aTextGenerating(), { latestVersion: 2 })).to.equal('only a first and latest version is resumed');
		expect(resume(aTextGenerating({ version: 2 }))).to.equal('only a first and latest version is resumed');
		expect(resume(aTextGenerating(), { actorUserId: 1001 })).to.equal('the actor is another one');
		expect(resume(aTextPreparing())).to.equal('the state is text_preparing');
		for (const result of ['title', 'subtitle', 'body', 'category', 'image_prompt', 'caption', 'source_image_id', 'kept_admission_id'])
			expect(resume(aTextGenerating({ [result]: 'x' })), result).to.equal('there is a result already');
		expect(resume(aTextGenerating(), { wasDelivered: true })).to.equal('something was delivered already');
		expect(resume(aTextGenerating(), { isUnderWay: true })).to.equal('somebody works on it');
		for (const read of [{ source_blocks: [] }, { facts: [] }])
			expect(resume(aTextGenerating({ kind: 'news', facts: null, source_blocks: null, ...read }))).to.equal('there is a result already');
		expect(resume(aTextGenerating(), { wasAdmitted: true })).to.equal('an external request was admitted');
		expect(resume(aTextGenerating(), { errorClass: null })).to.equal('no failure is recorded');
		expect(resume(aTextGenerating(), { errorClass: 'Timeout' })).to.equal('Timeout is not a local parse failure');
	});
});
