import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { materialMachine, type MaterialState } from '@copydesk/domain/material/machine';
import { buttonsOf, canRetry, isStopped, recoveryActions, type RecoveryAction } from '@copydesk/domain/material/recoveryActions';

const roles = ['owner', 'editor'] as const;
const standing = (state: MaterialState, changes: object = {}) => ({ state, version: 1, body: 'We open.', error_code: null, ...changes });

/** Each non-final state as it may be met, and what moves it, for the owner and for the editor. */
const table: readonly (readonly [what: string, ReturnType<typeof standing>, readonly RecoveryAction[]])[] = [
	[
		'stopped before there was a text',
		standing('text_generating', { body: null, error_code: 'ai_unavailable' }),
		['edit_text', 'retry', 'drop'],
	],
	[
		'nothing that it could rest on',
		standing('text_generating', { body: null, error_code: 'no_source' }),
		['from_memory', 'send_link', 'retry', 'drop'],
	],
	['a refused text', standing('text_generating', { body: null, error_code: 'ai_refused' }), ['edit_text', 'drop']],
	[
		'a revision that stopped',
		standing('text_generating', { body: null, error_code: 'ai_malformed', version: 3 }),
		['edit_text', 'retry', 'back', 'drop'],
	],
	[
		'a failed check',
		standing('text_preparing', { error_code: 'semantic_fail' }),
		['write_anew', 'vouch', 'edit_title', 'edit_text', 'drop'],
	],
	[
		'a title that does not fit',
		standing('text_preparing', { error_code: 'layout_overflow', version: 2 }),
		['edit_title', 'edit_text', 'back', 'drop'],
	],
	[
		'a character that no cover has',
		standing('text_preparing', { error_code: 'unsupported_character', version: 2 }),
		['edit_title', 'edit_text', 'back', 'drop'],
	],
	[
		'a preview that reached nobody',
		standing('text_preparing', { error_code: 'not_delivered' }),
		['edit_title', 'edit_text', 'retry', 'drop'],
	],
	[
		'a preview that nobody confirmed',
		standing('text_preparing', { error_code: 'preview_unconfirmed' }),
		['absent', 'edit_title', 'edit_text', 'drop'],
	],
	['a preview that people have', standing('ready'), ['publish', 'feedback', 'reject']],
	['an open question', standing('awaiting_feedback'), ['answer', 'cancel']],
	['work under way', standing('text_generating', { body: null }), ['resume']],
	['a cover under way', standing('text_preparing'), ['resume']],
];

/** Presses are tried on a copy of a version in that state. */
const press = (action: CallbackAction, found: ReturnType<typeof standing>, role: 'owner' | 'editor') =>
	routeOf({
		admitted: true,
		reason: null,
		duplicate: false,
		replay: false,
		event_key: 'u:1',
		actor: { user_id: 1, chat_id: 1, role, display_name: 'Olga' },
		language: 'en',
		intent: { kind: 'callback', action, draft_key: 'p1', version: found.version, ...(action === 'write_anew' ? { text: 'Again.' } : {}) },
		copy: {
			delivered: found.state === 'ready',
			latest: true,
			draft_key: 'p1',
			version: found.version,
			state: found.state,
			message_id: 5,
			is_canonical: true,
			content_matches: true,
		},
		feedback_session: null,
		callback: { id: 'c', message_id: 5 },
		participants: [],
	});

describe('The ways out of a state', () => {
	for (const [what, found, ways] of table)
		for (const role of roles)
			it(`are there for the ${role} with ${what} (${found.state})`, () => expect(recoveryActions(found, role)).to.deep.equal(ways));

	it('leads on from every state that is not final, for each of them: no button of the table is a dead end', () => {
		const tried = new Set<MaterialState>();
		for (const [what, found, ways] of table)
			for (const role of roles) {
				tried.add(found.state);
				expect(ways, what).to.not.deep.equal([]);
				for (const way of ways)
					if (way !== 'answer' && way !== 'cancel')
						expect(press(way, found, role).route, `${what}: ${way} by the ${role}`).to.be.oneOf(['settle', 'resume']);
			}
		// A publication is moved by its outcome, or by the owner who looks into the channel.
		expect(materialMachine.states.filter((state) => !materialMachine.isFinal(state) && !tried.has(state))).to.deep.equal(['claimed']);
		expect(recoveryActions(standing('claimed', { unconfirmed: true }), 'owner')).to.deep.equal(['there', 'not_there']);
		expect(recoveryActions(standing('claimed', { unconfirmed: true }), 'editor')).to.deep.equal([]);
		expect(recoveryActions(standing('claimed'), 'owner')).to.deep.equal([]);
	});

	it('are none where it is over', () => {
		for (const state of materialMachine.states.filter(materialMachine.isFinal))
			expect(recoveryActions(standing(state), 'owner'), state).to.deep.equal([]);
	});

	it('offer another try only where it can come to something else', () => {
		for (const code of [
			...['ai_unavailable', 'ai_incomplete', 'image_unavailable', 'not_delivered', 'text_too_long', 'busy', 'render.unavailable'],
			// The AI may take other facts from the same article.
			'facts_invalid',
			'fact_unfounded',
		])
			expect(canRetry(code), code).to.equal(true);
		for (const code of ['semantic_fail', 'layout_overflow', 'unsupported_character', 'ai_refused', 'image_refused', 'title_too_long'])
			expect(canRetry(code), code).to.equal(false);
	});

	it('are buttons in short rows, for this version, and none under anything that did not stop', () => {
		const stopped = { ...standing('text_preparing', { error_code: 'not_delivered', version: 2 }), draft_key: 'p7' };
		expect(isStopped(stopped)).to.equal(true);
		expect(buttonsOf(stopped)?.map((row) => row.map(({ action }) => action))).to.deep.equal([
			['edit_title', 'edit_text'],
			['retry', 'back'],
			['drop'],
		]);
		expect(buttonsOf(stopped)?.flat()[0]).to.deep.equal({ action: 'edit_title', draft_key: 'p7', version: 2 });
		for (const state of ['text_preparing', 'ready', 'rejected'] as const)
			expect(buttonsOf({ ...standing(state), draft_key: 'p7' })).to.equal(null);
	});
});
