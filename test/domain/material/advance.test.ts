import { expect } from 'chai';
import { judgeAdvance } from '@copydesk/domain/material/advance';
import type { AdvanceFacts } from '@copydesk/domain/material/advance';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Patch } from '@copydesk/domain/material/content';
import type { Material } from '@copydesk/domain/material/material';
import { aClaimed, aPublished, aReady, aTextPreparing, anAwaitingFeedback, by, editor } from '../../support/materials.ts';

const hashOf: AdvanceFacts['hashOf'] = ({ text, picture }) => `${text}|${picture}`;
const ask = (found: Material, to: MaterialState, more: Partial<AdvanceFacts> = {}) =>
	judgeAdvance(found, {
		...by(editor, {}, found.event_key),
		from: found.state,
		to,
		patch: {},
		cameFrom: 'none',
		isReadyByPress: false,
		hashOf,
		...more,
	});
const outcome = (answer: ReturnType<typeof ask>): string => ('refused' in answer ? answer.refused : answer.next.state);
const patched = (found: Material, patch: Patch) => {
	const answer = ask(found, found.state, { patch });
	if ('refused' in answer) throw new Error(answer.why);
	return answer.next;
};

describe('A step along the table', () => {
	it('never makes a claim: that is the press of a button', () => {
		expect(outcome(ask(aReady(), 'claimed'))).to.equal('transition_forbidden');
	});

	it('never ends a claim: only the outcome of the publication does', () => {
		expect(outcome(ask(aClaimed(), 'published'))).to.equal('not_ready');
		expect(outcome(ask(aClaimed(), 'ready'))).to.equal('not_ready');
	});

	it('says the state that is there to a caller that expects another one', () => {
		expect(ask(aReady(), 'text_preparing', { from: 'text_generating' })).to.deep.include({
			refused: 'state_conflict',
			facts: { state: 'ready', draft_key: 'p1', version: 1, claimed_by: null },
		});
	});

	it('may say again what the outcome of a publication did by itself', () => {
		const again = (found: Material, more: Partial<AdvanceFacts>) =>
			ask(found, found.state, { from: 'claimed', cameFrom: 'claimed', ...more });
		const published = aPublished();
		expect(again(published, {})).to.have.property('next', published);
		expect(outcome(again(aReady(), { cameFrom: 'text_preparing' }))).to.equal('state_conflict');
		expect(outcome(again(published, { patch: { title: 'x' } }))).to.equal('state_conflict');
	});
});

describe('Ready', () => {
	const missing = (more: Parameters<typeof aTextPreparing>[0], facts: Partial<AdvanceFacts> = {}) => {
		const answer = ask(aTextPreparing(more), 'ready', facts);
		return 'refused' in answer ? [answer.refused, ...(answer.fields ?? []).map(({ path }) => path)] : [answer.next.state];
	};

	it('is what has a caption, a cover and a confirmed copy of exactly this content', () => {
		expect(missing({})).to.deep.equal(['ready']);
		expect(missing({ caption: null, cover_asset_id: null, content_sha256: null })).to.deep.equal([
			'not_ready',
			'caption',
			'cover_asset_id',
		]);
		expect(missing({ approval_message_id: null })).to.deep.equal(['not_ready', 'approval_message_id']);
		expect(missing({ content_sha256: 'h2' })).to.deep.equal(['not_ready', 'approval_message_id']);
		expect(missing({ caption: 'c'.repeat(1025) })).to.deep.equal(['not_ready', 'caption']);
	});

	it('is judged by what the same step writes', () => {
		expect(missing({}, { patch: { caption: 'Another' } }), 'nobody has seen it').to.deep.equal(['not_ready', 'approval_message_id']);
	});
});

describe('What a step writes', () => {
	it('leaves what is absent, empties what is null, and says who did it last', () => {
		expect(patched(aTextPreparing(), { title: 'New', subtitle: null })).to.include({
			title: 'New',
			subtitle: null,
			body: 'We open.',
			operation_actor_user_id: 1002,
		});
	});

	it('is approved again when caption or cover are other ones; another cover is another picture at the messenger', () => {
		expect(patched(aTextPreparing(), { caption: 'Two \r\n' })).to.include({
			caption: 'Two',
			content_sha256: 'Two|c1',
			approval_message_id: null,
			messenger_file_id: 'f1',
		});
		expect(patched(aTextPreparing(), { cover_asset_id: 'c2' })).to.include({
			content_sha256: 'We open.|c2',
			approval_message_id: null,
			messenger_file_id: null,
		});
		expect(patched(aTextPreparing(), { cover_asset_id: null })).to.include({ content_sha256: null });
		expect(patched(aTextPreparing(), { caption: 'We open.', body: 'x' })).to.include({ content_sha256: 'h1', approval_message_id: 71 });
	});

	it('makes of a text that passed its check one that is still to be checked, where it says other words', () => {
		const edit_scope = [{ field: 'body' as const, start: 0, end: 3 }];
		const passed = aTextPreparing({ text_check: 'passed', edit_scope });
		expect(patched(passed, { body: 'Other.' })).to.deep.include({
			text_check: 'needed',
			edit_scope: [{ field: 'body', start: 0, end: 6 }],
		});
		expect(patched(passed, { title: 'Other' })).to.include({ text_check: 'needed' });
		expect(patched(passed, { body: passed.body, title: passed.title, source_image_id: 'i2' })).to.include({
			text_check: 'passed',
			edit_scope,
		});
		expect(patched(passed, { body: 'As repaired.', text_check: 'passed' })).to.include({ text_check: 'passed' });
	});

	it('keeps where an exact edit may be repaired: its words at their present place, and nothing beside their field', () => {
		const edit_scope = [{ field: 'body' as const, start: 3, end: 7 }];
		expect(patched(aTextPreparing({ edit_scope }), { body: 'Today we open.' })).to.deep.include({
			edit_scope: [{ field: 'body', start: 9, end: 13 }],
		});
	});

	it('has no cover that shows other words than the row', () => {
		const cover_origin_version = 1;
		for (const words of [{ title: 'x' }, { subtitle: 'x' }, { category: 'x' }])
			expect(patched(aTextPreparing({ cover_origin_version }), words)).to.include({
				...{ cover_asset_id: null, cover_origin_version: null, messenger_file_id: null, content_sha256: null },
			});
		expect(patched(aTextPreparing({ cover_origin_version }), { body: 'x' })).to.include({ cover_asset_id: 'c1', cover_origin_version });
		expect(patched(aTextPreparing(), { title: 'x', cover_asset_id: 'c2' })).to.include({ cover_asset_id: 'c2' });
	});

	it('keeps an error until a later success', () => {
		const failed = patched(aTextPreparing(), { error_code: 'layout_overflow', error_stage: 'cover' });
		expect(failed).to.include({ error_code: 'layout_overflow', error_stage: 'cover' });
		expect(patched(failed, { subtitle: 'Shorter' })).to.include({ error_code: null, error_stage: null });
		expect(patched(aTextPreparing(), { subtitle: 'x', error_code: 'layout_overflow' })).to.include({ error_code: 'layout_overflow' });
		expect(patched(failed, { error_stage: 'preview' })).to.include({ error_code: 'layout_overflow', error_stage: 'preview' });
	});

	it('is no content from ready on: what people look at does not change under them', () => {
		for (const found of [aReady(), anAwaitingFeedback(), aClaimed()]) {
			const answer = ask(found, found.state, { patch: { title: 'Other', error_code: 'x' } });
			expect(answer, found.state).to.deep.include({ refused: 'transition_forbidden', facts: { state: found.state } });
			expect('refused' in answer && answer.fields?.map(({ path }) => path)).to.deep.equal(['patch.title']);
		}
		expect(patched(aReady(), { error_code: 'layout_overflow' })).to.include({ state: 'ready', error_code: 'layout_overflow' });
	});

	it('is nothing at all in a final state', () => {
		expect(outcome(ask(aPublished(), 'published', { patch: { error_code: 'x' } }))).to.equal('transition_forbidden');
	});
});
