/** Who may see the board: links of one use, and the sessions that they begin. Only hashes of both are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { openedBy } from './initData.ts';

const LINK_MS = 5 * 60_000;
export const SESSION_MS = 12 * 3_600_000;
/** 256 random bits in base64url. */
export const KEY = /^[\w-]{43}$/;

const newKey = (): string => randomBytes(32).toString('base64url');
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export interface Session {
	readonly person: Participant;
	/** Names the session in memory and in no answer. */
	readonly id: string;
}

export interface Access {
	/** Begins a session with a link that was not used yet. @returns the key of the session */
	enter(link: string): Promise<string | undefined>;
	/** The same with what the messenger gives a Mini App. */
	enterApp(initData: string): Promise<string | undefined>;
	/** The session of a cookie, if its person still takes part. */
	sessionOf(key: string): Promise<Session | undefined>;
	leave(key: string): Promise<void>;
}

/** Makes a link of one use. @returns its key, which is stored nowhere */
export async function makeBoardLink(
	audit: Audit,
	userId: number,
	nowMs: number,
	by: { readonly actorUserId: number | null },
): Promise<string> {
	const key = newKey();
	await audit.within(async (tx, note) => {
		await forgetOld(tx, nowMs);
		await tables(tx)
			.insertInto('board_link')
			.values({ link_sha256: hashOf(key), user_id: userId, made_at_ms: nowMs, ends_at_ms: nowMs + LINK_MS, used_at_ms: null })
			.execute();
		note({ ...by, action: 'board.link', entity: `user:${userId}`, outcome: 'ok' });
	});
	return key;
}

async function forgetOld(tx: Database, nowMs: number): Promise<void> {
	await tables(tx).deleteFrom('board_link').where('ends_at_ms', '<', nowMs).execute();
	await tables(tx).deleteFrom('board_session').where('ends_at_ms', '<', nowMs).execute();
}

interface AccessOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly participants: Participants;
	readonly botToken: string;
	readonly nowMs: () => number;
}

/** A change of the person by the operator ends what was begun before it, also if it was undone later. */
async function personOf({ participants }: AccessOptions, userId: number, sinceMs: number): Promise<Participant | undefined> {
	const person = (await participants.all()).find((each) => each.userId === userId);
	return person?.active === true && (person.changedAtMs ?? 0) <= sinceMs ? person : undefined;
}

/** The person of a link that is taken, and since when the operator may not have changed them. */
interface Taken {
	readonly userId: number;
	readonly sinceMs: number;
}

/** Takes a link within the transaction that begins its session. @returns the key of the session */
function begin(options: AccessOptions, take: (tx: Database) => Promise<Taken | undefined>): Promise<string | undefined> {
	return options.audit.within(async (tx, note) => {
		const taken = await take(tx);
		const person = taken === undefined ? undefined : await personOf(options, taken.userId, taken.sinceMs);
		if (person === undefined) return undefined;
		const atMs = options.nowMs();
		const key = newKey();
		await forgetOld(tx, atMs);
		await tables(tx)
			.insertInto('board_session')
			.values({ session_sha256: hashOf(key), user_id: person.userId, began_at_ms: atMs, ends_at_ms: atMs + SESSION_MS })
			.execute();
		note({ actorUserId: person.userId, action: 'board.entered', entity: `user:${person.userId}`, outcome: 'ok' });
		return key;
	});
}

export function createAccess(options: AccessOptions): Access {
	const { db, botToken, nowMs } = options;
	return {
		async enter(link) {
			if (!KEY.test(link)) return undefined;
			const open = { link_sha256: hashOf(link) };
			// A stranger's guess costs one read and writes nothing.
			const known = await tables(db)
				.selectFrom('board_link')
				.select('user_id')
				.where(({ and }) => and(open))
				.executeTakeFirst();
			if (known === undefined) return undefined;
			return begin(options, async (tx) => {
				const used = await tables(tx)
					.updateTable('board_link')
					.set({ used_at_ms: nowMs() })
					.where(({ and }) => and(open))
					.where('used_at_ms', 'is', null)
					.where('ends_at_ms', '>', nowMs())
					.returning(['user_id', 'made_at_ms'])
					.executeTakeFirst();
				return used === undefined ? undefined : { userId: used.user_id, sinceMs: used.made_at_ms };
			});
		},

		async enterApp(initData) {
			const atMs = nowMs();
			const opened = openedBy(initData, botToken, atMs);
			if (opened === undefined || (await personOf(options, opened.userId, atMs)) === undefined) return undefined;
			const { userId, endsAtMs } = opened;
			return begin(options, async (tx) => {
				const first = await tables(tx)
					.insertInto('board_link')
					.values({ link_sha256: hashOf(signedPart(initData)), user_id: userId, made_at_ms: atMs, ends_at_ms: endsAtMs, used_at_ms: atMs })
					.onConflict((on) => on.doNothing())
					.returning('user_id')
					.executeTakeFirst();
				return first === undefined ? undefined : { userId, sinceMs: atMs };
			});
		},

		async sessionOf(key) {
			if (!KEY.test(key)) return undefined;
			const id = hashOf(key);
			const found = await tables(db)
				.selectFrom('board_session')
				.select(['user_id', 'began_at_ms'])
				.where('session_sha256', '=', id)
				.where('ends_at_ms', '>', nowMs())
				.executeTakeFirst();
			if (found === undefined) return undefined;
			const person = await personOf(options, found.user_id, found.began_at_ms);
			if (person !== undefined) return { person, id };
			await tables(db).deleteFrom('board_session').where('session_sha256', '=', id).execute();
			return undefined;
		},

		async leave(key) {
			await tables(db).deleteFrom('board_session').where('session_sha256', '=', hashOf(key)).execute();
		},
	};
}

/** The same data is known again in whatever order or encoding it comes. */
const signedPart = (initData: string): string => `initData:${new URLSearchParams(initData).get('hash') ?? ''}`;
