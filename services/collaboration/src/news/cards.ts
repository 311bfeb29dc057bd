/** Cards: the messages that offer an item, as the journal of deliveries has them. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cardKey, itemOfCardKey } from '@copydesk/domain/news/batch';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { DeliveryState } from '@copydesk/domain/delivery/machine';
import { confirmCard } from '@copydesk/domain/news/item';
import type { Card, ItemRef } from '@copydesk/domain/news/item';
import { isBetween } from '@copydesk/kit/database/keys';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { tables } from '../tables.ts';
import { lockItem, writeItem } from './items.ts';
import type { ItemOrigin } from './items.ts';

interface SentCard extends Card {
	readonly deliveryId: string;
}

/**
 * Whether a key belongs to a card of the item: the item's key, or that with `#2` and so on. Compared by bytes, so that the index is used.
 */
export function isCardKeyOf(db: Database, column: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> {
	const between = isBetween(db, column, key, sql`${key} || '$'`);
	return sql<boolean>`${between} and (${column} = ${key} or ${column} like ${key} || '#%')`;
}

/** Every confirmed card of an item, oldest first. */
export async function cardsOf(db: Database, ref: ItemRef): Promise<readonly SentCard[]> {
	return tables(db)
		.selectFrom('delivery')
		.select(({ ref: column }) => [
			'delivery_id as deliveryId',
			'recipient_user_id as userId',
			'chat_id as chatId',
			column('message_id').$notNull().as('messageId'),
		])
		.where(({ and }) => and({ operation: 'card', state: 'sent' }))
		.where(isCardKeyOf(db, sql.ref('entity_key'), sql.val(cardKey(ref))))
		.where('message_id', '>', 0)
		.orderBy('created_at_ms')
		.orderBy('message_id')
		.orderBy('delivery_id')
		.execute();
}

/** Whether somebody was asked under this message whether the item, whose matter the desk had, is to be written anyway. */
export async function isQuestionOf(db: Database, { batch_key, item }: ItemRef, { userId, chatId, messageId }: Card): Promise<boolean> {
	const asked = await tables(db)
		.selectFrom('delivery as d')
		.innerJoin('event as e', 'e.event_key', 'd.event_key')
		.select('e.intent')
		.where(({ and }) => and({ 'd.message_id': messageId, 'd.chat_id': chatId, 'd.recipient_user_id': userId, 'd.state': 'sent' }))
		.execute();
	return asked.some(({ intent }) => {
		const said = storedIntent(intent);
		const buttons = said.kind === 'usage' ? (said.buttons ?? []).flat() : [];
		return buttons.some(({ action, draft_key, version }) => action === 'take_anyway' && draft_key === batch_key && version === item);
	});
}

/** Unconfirmed cards of an item that may have arrived, newest first. */
export async function unconfirmedCards(db: Database, ref: ItemRef, recipient_user_id: number): Promise<readonly string[]> {
	const found = await tables(db)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ operation: 'card', state: 'unknown', recipient_user_id }))
		.where(isCardKeyOf(db, sql.ref('entity_key'), sql.val(cardKey(ref))))
		.orderBy('created_at_ms', 'desc')
		.orderBy('delivery_id', 'desc')
		.execute();
	return found.map(({ delivery_id }) => delivery_id);
}

/** How long a batch may have no card before it counts as lost. */
const BEFORE_CARDS_MS = 600_000;

/** The offers without a card that arrived or may still arrive. Nobody can press them, so their addresses are free. */
export async function lostOffers(db: Database, offers: readonly Offer[], nowMs: number): Promise<readonly Offer[]> {
	const lost: Offer[] = [];
	for (const offer of offers) {
		const cards = await tables(db)
			.selectFrom('delivery')
			.select('state')
			.where('operation', '=', 'card')
			.where(isCardKeyOf(db, sql.ref('entity_key'), sql.val(cardKey(offer))))
			.execute();
		const isLost =
			cards.length === 0 ? offer.changed_at_ms <= nowMs - BEFORE_CARDS_MS : cards.every(({ state }) => NOT_THERE.includes(state));
		if (isLost) lost.push(offer);
	}
	return lost;
}

type Offer = ItemRef & { readonly canonical_url: string; readonly changed_at_ms: number };
const NOT_THERE: readonly DeliveryState[] = ['not_sent', 'rejected', 'revoked'];

/** The item that a delivery shows, if it is a card. */
export const itemShown = ({ operation, entity_key }: { readonly operation: string; readonly entity_key: string }): ItemRef | undefined =>
	operation === 'card' ? itemOfCardKey(entity_key) : undefined;

/** Makes the first confirmed card of an item its primary one. */
export async function confirmSent(
	tx: Database,
	note: Note,
	ref: ItemRef,
	{ state, message_id }: { readonly state: string; readonly message_id: number | null },
	origin: ItemOrigin,
): Promise<void> {
	if (state !== 'sent') return;
	const found = await lockItem(tx, ref);
	await writeItem(tx, note, found, confirmCard(found, message_id), origin);
}

/** The newest delivery of each offered card of a batch, if it did not reach this person. Another notice tells of a blocked bot. */
export async function missingCards(db: Database, batchKey: string, userId: number) {
	const key = sql<string>`i.batch_key || ':' || cast(i.item as text)`;
	return tables(db)
		.selectFrom('news_item as i')
		.innerJoin('delivery as d', (join) => join.on(isCardKeyOf(db, sql.ref('d.entity_key'), key)))
		.select(['i.item', 'd.attempts'])
		.where(({ and }) => and({ 'i.batch_key': batchKey, 'i.state': 'offered', 'd.operation': 'card', 'd.recipient_user_id': userId }))
		.where('d.state', 'in', ['not_sent', 'rejected', 'unknown'])
		.where(({ or, eb }) => or([eb('d.error_code', 'is', null), eb('d.error_code', 'not in', ['blocked', 'forbidden'])]))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery as later')
						.select('later.delivery_id')
						.where('later.operation', '=', 'card')
						.where(isCardKeyOf(db, sql.ref('later.entity_key'), key))
						.whereRef('later.recipient_user_id', '=', 'd.recipient_user_id')
						.where(({ or, and, eb }) =>
							or([
								eb('later.state', 'in', ['sending', 'sent']),
								and([eb('d.state', '=', 'rejected'), eb('later.entity_key', '>', eb.ref('d.entity_key'))]),
							]),
						),
				),
			),
		)
		.orderBy('i.item')
		.execute();
}
