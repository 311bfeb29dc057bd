/** Limits the messages to one person, so that a thief of the key cannot flood them. The desk's own work stays far below. */
import { sql } from 'kysely';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { DeliverySpec } from './journal.ts';

const MINUTE_MS = 60_000;
/** The limit per minute before events of the person are added. */
const FEWEST_TEXTS = 20;
/** Added for each event of the person that began in that minute: its work reports its beginning and its end. */
const TEXTS_OF_EVENT = 3;
/** The limit per minute with any number of events: a person with a hundred requests in a minute still hears about each. */
const MOST_TEXTS = 600;
/** How often one version may be shown to one person in a minute. */
const MOST_PREVIEWS = 5;

/** @throws CopydeskError too_many_messages */
export async function refuseFlood(tx: Database, spec: DeliverySpec, nowMs: number): Promise<void> {
	const isPreview = spec.operation === 'preview';
	const bound = isPreview ? MOST_PREVIEWS : FEWEST_TEXTS;
	const sent = await sentLately(tx, spec, nowMs);
	if (sent.length < bound || (await isKnown(tx, spec))) return;
	const most = isPreview ? bound : await mostTexts(tx, spec, nowMs);
	const inTheWay = sent[most - 1];
	if (inTheWay === undefined) return;
	throw new CopydeskError('too_many_messages', `${sent.length} to user ${spec.recipient_user_id} in a minute`, {
		facts: { limit: most },
		retryAfterSeconds: Math.max(1, Math.ceil((inTheWay.created_at_ms + MINUTE_MS - nowMs) / 1_000)),
	});
}

/** When messages of this kind to this person were begun in the last minute, newest first. */
async function sentLately(tx: Database, { operation, recipient_user_id, draft_key, version }: DeliverySpec, nowMs: number) {
	const lately = tables(tx)
		.selectFrom('delivery')
		.select('created_at_ms')
		.where('recipient_user_id', '=', recipient_user_id)
		.where('created_at_ms', '>', nowMs - MINUTE_MS)
		.orderBy('created_at_ms', 'desc')
		.limit(MOST_TEXTS);
	const alike =
		operation === 'preview'
			? lately.where(({ and }) => and({ operation, draft_key: draft_key ?? null, version: version ?? null }))
			: // As in the index: SQLite uses a partial index only for literal values.
				lately.where(sql<boolean>`operation in ('status', 'reply', 'prompt')`);
	return alike.execute();
}

/** A repeated request gets the stored outcome and sends nothing. */
async function isKnown(tx: Database, { purpose, entity_key, recipient_user_id }: DeliverySpec): Promise<boolean> {
	const found = await tables(tx)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ purpose, entity_key, recipient_user_id }))
		.executeTakeFirst();
	return found !== undefined;
}

async function mostTexts(tx: Database, { recipient_user_id }: DeliverySpec, nowMs: number): Promise<number> {
	const { n } = await tables(tx)
		.selectFrom('execution as x')
		.innerJoin('event as e', (on) => on.onRef('e.event_key', '=', 'x.event_key').onRef('e.execution_id', '=', 'x.execution_id'))
		.select(({ fn }) => fn.count<number>('e.event_key').distinct().as('n'))
		.where('e.user_id', '=', recipient_user_id)
		.where('x.bound_at_ms', '>', nowMs - MINUTE_MS)
		.executeTakeFirstOrThrow();
	return Math.min(FEWEST_TEXTS + TEXTS_OF_EVENT * n, MOST_TEXTS);
}
