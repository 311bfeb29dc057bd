/**
 * A desk that has worked for years: the rows of stories that the service itself wrote, again and again with other keys, numbers
 * and times, and an audit whose every hash is recomputed, so that the audit's own verification accepts it.
 */
import { hashOf } from '@copydesk/collaboration/audit/audit';
import { columns, tables, type Tables } from '@copydesk/collaboration/tables';
import type { Database, Row, SqlValue } from '@copydesk/kit/database/types';
import type { Selectable } from 'kysely';

/** What a story writes, parents before children. */
const GROWING = [
	'event',
	'execution',
	'failure',
	'admission',
	'news_batch',
	'news_item_event',
	'news_item',
	'material_event',
	'material',
	'matter',
	'matter_term',
	'delivery_event',
	'delivery',
] as const;

export interface Grown {
	readonly drafts: number;
	readonly audit: number;
	readonly deliveries: number;
}

/** How many numbers one copy is away from the next: more than a story draws. */
const STRIDE = 1_000;
const COPIES_AT_ONCE = 200;
const SPAN_MS = 2 * 365 * 86_400_000;
const MONTH_MS = 30 * 86_400_000;
/** Values of one statement. SQLite looks for each by its name among those before it; PostgreSQL would rather have few statements. */
const VALUES = { sqlite: 300, postgres: 32_000 } as const;

/** Keys of a story: those of updates, drafts, batches, executions and sources have a number in them, the others are random. */
const NUMBERED = /\b(u:|p|n|e|cb-|https:\/\/coast-wire\.example\/)(\d+)\b/g;
const RANDOM = /\b([a-z]_[0-9a-f-]{36})\b/g;
const MESSAGES: ReadonlySet<string> = new Set([
	...['message_id', 'primary_message_id', 'approval_message_id', 'published_message_id', 'feedback_prompt_message_id'],
]);
/** The messenger's numbers of copied messages begin beyond those that it gives while somebody measures. */
const MESSAGES_FROM = 1_000_000;

/** The n-th copy of a row, from 1, so much older. */
function copyOf<Of extends Row>(row: Of, nth: number, ageMs: number): Of {
	const text = (value: string): string =>
		value
			.replace(NUMBERED, (_all, before: string, number: string) => `${before}${Number(number) + nth * STRIDE}`)
			.replace(RANDOM, `$1-${nth}`);
	const value = (name: string, old: SqlValue): SqlValue => {
		// What somebody wrote is forgotten after a month.
		if (name === 'update_json' && ageMs > MONTH_MS) return old === null ? null : '{}';
		if (typeof old === 'string') return text(old);
		if (typeof old !== 'number') return old;
		if (name.endsWith('_ms')) return old - ageMs;
		if (name === 'update_id' || name === 'number') return old + nth * STRIDE;
		return old > 0 && MESSAGES.has(name) ? old + MESSAGES_FROM + nth * STRIDE : old;
	};
	return Object.fromEntries(Object.entries(row).map(([name, old]) => [name, value(name, old)])) as Of;
}

async function insert(db: Database, table: string, names: readonly string[], rows: readonly Row[]): Promise<void> {
	const atOnce = Math.max(1, Math.floor(VALUES[db.engine] / names.length));
	for (let from = 0; from < rows.length; from += atOnce) {
		const part = rows.slice(from, from + atOnce);
		const places = part.map((_row, at) => `(${names.map((_name, column) => `$${at * names.length + column + 1}`).join(', ')})`);
		await db.query(
			`insert into ${table} (${names.join(', ')}) values ${places.join(', ')}`,
			part.flatMap((row) => names.map((name) => row[name] ?? null)),
		);
	}
}

type AuditRow = Selectable<Tables['audit']>;

/** Goes on with the chain. */
async function addAudit(db: Database, rows: readonly AuditRow[]): Promise<void> {
	const head = await tables(db).selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow();
	let { seq, hash } = head;
	const chained = rows.map((row) => {
		const prev_hash = hash;
		seq += 1;
		hash = hashOf(prev_hash, row);
		return { ...row, seq, prev_seq: seq - 1, prev_hash, hash };
	});
	await insert(db, 'audit', Object.keys(columns.audit), chained);
	await tables(db).updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute();
}

/**
 * Copies what is in the database, spread over two years, until there is as much as is wanted.
 * @param db as its owner; no other process uses it
 */
export async function grow(db: Database, wanted: Grown, tell: (text: string) => void = () => undefined): Promise<Grown> {
	const rows = new Map<string, Row[]>();
	for (const table of GROWING) rows.set(table, await db.query(`select * from ${table}`));
	// What is sent once in the life of a desk has no number in its key.
	const once = new Set(
		(rows.get('delivery') ?? []).filter((row) => copyOf(row, 1, 0)['entity_key'] === row['entity_key']).map((row) => row['delivery_id']),
	);
	for (const table of ['delivery', 'delivery_event'])
		rows.set(
			table,
			(rows.get(table) ?? []).filter((row) => !once.has(row['delivery_id'] ?? null)),
		);
	const audit = await tables(db).selectFrom('audit').selectAll().orderBy('seq').execute();
	const there = await count(db);
	const copies = Math.ceil(Math.max(wanted.drafts / there.drafts, wanted.audit / there.audit, wanted.deliveries / there.deliveries));
	const ageOf = (nth: number): number => Math.round(((copies - nth + 1) / copies) * SPAN_MS);
	const copiesOf = <Of extends Row>(of: readonly Of[], numbers: readonly number[]): Of[] =>
		numbers.flatMap((nth) => of.map((row) => copyOf(row, nth, ageOf(nth))));
	for (let from = 1; from < copies; from += COPIES_AT_ONCE) {
		const numbers = Array.from({ length: Math.min(COPIES_AT_ONCE, copies - from) }, (_, at) => from + at);
		await db.atomically(async (tx) => {
			for (const table of GROWING) await insert(tx, table, Object.keys(columns[table]), copiesOf(rows.get(table) ?? [], numbers));
			await addAudit(tx, copiesOf(audit, numbers));
		});
		tell(`${from + numbers.length} of ${copies} copies of a story are there`);
	}
	// As autovacuum would; SQLite has none.
	if (db.engine === 'postgres') await db.runScript('analyze');
	return count(db);
}

async function count(db: Database): Promise<Grown> {
	const number = async (sql: string): Promise<number> => Number((await db.query(sql))[0]?.['n']);
	return {
		drafts: await number('select count(distinct draft_key) as n from material'),
		audit: await number('select count(*) as n from audit'),
		deliveries: await number('select count(*) as n from delivery'),
	};
}
