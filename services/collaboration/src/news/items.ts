/** Reads news batches and their items, and is the one writer of items. */
import type { Updateable } from 'kysely';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import { itemMachine } from '@copydesk/domain/news/itemMachine';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Origin } from '../materials/write.ts';
import { owe } from '../owed/owed.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';
import { itemEntity, itemOf } from './row.ts';
import type { BatchRow } from './row.ts';

/** Who changed it and when; an offer expires without an event. */
export type ItemOrigin = Omit<Origin, 'eventKey'> & { readonly eventKey: string | null };

export async function findBatch(
	db: Database,
	by: { readonly batch_key: string } | { readonly event_key: string },
): Promise<BatchRow | undefined> {
	return tables(db)
		.selectFrom('news_batch')
		.selectAll()
		.where(({ and }) => and(by))
		.executeTakeFirst();
}

/** How many batches scheduled entries have offered since a time. */
export async function entriesOfferedSince(db: Database, sinceMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('news_batch')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('entry', 'is not', null)
		.where('created_at_ms', '>', sinceMs)
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** Whether the AI was asked under an event without making a batch. It is not asked again, because that was paid for. */
export async function isAskedInVain(db: Database, eventKey: string): Promise<boolean> {
	const asked = await tables(db)
		.selectFrom('admission')
		.select('admission_id')
		.where('event_key', '=', eventKey)
		.where('paid', '=', 1)
		.limit(1)
		.execute();
	return asked.length > 0 && (await findBatch(db, { event_key: eventKey })) === undefined;
}

export async function batchOf(db: Database, { batch_key }: ItemRef): Promise<BatchRow> {
	return tables(db).selectFrom('news_batch').selectAll().where('batch_key', '=', batch_key).executeTakeFirstOrThrow();
}

/** Whether the person who asked for a batch was told that the desk had the matter, and wants it anyway. */
export async function isAskedKnowingly(db: Database, { batch_key }: ItemRef): Promise<boolean> {
	const asked = await tables(db)
		.selectFrom('news_batch as b')
		.innerJoin('event as e', 'e.event_key', 'b.event_key')
		.select('e.intent')
		.where('b.batch_key', '=', batch_key)
		.executeTakeFirst();
	const intent = asked === undefined ? undefined : storedIntent(asked.intent);
	return intent?.kind === 'callback' && intent.anyway === true;
}

/** The items of a batch, in its order. */
export async function itemsOf(db: Database, batchKey: string): Promise<readonly Item[]> {
	return (await tables(db).selectFrom('news_item').selectAll().where('batch_key', '=', batchKey).orderBy('item').execute()).map(itemOf);
}

export async function findItem(db: Database, { batch_key, item }: ItemRef): Promise<Item | undefined> {
	const row = await tables(db)
		.selectFrom('news_item')
		.selectAll()
		.where(({ and }) => and({ batch_key, item }))
		.executeTakeFirst();
	return row === undefined ? undefined : itemOf(row);
}

/** Like `findItem`, but the item must exist. @throws CopydeskError batch_not_found, item_not_found */
export const readItem = async (db: Database, ref: ItemRef): Promise<Item> => (await findItem(db, ref)) ?? missing(db, ref);

/** Locks the row for this transaction and returns its present content. @throws CopydeskError batch_not_found, item_not_found */
export async function lockItem(tx: Database, { batch_key, item }: ItemRef): Promise<Item> {
	const row = await tables(tx)
		.updateTable('news_item')
		.set(({ ref }) => ({ seq: ref('seq') }))
		.where(({ and }) => and({ batch_key, item }))
		.returningAll()
		.executeTakeFirst();
	return row === undefined ? missing(tx, { batch_key, item }) : itemOf(row);
}

async function missing(db: Database, { batch_key, item }: ItemRef): Promise<never> {
	const batch = await findBatch(db, { batch_key });
	throw batch === undefined ? new CopydeskError('batch_not_found', batch_key) : new CopydeskError('item_not_found', `${batch_key} ${item}`);
}

/** Adds an item; a unique constraint refuses an address that somebody else offered at the same time. */
export async function insertItem(tx: Database, note: Note, born: Item, origin: ItemOrigin): Promise<void> {
	await tables(tx).insertInto('news_item').values(born).execute();
	await journal(tx, note, 'none', born, origin);
}

/**
 * Writes the next state of an item, if the item has not changed since.
 * @throws CopydeskError state_conflict
 */
export async function writeItem(tx: Database, note: Note, found: Item, next: Item, origin: ItemOrigin): Promise<Item> {
	const { batch_key, item, state, seq, primary_message_id } = found;
	const moves = next.state !== state;
	if (moves && !itemMachine.canMove(state, next.state))
		throw new CopydeskError('transition_forbidden', `${state} → ${next.state}`, { facts: { from: state, to: next.state } });
	const written: Item = moves ? { ...next, seq: seq + 1, changed_at_ms: origin.atMs } : next;
	const changed = Object.entries(written).filter(([name, value]) => value !== found[name as keyof Item]);
	if (changed.length === 0) return found;
	const row = await tables(tx)
		.updateTable('news_item')
		.set(Object.fromEntries(changed) as Updateable<Tables['news_item']>)
		.where(({ and }) => and({ batch_key, item, state, seq, primary_message_id }))
		.returningAll()
		.executeTakeFirst();
	if (row === undefined) throw new CopydeskError('state_conflict', `${state} → ${next.state}: somebody was first`, { facts: { state } });
	if (moves) await journal(tx, note, state, written, origin);
	if (moves && next.state === 'expired') await owe(tx, 'card_over', { batch_key, item }, origin.atMs);
	return itemOf(row);
}

async function journal(
	tx: Database,
	note: Note,
	from_state: Item['state'] | 'none',
	{ batch_key, item, seq, state, draft_key }: Item,
	{ actorUserId, eventKey, executionId, atMs }: ItemOrigin,
): Promise<void> {
	await tables(tx)
		.insertInto('news_item_event')
		.values({
			batch_key,
			item,
			seq,
			prev_seq: seq === 1 ? null : seq - 1,
			from_state,
			to_state: state,
			at_ms: atMs,
			actor_user_id: actorUserId,
			event_key: eventKey,
			detail: '{}',
		})
		.execute();
	note({
		actorUserId,
		action: `item.${state}`,
		entity: itemEntity({ batch_key, item }),
		outcome: 'ok',
		executionId,
		detail: { from: from_state, event_key: eventKey, ...(draft_key === null ? {} : { draft_key }) },
	});
}
