import { fileURLToPath } from 'node:url';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { holderText, isSurelyGone, parseHolder } from '../identity.ts';
import type { Holder } from '../identity.ts';
import type { CoverKey } from './journal.ts';

/** How long a claim lives without being renewed, in milliseconds. */
export const LEASE_MS = 15_000;

const MIGRATIONS = fileURLToPath(new URL('../migrations/claims', import.meta.url));

/** `ours`, or who is rendering this version right now. */
export type Claim = { readonly kind: 'ours' } | { readonly kind: 'held'; readonly holder: string };

/**
 * Who is rendering which version right now, so that a version is rendered once between all processes. Nothing here is
 * a promise: a claim that is lost costs a second render, and the journal still keeps one cover.
 */
export interface Claims {
	/** Takes the right to render a version; at most one process has it at a time. */
	take(key: CoverKey): Promise<Claim>;
	/** Gives it back, after the cover was journalled or will never be. */
	release(key: CoverKey): Promise<void>;
	/** Forgets the claim of a process that is surely gone. @returns false when nothing can be told about it */
	takeFrom(key: CoverKey, holder: string): Promise<boolean>;
	close(): Promise<void>;
}

const TAKE = `insert into cover_claim (draft_id, version, holder, lease_until_ms) values ($1, $2, $3, $4)
	on conflict (draft_id, version) do update set holder = excluded.holder, lease_until_ms = excluded.lease_until_ms
	where cover_claim.lease_until_ms < $5
	returning holder`;
const RELEASE = 'delete from cover_claim where draft_id = $1 and version = $2 and holder = $3';

/**
 * A database for claims beside the journal's: on SQLite a file of its own that is not waited for at each commit,
 * on PostgreSQL the same one.
 */
export async function openClaimsDatabase(journalUrl: string): Promise<Database> {
	if (!journalUrl.startsWith('sqlite:')) return openDatabase(journalUrl, { poolSize: 4 });
	const db = await openDatabase(`sqlite:${sqlitePathOf(journalUrl)}-claims`);
	// Sound after a crash, but the last claims may be missing: then nobody renders them any more either.
	await db.runScript('pragma synchronous = normal');
	return db;
}

/**
 * Opens the claims and frees what killed processes of this machine had.
 * @param nowMs the clock
 */
export async function openClaims(db: Database, self: Holder, nowMs: () => number = Date.now): Promise<Claims> {
	await migrate(db, MIGRATIONS, 'renderer-claims', nowMs());
	const ourName = holderText(self);
	let held = 0;

	const isGone = (holderName: string): boolean => {
		const holder = parseHolder(holderName);
		return holder !== undefined && isSurelyGone(holder, self);
	};
	for (const row of await db.query('select distinct holder from cover_claim')) {
		if (isGone(String(row['holder']))) await db.query('delete from cover_claim where holder = $1', [row['holder'] ?? null]);
	}

	const renew = setInterval(() => {
		if (held === 0) return;
		db.query('update cover_claim set lease_until_ms = $1 where holder = $2', [nowMs() + LEASE_MS, ourName]).catch(() => undefined);
	}, LEASE_MS / 3);
	renew.unref();

	return {
		async take(key) {
			const now = nowMs();
			const taken = await db.query(TAKE, [key.draftId, key.version, ourName, now + LEASE_MS, now]);
			if (taken.length === 1) {
				held += 1;
				return { kind: 'ours' };
			}
			const [row] = await db.query('select holder from cover_claim where draft_id = $1 and version = $2', [key.draftId, key.version]);
			return { kind: 'held', holder: String(row?.['holder'] ?? '') };
		},
		async release(key) {
			held -= 1;
			await db.query(RELEASE, [key.draftId, key.version, ourName]);
		},
		async takeFrom(key, holder) {
			if (!isGone(holder)) return false;
			await db.query(RELEASE, [key.draftId, key.version, holder]);
			return true;
		},
		async close() {
			clearInterval(renew);
			await db.close();
		},
	};
}
