/**
 * The audit: an append-only chain in which each row holds the hash of the row before it. All changes go through `within`, so a change and
 * its audit rows are committed together or not at all.
 */
import { createHash } from 'node:crypto';
import { shorten } from '@copydesk/domain/text/shorten';
import canonicalize from 'canonicalize';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Selectable } from 'kysely';
import { constraintOf, type Database } from '@copydesk/kit/database/types';
import { tables, type Tables } from '../tables.ts';

/** Contains no secrets, no message texts and no tokens. */
export interface AuditEntry {
	readonly actorUserId: number | null;
	readonly action: string;
	/** The object of the entry, e.g. `material:p12:1`. */
	readonly entity: string;
	readonly outcome: 'ok' | 'refused' | 'failed';
	readonly code?: string | null;
	readonly executionId?: string | null;
	readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A noted entry; `seq` is set once its transaction is done. */
export interface Noted {
	seq: number;
}

export type Note = (entry: AuditEntry) => Noted;

export interface Audit {
	/** Runs work in one transaction and appends its notes to the chain. The work may run again after a rollback. */
	within<T>(work: (tx: Database, note: Note) => Promise<T>): Promise<T>;
}

/** The columns that a row's hash covers, besides the previous hash; `detail` is canonical JSON, as stored. */
const HASHED = ['at_ms', 'actor_user_id', 'action', 'entity', 'outcome', 'code', 'execution_id', 'detail'] as const;
type HashedRow = Pick<Selectable<Tables['audit']>, (typeof HASHED)[number]>;

/** SHA-256 over the RFC 8785 form of the row and the previous hash. */
export function hashOf(prevHash: string, row: HashedRow): string {
	const hashed = Object.fromEntries(HASHED.map((name) => [name, row[name]]));
	return createHash('sha256')
		.update(canonicalize({ prev_hash: prevHash, ...hashed }) ?? '')
		.digest('hex');
}

/** The longest text chosen by a caller (a node's name, a target), in UTF-16 units. */
const MAX_DETAIL_UNITS = 400;

export function createAudit(db: Database, nowMs: () => number): Audit {
	return {
		async within(work) {
			const result = await db.atomically(async (tx) => {
				const noted: { entry: AuditEntry; row: Noted }[] = [];
				const done = await work(tx, (entry) => {
					const row = { seq: 0 };
					noted.push({ entry, row });
					return row;
				});
				if (noted.length > 0) await append(tx, noted, nowMs());
				faultPoint('commit.before');
				return done;
			});
			faultPoint('commit.after');
			return result;
		},
	};
}

const OUTRUN_ATTEMPTS = 5;

/** Like `within`, but retries work that broke a unique constraint (five attempts): the retry sees the other transaction's rows. */
export async function withinAgain<T>(audit: Audit, work: (tx: Database, note: Note) => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await audit.within(work);
		} catch (error) {
			if (constraintOf(error) !== 'unique' || attempt === OUTRUN_ATTEMPTS) throw error;
		}
	}
}

/**
 * Locks the chain until this transaction ends. No other writer can change anything before that, so what is read from here on stays true.
 * Lock nothing else after this: change other rows first.
 */
export async function holdChain(tx: Database): Promise<void> {
	await tables(tx)
		.updateTable('audit_head')
		.set(({ ref }) => ({ seq: ref('seq') }))
		.where('id', '=', 1)
		.execute();
}

/** Whether the database answers and has the audit chain. */
export async function hasAudit(db: Database): Promise<boolean> {
	return (await tables(db).selectFrom('audit_head').select('seq').executeTakeFirst()) !== undefined;
}

/** Must come last in its transaction: all writers wait for the head, so its holder must not wait for another lock. */
async function append(tx: Database, noted: readonly { entry: AuditEntry; row: Noted }[], atMs: number): Promise<void> {
	const at = tables(tx);
	const head = await at
		.updateTable('audit_head')
		.set(({ eb }) => ({ seq: eb('seq', '+', noted.length) }))
		.where('id', '=', 1)
		.returning(['seq', 'hash'])
		.executeTakeFirstOrThrow();
	let { hash: prev_hash } = head;
	let seq = head.seq - noted.length;
	for (const { entry, row } of noted) {
		seq += 1;
		row.seq = seq;
		const hashed = rowOf(entry, atMs);
		const hash = hashOf(prev_hash, hashed);
		await at
			.insertInto('audit')
			.values({ seq, prev_seq: seq === 1 ? null : seq - 1, prev_hash, hash, ...hashed })
			.execute();
		prev_hash = hash;
	}
	await at.updateTable('audit_head').set({ hash: prev_hash }).where('id', '=', 1).execute();
}

function rowOf(entry: AuditEntry, atMs: number): HashedRow {
	const detail = Object.fromEntries(
		Object.entries(entry.detail ?? {}).map(([key, value]) => [key, typeof value === 'string' ? shorten(value, MAX_DETAIL_UNITS) : value]),
	);
	return {
		at_ms: atMs,
		actor_user_id: entry.actorUserId,
		action: entry.action,
		entity: entry.entity,
		outcome: entry.outcome,
		code: entry.code ?? null,
		execution_id: entry.executionId ?? null,
		detail: canonicalize(detail) ?? '{}',
	};
}
