import { expect } from 'chai';
import type { DeliveryState } from '@copydesk/domain/delivery/machine';
import type { Agreeing } from '@copydesk/domain/material/approval';
import type { Press } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgeClaim, judgePublication, releaseClaim, settlePublication } from '@copydesk/domain/material/publication';
import type { ClaimFacts } from '@copydesk/domain/material/publication';
import { aClaimed, aPublished, aReady, aTextPreparing, anAwaitingFeedback, by, editor, owner } from '../../support/materials.ts';

const PRESS: Press = { action: 'publish', draft_key: 'p1', version: 1, messageId: 71 };
const ONE_PRESS: Agreeing = { approval: 'either', askedBy: owner.userId, people: [], given: [] };
const claimOf = (found: Material, more: Partial<ClaimFacts> = {}) =>
	judgeClaim(found, { ...by(owner, { press: PRESS }), messageId: 71, latestVersion: 1, contentSha256: 'h1', agreeing: ONE_PRESS, ...more });
/** The code of a refusal, or the state that was reached. */
const outcome = (answer: ReturnType<typeof claimOf>): string => ('refused' in answer ? answer.refused : answer.next.state);

describe('Whether a person may publish this now', () => {
	it('is answered by the press of their own copy, and what was approved goes on record', () => {
		const answer = claimOf(aReady());
		expect(outcome(answer)).to.equal('claimed');
		expect(answer).to.have.property('detail').that.deep.equals({ content_sha256: 'h1', message_id: 71 });
	});

	it('is no for the copy of another person, because a forwarded button decides nothing', () => {
		expect(outcome(claimOf(aReady(), { messageId: 72, press: { ...PRESS, messageId: 72 } }))).to.equal('copy_not_delivered');
		expect(outcome(claimOf(aReady(), { copies: [] }))).to.equal('copy_not_delivered');
	});

	it('is no for another press than the one that is carried out', () => {
		const pressed = (more: Partial<Press>) => outcome(claimOf(aReady(), { press: { ...PRESS, ...more } }));
		expect(pressed({ action: 'reject' })).to.equal('copy_not_delivered');
		expect(pressed({ draft_key: 'p2' })).to.equal('copy_not_delivered');
		expect(pressed({ version: 2 })).to.equal('copy_not_delivered');
		expect(pressed({ messageId: 72 })).to.equal('copy_not_delivered');
	});

	it('is no under an event that is no press, even with its context', () => {
		expect(outcome(claimOf(aReady(), { press: null }))).to.equal('copy_not_delivered');
		expect(outcome(claimOf(aReady(), { press: null, words: { kind: 'resume', draft_key: 'p1' } }))).to.equal('copy_not_delivered');
	});

	it('is no in any other state, and says who has it', () => {
		for (const found of [aTextPreparing(), anAwaitingFeedback()]) expect(outcome(claimOf(found))).to.equal('state_conflict');
		expect(claimOf(aClaimed({ claimed_by_user_id: 1002, claim_event_key: 'u:8' }))).to.deep.include({
			refused: 'state_conflict',
			facts: { state: 'claimed', draft_key: 'p1', version: 1, claimed_by: 1002 },
		});
	});

	it('is no when a newer version exists', () => {
		expect(outcome(claimOf(aReady(), { latestVersion: 2 }))).to.equal('state_conflict');
	});

	it('is no when copy, row and what the row holds do not say the same', () => {
		expect(outcome(claimOf(aReady(), { contentSha256: 'h2' }))).to.equal('content_mismatch');
		expect(outcome(claimOf(aReady({ content_sha256: 'h2' }), { contentSha256: 'h2' }))).to.equal('content_mismatch');
	});

	it('is the same yes for a second run of the same press, whatever became of it since', () => {
		for (const found of [aClaimed(), aPublished()]) expect(claimOf(found, { copies: [] })).to.have.property('next', found);
	});
});

describe('The key of a publication', () => {
	const attempt = (state: DeliveryState, event_key = 'u:9', entity_key = 'p1:1') => ({ entity_key, state, event_key });
	const keyFor = (found: Material, attempts: Parameters<typeof judgePublication>[2], person = owner, contentSha256 = 'h1') => {
		const answer = judgePublication(found, { person, eventKey: 'u:9' }, attempts, contentSha256);
		return 'refused' in answer ? answer.refused : answer.entityKey;
	};

	it("is the version's own, and needs the claim", () => {
		expect(keyFor(aClaimed(), [])).to.equal('p1:1');
		expect(keyFor(aReady(), [])).to.equal('state_conflict');
		expect(keyFor(aClaimed(), [], editor)).to.equal('state_conflict');
	});

	it('is the next one only after the messenger refused another decision for certain', () => {
		expect(keyFor(aClaimed(), [attempt('rejected', 'u:8')])).to.equal('p1:1:2');
		expect(keyFor(aClaimed(), [attempt('rejected', 'u:8'), attempt('rejected', 'u:7', 'p1:1:2')])).to.equal('p1:1:3');
		expect(keyFor(aClaimed(), [attempt('rejected')]), 'the same decision again').to.equal('p1:1');
		for (const state of ['not_sent', 'revoked', 'unknown', 'sent'] as const)
			expect(keyFor(aClaimed(), [attempt(state, 'u:8')]), state).to.equal('p1:1');
	});

	it('is given to a caller that asks for the result, and not to one that would send it again', () => {
		for (const state of ['sent', 'unknown', 'rejected', 'sending'] as const)
			expect(keyFor(aReady(), [attempt(state)]), state).to.equal('p1:1');
		for (const state of ['not_sent', 'revoked'] as const) expect(keyFor(aReady(), [attempt(state)]), state).to.equal('state_conflict');
	});

	it('is refused when the row is not what was approved', () => {
		expect(keyFor(aClaimed(), [], owner, 'h2')).to.equal('content_mismatch');
	});
});

describe('The outcome of a publication', () => {
	const after = (outcomeState: DeliveryState) => settlePublication(aClaimed(), outcomeState, 500).next.state;

	it('publishes what arrived, gives back what certainly did not, and waits while it is unknown', () => {
		expect(settlePublication(aClaimed(), 'sent', 500).next).to.include({
			state: 'published',
			published_message_id: 500,
			claimed_by_user_id: 1001,
		});
		expect(settlePublication(aClaimed(), 'sent', null).next, 'sent, under an id that was not told').to.include({ published_message_id: 0 });
		expect(['rejected', 'not_sent', 'revoked'].map((state) => after(state as DeliveryState))).to.deep.equal(['ready', 'ready', 'ready']);
		expect([after('unknown'), after('sending')]).to.deep.equal(['claimed', 'claimed']);
	});

	it('changes nothing that is no claim any more', () => {
		for (const found of [aPublished(), aReady()]) expect(settlePublication(found, 'not_sent', null).next).to.equal(found);
	});
});

describe('A claim that led nowhere', () => {
	const released = (found: Material, states: readonly DeliveryState[], eventKey = 'u:9') =>
		releaseClaim(
			found,
			eventKey,
			states.map((state) => ({ entity_key: 'p1:1', state, event_key: 'u:9' })),
		).next.state;

	it('is given back when nothing was ever sent under it', () => {
		expect(released(aClaimed(), [])).to.equal('ready');
		expect(released(aClaimed(), ['rejected', 'not_sent', 'revoked'])).to.equal('ready');
	});

	it('stays where a publication exists or may exist, and where it is the claim of another event', () => {
		for (const state of ['sending', 'sent', 'unknown'] as const)
			expect(released(aClaimed(), ['rejected', state]), state).to.equal('claimed');
		expect(released(aClaimed(), [], 'u:8')).to.equal('claimed');
		expect(released(aPublished(), [])).to.equal('published');
	});
});
