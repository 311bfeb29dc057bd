/** What a press proves about a message that the messenger did not confirm, stored in the transaction of the press. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { choiceIn, languageIn } from '@copydesk/domain/desk/choice';
import { languageOf, languages } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { isAlbum } from '@copydesk/domain/caption/media';
import { itemsOf as itemsShown, shownCaption } from '@copydesk/domain/caption/shown';
import { isOfCard } from '@copydesk/domain/chat/callback';
import type { Incoming } from '@copydesk/domain/event/update';
import { reconciliationOf, type PressReconciliation } from '@copydesk/domain/delivery/reconcileByPress';
import { readyByPress } from '@copydesk/domain/material/copies';
import { isRefusal } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgeVouch } from '@copydesk/domain/material/vouch';
import type { ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { applyOutcome } from '../deliveries/effects.ts';
import { RECONCILED, messagesIn as messageIdsIn, versionOf, type Journal } from '../deliveries/journal.ts';
import { resumedError } from '../materials/proofs.ts';
import { copiesOf, findMaterial, latestVersion, lockMaterial } from '../materials/read.ts';
import { contentHash, entityOf } from '../materials/row.ts';
import { writeStep } from '../materials/write.ts';
import { unconfirmedCards } from '../news/cards.ts';
import { itemsOf, lockItem } from '../news/items.ts';
import { endLimitWaits } from '../events/waits.ts';
import { owe } from '../owed/owed.ts';
import type { Participant } from '../participants/participants.ts';
import { learn } from '../participants/languages.ts';
import { setSetting } from '../settings/settings.ts';
import { tables } from '../tables.ts';

/** A press of a button about a version. */
export interface Pressed {
	readonly intent: Intent & { readonly kind: 'callback' };
	readonly sender: Participant;
	readonly messageId: number;
	/** The text of that message; null if the messenger does not send it. */
	readonly shown: string | null;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
}

/** Applies what a press proves; does nothing for other events, except for a choice of a setting or a language. */
export async function reconcileByEvent(
	tx: Database,
	note: Note,
	journal: Journal,
	event: Omit<Pressed, 'intent' | 'messageId' | 'shown'> & { readonly intent: Intent; readonly incoming: Incoming },
): Promise<void> {
	const { intent, incoming, ...more } = event;
	await settleChoice(tx, note, event);
	if (intent.kind !== 'callback' || incoming.kind !== 'callback') return;
	const { messageId, shown } = incoming;
	await reconcileByPress(tx, note, journal, { ...more, intent, messageId, shown });
}

/** Stores the owner's setting, and the language that a person chose by a press or that their messenger is set to. */
async function settleChoice(
	tx: Database,
	note: Note,
	{ intent, incoming, sender, eventKey, executionId, atMs }: Parameters<typeof reconcileByEvent>[3],
): Promise<void> {
	if (incoming.kind === 'callback') {
		const language = languageIn(intent);
		const chosen = language === null ? {} : { chosen: { language, atMs } };
		await learn(tx, sender.userId, { ...chosen, guessed: languageOf(incoming.languageCode) }, atMs);
	}
	const choice = choiceIn(intent);
	if (choice !== null && sender.role === 'owner') {
		await setSetting(tx, note, { ...choice, by: sender, eventKey, executionId }, atMs);
		// A request that waits for a limit asks again whether it is reached.
		if (choice.name === 'paid_per_hour' || choice.name === 'paid_per_day') await endLimitWaits(tx, atMs);
	}
}

async function reconcileByPress(tx: Database, note: Note, journal: Journal, pressed: Pressed): Promise<void> {
	const { intent, sender, messageId, eventKey, executionId, atMs } = pressed;
	const reconciliation = reconciliationOf(intent.action, sender.role);
	if (intent.action === 'vouch') return vouch(tx, note, pressed);
	if (intent.item !== undefined) return settleCards(tx, note, journal, pressed, { batch_key: intent.draft_key, item: intent.item });
	if (reconciliation === undefined || (await findMaterial(tx, intent.draft_key, intent.version)) === undefined) return;
	const found = await lockMaterial(tx, intent);
	for (const deliveryId of await unconfirmedOf(tx, found, pressed, reconciliation)) {
		await settle(tx, note, journal, deliveryId, pressed, reconciliation);
	}
	if (!reconciliation.isProof) return;
	const now = await lockMaterial(tx, found);
	const deciding = { person: sender, copies: await copiesOf(tx, found) };
	const next = readyByPress(now, deciding, messageId, await resumedError(tx, found));
	await writeStep(tx, note, now, { next, detail: { pressed: intent.action } }, { actorUserId: sender.userId, eventKey, executionId, atMs });
}

/** The person vouches for what the text says. A press on what is decided already changes nothing. */
async function vouch(tx: Database, note: Note, { intent, sender, messageId, eventKey, executionId, atMs }: Pressed): Promise<void> {
	if ((await findMaterial(tx, intent.draft_key, intent.version)) === undefined) return;
	const found = await lockMaterial(tx, intent);
	const deciding = { person: sender, eventKey, press: { ...intent, messageId }, words: null, copies: [] };
	const judged = judgeVouch(found, deciding, await latestVersion(tx, found.draft_key), contentHash);
	if (isRefusal(judged)) return;
	const origin = { actorUserId: sender.userId, eventKey, executionId, atMs };
	await writeStep(tx, note, found, judged, origin);
	note({
		actorUserId: sender.userId,
		action: 'material.vouched',
		entity: entityOf(found),
		outcome: 'ok',
		executionId,
		detail: { ...judged.detail, event_key: eventKey },
	});
}

/** Settles a delivery as the press says, if its outcome is still unknown. */
async function settle(
	tx: Database,
	note: Note,
	journal: Journal,
	deliveryId: string,
	{ intent, sender, messageId, eventKey, executionId, atMs }: Pressed,
	{ state, isProof }: Pick<PressReconciliation, 'state' | 'isProof'>,
): Promise<void> {
	const delivery = await journal.lock(tx, deliveryId);
	if (delivery?.state !== 'unknown') return;
	const found = messageIdsIn(delivery);
	const settled = await journal.step(tx, note, delivery, state, {
		error_code: RECONCILED,
		error_detail: `${isProof ? 'evidence' : 'said'}: ${intent.action}`,
		// A person's report does not tell the message id; of an album some were found.
		...(state === 'sent' ? { message_id: isProof ? messageId : (found[0] ?? 0) } : { message_ids: null }),
	});
	const version = versionOf(delivery);
	if (state !== 'sent' && found.length > 0 && version !== undefined)
		await owe(tx, 'album_left_over', { ...version, message_ids: found }, atMs);
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

/**
 * A press on a card proves that it arrived. If the person says that cards are missing, all unconfirmed ones of the batch count as not
 * sent.
 */
async function settleCards(tx: Database, note: Note, journal: Journal, pressed: Pressed, ref: ItemRef): Promise<void> {
	const { intent, sender, messageId, shown } = pressed;
	const isProof = isOfCard(intent.action);
	if (!isProof && intent.action !== 'absent') return;
	const items = await itemsOf(tx, ref.batch_key);
	for (const item of items.filter((each) => !isProof || each.item === ref.item)) {
		await lockItem(tx, item);
		const unconfirmed = await unconfirmedCards(tx, item, sender.userId);
		const isAnother = isProof && (await chatsOfMessage(tx, messageId)).includes(sender.chatId);
		if (isAnother || (isProof && shown !== null && !shown.startsWith(item.title))) return;
		for (const deliveryId of isProof ? unconfirmed.slice(0, 1) : unconfirmed)
			await settle(tx, note, journal, deliveryId, pressed, { state: isProof ? 'sent' : 'not_sent', isProof });
	}
}

/** The unconfirmed deliveries that a press speaks of: the person's copies, or the publication. A press proves only the newest copy. */
async function unconfirmedOf(
	tx: Database,
	material: Material,
	pressed: Pressed,
	{ about, isProof }: PressReconciliation,
): Promise<readonly string[]> {
	const operation = about === 'publication' ? 'publish' : 'preview';
	const { draft_key, version } = material;
	const found = await tables(tx)
		.selectFrom('delivery')
		.select(['delivery_id', 'state', 'content_sha256'])
		.where(({ and }) => and({ operation, draft_key, version }))
		.where('state', 'in', ['unknown', 'sent'])
		.where('recipient_user_id', '=', about === 'publication' ? 0 : pressed.sender.userId)
		.orderBy('created_at_ms', 'desc')
		.orderBy('delivery_id', 'desc')
		.execute();
	const unconfirmed = found.filter(({ state }) => state === 'unknown').map(({ delivery_id }) => delivery_id);
	if (!isProof || unconfirmed.length === 0) return unconfirmed;
	// Two contents of a version may look alike, by their words: then it is not known which of them was pressed.
	const isOne = new Set(found.map(({ content_sha256 }) => content_sha256)).size === 1;
	return isOne && !(await isOtherMessage(tx, pressed, textsOf(material))) ? unconfirmed.slice(0, 1) : [];
}

/**
 * Whether the message is known to be another one: its id was already confirmed in this chat, or its text differs. If the messenger does
 * not send the text, an id that it confirmed in another chat counts as known too.
 */
async function isOtherMessage(tx: Database, { sender, messageId, shown }: Pressed, texts: readonly string[]): Promise<boolean> {
	const chats = await chatsOfMessage(tx, messageId);
	if (chats.includes(sender.chatId)) return true;
	return shown === null ? chats.length > 0 : !texts.includes(shown);
}

/** What the message with the buttons of a post may say: below an album a line in the language that its reader had then. */
function textsOf(material: Material): readonly string[] {
	if (!isAlbum(material)) return [shownCaption(material).text];
	const count = itemsShown(material);
	return languages.map((each) => messagesIn(each).photos.albumAbove({ count }));
}

/** The chats in which the messenger confirmed a message of the desk with this id. */
async function chatsOfMessage(tx: Database, message_id: number): Promise<readonly number[]> {
	const known = await tables(tx)
		.selectFrom('delivery')
		.select('chat_id')
		.where(({ and }) => and({ message_id, state: 'sent' }))
		.execute();
	return known.map(({ chat_id }) => chat_id);
}
