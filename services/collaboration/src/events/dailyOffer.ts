/**
 * The daily offer as an event of the desk itself. It is stored once for each day, under an update id that the messenger never uses, and
 * handed on like an event whose execution went silent. A graph of an earlier release has a clock of its own: of the two, the first one
 * makes the day's offer.
 */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { bindExecution } from './executions.ts';
import { LEASE_MS, hasOpenPaid } from './lease.ts';

export const DAILY_OFFER = 'daily_offer';

interface Owner {
	readonly userId: number;
	readonly chatId: number;
}

/** The key of a day's event. */
export const offerKeyOf = (day: string): string => `i:${DAILY_OFFER}:${day}`;
/** Far below the presses of planned posts, which have negative ids too. */
const updateIdOf = (day: string): number => -1e13 - Number(day.replaceAll('-', ''));

/** What the settings node says: an hour, or null for no offer. Undefined: no execution has said it. */
export async function hourOfNode(db: Database): Promise<number | null | undefined> {
	return (await tables(db).selectFrom('offer_hour').select('hour').executeTakeFirst())?.hour;
}

/** Keeps what an execution says that its settings node says. @param hour undefined: a package that does not say it */
export async function learnHour(db: Database, hour: number | null | undefined): Promise<void> {
	if (hour === undefined || (await hourOfNode(db)) === hour) return;
	await tables(db)
		.insertInto('offer_hour')
		.values({ id: 1, hour })
		.onConflict((on) => on.column('id').doUpdateSet({ hour }))
		.execute();
}

export async function isOfferBegun(db: Database, day: string): Promise<boolean> {
	return (await tables(db).selectFrom('offer_day').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;
}

/** Stores the event of a day, due at once. @returns whether nobody had begun that day */
export async function beginOffer(tx: Database, day: string, { userId, chatId }: Owner, atMs: number): Promise<boolean> {
	if (!(await addDay(tx, day, null))) return false;
	await tables(tx)
		.insertInto('event')
		.values({
			event_key: offerKeyOf(day),
			update_id: updateIdOf(day),
			received_at_ms: atMs,
			user_id: userId,
			chat_id: chatId,
			intent_kind: 'ignored',
			intent: JSON.stringify({ kind: 'ignored' }),
			update_json: JSON.stringify({ offer: { day } }),
			execution_id: 'offer',
			state: 'stored',
			lease_until_ms: atMs,
			// Nobody waits for it. A lost answer of the AI is told by its own job.
			told: 1,
		})
		.execute();
	return true;
}

async function addDay(tx: Database, day: string, made_by: 'clock' | null): Promise<boolean> {
	const added = await tables(tx)
		.insertInto('offer_day')
		.values({ day, made_by })
		.onConflict((on) => on.doNothing())
		.returning('day')
		.executeTakeFirst();
	return added !== undefined;
}

interface Taking {
	readonly day: string;
	readonly owner: Owner;
	readonly executionId: string;
	/** Whether the execution was begun by the event that the service posted, and not by a clock. */
	readonly handedOn: boolean;
	readonly atMs: number;
}

/** Gives the day's offer to an execution. @returns whether it is this execution's to make */
export async function takeOffer(tx: Database, taking: Taking): Promise<boolean> {
	return taking.handedOn ? takePosted(tx, taking) : takeByClock(tx, taking);
}

async function takePosted(tx: Database, { day, owner, executionId, atMs }: Taking): Promise<boolean> {
	const event_key = offerKeyOf(day);
	const taken = await tables(tx)
		.updateTable('event')
		.set({ replay_open: 0, execution_id: executionId, lease_until_ms: atMs + LEASE_MS })
		.where(({ and }) => and({ event_key, state: 'stored', replay_open: 1 }))
		.returning('event_key')
		.executeTakeFirst();
	// An execution with a paid request since the post is alive, and continues.
	if (taken === undefined || (await hasOpenPaid(tx, event_key))) return false;
	await tables(tx).updateTable('offer_day').set({ made_by: 'desk' }).where('day', '=', day).execute();
	const of = { sub: owner.userId, chat: owner.chatId, event_key, execution_id: executionId };
	await bindExecution(tx, of, { execution_id: executionId }, atMs);
	return true;
}

/** A clock strikes again and again: what it began it may go on with. What the service stored is over, and gives the key free. */
async function takeByClock(tx: Database, { day, atMs }: Taking): Promise<boolean> {
	if (await addDay(tx, day, 'clock')) return true;
	const mine = await tables(tx)
		.updateTable('offer_day')
		.set({ made_by: 'clock' })
		.where('day', '=', day)
		.where(({ eb, or }) => or([eb('made_by', 'is', null), eb('made_by', '=', 'clock')]))
		.returning('day')
		.executeTakeFirst();
	if (mine === undefined) return false;
	await tables(tx)
		.updateTable('event')
		.set({ event_key: `${offerKeyOf(day)}:left`, state: 'handled', outcome: 'clock', closed_at_ms: atMs })
		.where('event_key', '=', offerKeyOf(day))
		.execute();
	return true;
}
