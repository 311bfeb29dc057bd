/** Carries out the buttons of a waiting request in the transaction that stores the press. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { isOfWait } from '@copydesk/domain/chat/callback';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import { draftOf } from '../events/events.ts';
import { cancelWait, liftLimit, waitingEvent, whyOf } from '../events/waits.ts';
import { takeApprovalBack } from '../materials/approvals.ts';
import { noteBlockedDraft } from '../materials/blockedDraft.ts';
import type { Participant } from '../participants/participants.ts';

interface Pressing {
	readonly intent: Intent;
	readonly sender: Participant;
	readonly executionId: string;
	readonly atMs: number;
}

/** @returns the answer if the press has no effect; undefined for any other event */
export async function decideOnWait(tx: Database, note: Note, pressing: Pressing, messages: Messages): Promise<Intent | undefined> {
	const { intent, sender, executionId, atMs } = pressing;
	if (intent.kind !== 'callback' || !isOfWait(intent.action)) return undefined;
	const eventKey = intent.draft_key;
	const saying = (text: string): Intent => ({ kind: 'usage', text });
	const event = await waitingEvent(tx, eventKey);
	const noted = { actorUserId: sender.userId, entity: `event:${eventKey}`, outcome: 'ok', executionId } as const;
	if (event === undefined) return saying(messages.waits.over);
	const isTheirs = event.user_id === sender.userId || sender.role === 'owner';
	if (intent.action === 'lift_limit') {
		if (sender.role !== 'owner') return saying(messages.waits.ownersAlone);
		if (!(await liftLimit(tx, eventKey, sender.userId, atMs))) return saying(messages.waits.over);
		note({ ...noted, action: 'limit.lifted', detail: { why: whyOf(event) } });
		return undefined;
	}
	if (!isTheirs || !(await cancelWait(tx, eventKey, atMs))) return saying(messages.waits.over);
	note({ ...noted, action: 'event.cancelled' });
	const origin = { actorUserId: sender.userId, eventKey, executionId, atMs };
	await noteBlockedDraft(tx, note, await draftOf(tx, eventKey), { error_code: 'interrupted', error_stage: 'cancelled' }, origin);
	await releaseClaimOf(tx, note, eventKey, atMs);
	await takeApprovalBack(tx, note, eventKey, origin);
	return undefined;
}
