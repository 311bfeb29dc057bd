/** What a press says about a message that the messenger did not confirm, written in the transaction that stores the press. */
import type { Intent } from '@copydesk/domain/desk/asked';
import { testimonyOf } from '@copydesk/domain/delivery/testimony';
import type { Testimony } from '@copydesk/domain/delivery/testimony';
import { seenAfterAll } from '@copydesk/domain/material/copies';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { applyOutcome } from '../deliveries/effects.ts';
import { RECONCILED } from '../deliveries/journal.ts';
import type { Journal } from '../deliveries/journal.ts';
import { copiesOf, findMaterial, lockMaterial } from '../materials/read.ts';
import { writeStep } from '../materials/write.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

/** Somebody's press under a message, of a button about a version. */
export interface Pressed {
	readonly intent: Intent & { readonly kind: 'callback' };
	readonly sender: Participant;
	readonly messageId: number;
	/** What that message says; null when the messenger does not tell. */
	readonly shown: string | null;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
}

export async function settleByPress(tx: Database, note: Note, journal: Journal, pressed: Pressed): Promise<void> {
	const { intent, sender, eventKey, executionId, atMs } = pressed;
	const testimony = testimonyOf(intent.action, sender.role);
	if (testimony === undefined || (await findMaterial(tx, intent.draft_key, intent.version)) === undefined) return;
	const found = await lockMaterial(tx, intent);
	for (const deliveryId of await unconfirmedOf(tx, found, pressed, testimony)) {
		const delivery = await journal.lock(tx, deliveryId);
		if (delivery?.state !== 'unknown') continue;
		const { state, isProof } = testimony;
		const settled = await journal.step(tx, note, delivery, state, {
			error_code: RECONCILED,
			error_detail: `${isProof ? 'evidence' : 'said'}: ${intent.action}`,
			// In the channel it is under an id that nobody told us.
			...(state === 'sent' ? { message_id: isProof ? pressed.messageId : 0 } : {}),
		});
		note({
			actorUserId: sender.userId,
			action: isProof ? 'delivery.reconciled_by_evidence' : 'delivery.reconciled_by_person',
			entity: `delivery:${deliveryId}`,
			outcome: 'ok',
			executionId,
			detail: { state, asked: intent.action, event_key: eventKey, message_id: settled.message_id },
		});
		await applyOutcome(tx, note, settled, atMs);
	}
	if (!testimony.isProof) return;
	const now = await lockMaterial(tx, found);
	const next = seenAfterAll(now, { copies: await copiesOf(tx, found) });
	await writeStep(
		tx,
		note,
		now,
		{ next, detail: { evidence: intent.action } },
		{ actorUserId: sender.userId, eventKey, executionId, atMs },
	);
}

/** Which deliveries a press speaks of: those of one's own copy, or the publication. The proof of one copy is of the newest. */
async function unconfirmedOf(
	tx: Database,
	{ draft_key, version, caption }: Material,
	pressed: Pressed,
	{ about, isProof }: Testimony,
): Promise<readonly string[]> {
	const operation = about === 'publication' ? 'publish' : 'preview';
	const found = await tables(tx)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ operation, state: 'unknown', draft_key, version }))
		.where('recipient_user_id', '=', about === 'publication' ? 0 : pressed.sender.userId)
		.orderBy('created_at_ms', 'desc')
		.orderBy('delivery_id', 'desc')
		.execute();
	if (isProof && found.length > 0 && (await isOtherMessage(tx, pressed, caption))) return [];
	return (isProof ? found.slice(0, 1) : found).map(({ delivery_id }) => delivery_id);
}

/**
 * Whether the message is known to be another one: what the messenger confirmed is no riddle, and what says something else is no
 * copy. Where the messenger does not tell what it says, a number that it gave to another chat is taken for that message.
 */
async function isOtherMessage(tx: Database, { sender, messageId, shown }: Pressed, caption: string | null): Promise<boolean> {
	const known = await tables(tx)
		.selectFrom('delivery')
		.select('chat_id')
		.where(({ and }) => and({ message_id: messageId, state: 'sent' }))
		.execute();
	if (known.some(({ chat_id }) => chat_id === sender.chatId)) return true;
	return shown === null ? known.length > 0 : shown !== caption;
}
