/**
 * Photos and videos that a person sent together come as one update each, in any order, and nothing says how many they are. The first of
 * them waits until no other came for a while; then it is handed on again and read as the whole album. The times are stored, so a restart
 * or another instance goes on where the last one was.
 */
import { groupOf } from '@copydesk/domain/event/update';
import type { Incoming } from '@copydesk/domain/event/update';
import { eventKeyOf } from '@copydesk/domain/ids';
import { GATHER_MS, MAX_GATHER_MS } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import { readWhole } from '../events/events.ts';
import { WAITS } from '../events/waits.ts';
import { tables } from '../tables.ts';

type Update = Readonly<Record<string, unknown>> & { readonly update_id: number };

/**
 * What an update is in its album. `part`: it waits, or joins those that wait; `whole`: the first of them, handed on when all seem to be
 * there; `closed`: the same, after a crash; `late`: the album was taken without it.
 */
export type InAlbum = {
	readonly chatId: number;
	readonly group: string;
} & (
	| { readonly as: 'part' }
	| { readonly as: 'whole'; readonly incoming: Incoming; readonly count: number }
	| { readonly as: 'closed'; readonly incoming: Incoming }
	| { readonly as: 'late'; /** Those that came in time. */ readonly before: Incoming }
);

/** @returns undefined if the update is no item of an album */
export async function inAlbum(db: Database, update: Update, sent: Incoming): Promise<InAlbum | undefined> {
	const group = groupOf(update);
	if (group === null || sent.kind !== 'message' || sent.edited) return undefined;
	// Recordings and other files that were sent together are read one by one.
	if (sent.picture === null || sent.sound !== undefined) return undefined;
	const of = { chatId: sent.chatId, group };
	const album = await albumRow(db, of);
	if (album === undefined) return { ...of, as: 'part' };
	const eventKey = eventKeyOf(update.update_id);
	const event = await tables(db).selectFrom('event').selectAll().where('event_key', '=', eventKey).executeTakeFirst();
	if (event === undefined && album.closed_at_ms === null) return { ...of, as: 'part' };
	if (event === undefined) {
		const lead = await tables(db).selectFrom('event').selectAll().where('event_key', '=', album.event_key).executeTakeFirstOrThrow();
		return { ...of, as: 'late', before: await readWhole(db, lead) };
	}
	if (album.event_key !== eventKey) return { ...of, as: 'part' };
	if (album.closed_at_ms === null && event.replay_open === 0) return { ...of, as: 'part' };
	const incoming = await readWhole(db, event);
	return album.closed_at_ms === null
		? { ...of, as: 'whole', incoming, count: await itemsOf(db, eventKey) }
		: { ...of, as: 'closed', incoming };
}

type Of = Pick<InAlbum, 'chatId' | 'group'>;

const albumRow = (db: Database, { chatId, group }: Of) =>
	tables(db)
		.selectFrom('album')
		.selectAll()
		.where(({ and }) => and({ chat_id: chatId, group_id: group }))
		.executeTakeFirst();

async function itemsOf(db: Database, lead: string): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('event')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('album', '=', lead)
		.executeTakeFirstOrThrow();
	return n;
}

/** For how long no item may come before an album counts as whole: twice the longest pause inside the last albums, within bounds. */
async function quietMs(db: Database): Promise<number> {
	const last = await tables(db).selectFrom('album').select('longest_gap_ms').orderBy('last_at_ms', 'desc').limit(20).execute();
	const longest = Math.max(0, ...last.map(({ longest_gap_ms }) => longest_gap_ms));
	return Math.min(Math.max(GATHER_MS, 2 * longest), MAX_GATHER_MS);
}

/**
 * Adds an event that was just stored to its album.
 * @returns `opens`: it waits for the others; `joins`: another one does; `late`: the album was taken already
 */
export async function gather(tx: Database, { chatId, group }: Of, eventKey: string, atMs: number): Promise<'opens' | 'joins' | 'late'> {
	const opened = await tables(tx)
		.insertInto('album')
		.values({ chat_id: chatId, group_id: group, event_key: eventKey, last_at_ms: atMs })
		.onConflict((on) => on.doNothing())
		.returning('event_key')
		.executeTakeFirst();
	const isOpen = opened !== undefined;
	// Locked from here on: the first item is handed on, or takes this one with it.
	const { event_key: lead, last_at_ms, longest_gap_ms, closed_at_ms } = await touched(tx, { chatId, group });
	await tables(tx).updateTable('event').set({ album: lead }).where('event_key', '=', eventKey).execute();
	if (closed_at_ms !== null) return 'late';
	const sinceMs = Math.max(atMs - last_at_ms, 0);
	// So long a pause is one of a program that was down.
	const gapMs = sinceMs >= MAX_GATHER_MS ? 0 : sinceMs;
	await tables(tx)
		.updateTable('album')
		.set({ last_at_ms: atMs, longest_gap_ms: Math.max(longest_gap_ms, gapMs) })
		.where(({ and }) => and({ chat_id: chatId, group_id: group }))
		.execute();
	const wait_until_ms = atMs + (await quietMs(tx));
	const waits = { waiting: 1, wait_until_ms, execution_id: WAITS } as const;
	await tables(tx)
		.updateTable('event')
		.set(isOpen ? { ...waits, state: 'stored', closed_at_ms: null, outcome: null } : { wait_until_ms })
		.where(({ and }) => and({ event_key: lead, ...(isOpen ? {} : { waiting: 1 }) }))
		.execute();
	return isOpen ? 'opens' : 'joins';
}

const touched = (tx: Database, { chatId, group }: Of) =>
	tables(tx)
		.updateTable('album')
		.set(({ ref }) => ({ last_at_ms: ref('last_at_ms') }))
		.where(({ and }) => and({ chat_id: chatId, group_id: group }))
		.returningAll()
		.executeTakeFirstOrThrow();

/**
 * Closes an album whose first item was handed on.
 * @returns false if there are or may be more: then it waits on
 */
export async function closes(tx: Database, { chatId, group, count }: Extract<InAlbum, { as: 'whole' }>, atMs: number): Promise<boolean> {
	const { event_key: lead, last_at_ms } = await touched(tx, { chatId, group });
	const quiet = await quietMs(tx);
	// A time ahead of now was written by a clock that went back since.
	const sinceMs = Math.abs(atMs - last_at_ms);
	const coming = await takenAtMs(tx, group, atMs);
	if (sinceMs >= quiet && (await itemsOf(tx, lead)) === count && coming === undefined) {
		await tables(tx)
			.updateTable('album')
			.set({ closed_at_ms: atMs })
			.where(({ and }) => and({ chat_id: chatId, group_id: group }))
			.execute();
		return true;
	}
	// What has not come for long is looked for less often.
	const laterMs = coming === undefined ? 0 : Math.min(Math.round((atMs - coming) / 10), MAX_GATHER_MS);
	const wait_until_ms = Math.max(atMs + GATHER_MS / 2, atMs - sinceMs + quiet, atMs + laterMs);
	await tables(tx)
		.updateTable('event')
		.set({ waiting: 1, replay_open: 0, execution_id: WAITS, wait_until_ms })
		.where(({ and }) => and({ event_key: lead, state: 'stored' }))
		.execute();
	return false;
}

/** An item that is longer on its way is not waited for: it may never come. */
const LONGEST_ON_ITS_WAY_MS = 60 * 60_000;

/** When the last item of it was taken from the messenger that has not come here yet; undefined: there is none. */
async function takenAtMs(tx: Database, group: string, nowMs: number): Promise<number | undefined> {
	const coming = tables(tx)
		.selectFrom('incoming')
		.select('received_at_ms')
		.where('update_json', 'like', `%media_group_id%${group}%`)
		.where('received_at_ms', '>', nowMs - LONGEST_ON_ITS_WAY_MS)
		.orderBy('received_at_ms', 'desc')
		.limit(1);
	return (await coming.executeTakeFirst())?.received_at_ms;
}
