import { expect } from 'chai';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Material } from '@copydesk/domain/material/material';
import { claim, makeReady, openFeedback, prepare, publish, reject, release, supersede } from '@copydesk/domain/material/steps';
import {
	aClaimed,
	aPublished,
	aReady,
	aTextGenerating,
	aTextPreparing,
	anAwaitingFeedback,
	editor,
	owner,
} from '../../support/materials.ts';

/** Never run: that these lines compile, or do not, is the test. */
export function whatDoesNotCompile(): void {
	// @ts-expect-error a published material cannot be claimed again
	claim(aPublished(), owner, 'u:1');
	// @ts-expect-error nobody approved what is still being prepared
	claim(aTextPreparing(), owner, 'u:1');
	// @ts-expect-error a claim is won once
	claim(aClaimed(), owner, 'u:1');
	// @ts-expect-error only what was claimed is published
	publish(aReady(), 5);
	// @ts-expect-error only a claim is given back
	release(aReady());
	// @ts-expect-error a publication is not taken back
	release(aPublished());
	// @ts-expect-error what is being published cannot be rejected
	reject(aClaimed());
	// @ts-expect-error feedback is asked for once
	openFeedback(anAwaitingFeedback(), owner);
	// @ts-expect-error a text is prepared once
	prepare(aReady());
	// @ts-expect-error what nobody has seen is not superseded
	supersede(aTextGenerating());
	// @ts-expect-error a text that is still being written is not ready
	makeReady(aTextGenerating(), aReady());
	// @ts-expect-error ready is what has something to approve
	makeReady(aTextPreparing(), aTextPreparing());
	// @ts-expect-error what nobody claimed has no claimer
	const claimer: number = aReady().claimed_by_user_id;
	// @ts-expect-error the records are for reading
	aReady().state = claimer;
	// Every state has a record, and there is no record of another one.
	const states: MaterialState = {} as Material['state'];
	const records: Material['state'] = {} as MaterialState;
	void [states, records];
}

describe('A step of a material', () => {
	it('to a claim says whose press it was, for the press is what is carried out', () => {
		expect(claim(aReady(), owner, 'u:9')).to.include({
			state: 'claimed',
			claimed_by_user_id: 1001,
			claim_event_key: 'u:9',
			operation_actor_user_id: 1001,
			operation_actor_chat_id: 1001,
		});
	});

	it('back from a claim leaves nothing of it, so that anybody can press again', () => {
		expect(release(aClaimed())).to.deep.equal(aReady({ seq: 4 }));
	});

	it('to feedback opens a session of one person, whose question is not asked yet', () => {
		expect(openFeedback(aReady({ feedback_prompt_message_id: 5 }), editor)).to.include({
			state: 'awaiting_feedback',
			feedback_actor_user_id: 1002,
			feedback_actor_chat_id: 1002,
			feedback_prompt_message_id: null,
		});
	});

	it('back to ready closes the session', () => {
		expect(
			makeReady(anAwaitingFeedback(), { caption: 'c', cover_asset_id: 'c1', content_sha256: 'h1', approval_message_id: 71 }),
		).to.include({
			state: 'ready',
			feedback_actor_user_id: null,
			feedback_actor_chat_id: null,
			feedback_prompt_message_id: null,
		});
	});
});
