/** A database as the service left it on contract 1.0.0: `test/fixtures/collaboration-1.0.0/README.md` says how it was made. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database, SqlValue } from '@copydesk/kit/database/types';
import { PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS } from '@copydesk/collaboration/participants/participants';
import { FAMILY, MIGRATIONS } from '@copydesk/collaboration/service';
import type { TestDatabase } from './databases.ts';

type Rows = readonly Readonly<Record<string, SqlValue>>[];

interface Draft {
	readonly draft_key: string;
	readonly version: number;
	/** Message ids: of the copies, and of the question. */
	readonly owner: number;
	readonly editor: number;
	readonly prompt: number;
	readonly event_key: string;
}

interface Left {
	readonly drafts: Readonly<Record<'published' | 'waiting' | 'asked' | 'rejected' | 'alone' | 'lost' | 'interrupted', Draft>>;
	readonly collaboration: Readonly<Record<string, Rows>>;
	readonly participants: Readonly<Record<string, Rows>>;
}

const FILE = join(import.meta.dirname, '..', 'fixtures', 'collaboration-1.0.0', 'left.json');
export const left = JSON.parse(readFileSync(FILE, 'utf8')) as Left;

/** Rows that the migrations of then bring themselves. */
const OF_MIGRATIONS = ['migration', 'material_edge', 'delivery_edge', 'audit_head'];
/** What others refer to comes first. */
const FIRST = ['material_event', 'material', 'delivery_event', 'delivery'];

/** Fills an empty database with what was left, by the migrations that had run then and no other. */
export async function fillAsLeft(database: TestDatabase): Promise<void> {
	await fillBoth(database, left.collaboration);
}

/**
 * The same without the previews that were delivered of two drafts: their copies are older than the journal and are in the
 * versions' own fields alone. Of `waiting` the journal holds nothing, of `alone` that the editor's preview was refused.
 */
export async function fillAsOlder(database: TestDatabase): Promise<void> {
	const { waiting, alone } = left.drafts;
	const gone = new Set(
		left.collaboration['delivery']
			?.filter(({ draft_key }) => draft_key === waiting.draft_key || draft_key === alone.draft_key)
			.filter(({ state }) => state === 'sent')
			.map(({ delivery_id }) => delivery_id),
	);
	const without = (table: string) => left.collaboration[table]?.filter(({ delivery_id = null }) => !gone.has(delivery_id)) ?? [];
	await fillBoth(database, { ...left.collaboration, delivery: without('delivery'), delivery_event: without('delivery_event') });
}

async function fillBoth({ url, participantsUrl }: TestDatabase, collaboration: Readonly<Record<string, Rows>>): Promise<void> {
	await fill(url, MIGRATIONS, FAMILY, collaboration);
	await fill(participantsUrl, PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY, left.participants);
}

async function fill(url: string, migrations: string, family: string, tables: Readonly<Record<string, Rows>>): Promise<void> {
	const ofThen = mkdtempSync(join(tmpdir(), 'copydesk-migrations-'));
	const db = await openDatabase(url);
	try {
		for (const { name } of tables['migration'] ?? [])
			for (const file of [String(name), String(name).replace('.sqlite.', '.postgres.')])
				copyFileSync(join(migrations, file), join(ofThen, file));
		await migrate(db, ofThen, family, Number(tables['migration']?.[0]?.['applied_at_ms']));
		await db.atomically(async (tx) => {
			const rest = Object.keys(tables).filter((table) => !FIRST.includes(table) && !OF_MIGRATIONS.includes(table));
			for (const table of [...FIRST, ...rest]) for (const row of tables[table] ?? []) await insert(tx, table, row);
			for (const { seq, hash } of tables['audit_head'] ?? [])
				await tx.query('update audit_head set seq = $1, hash = $2', [seq as SqlValue, hash as SqlValue]);
		});
	} finally {
		await db.close();
		rmSync(ofThen, { recursive: true, force: true });
	}
}

async function insert(tx: Database, table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
	const columns = Object.keys(row);
	const values = columns.map((_column, index) => `$${index + 1}`).join(', ');
	await tx.query(`insert into ${table} (${columns.join(', ')}) values (${values})`, Object.values(row));
}
