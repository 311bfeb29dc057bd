import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openDatabase } from '@copydesk/kit/database/open';
import { syncPath } from '@copydesk/kit/directory';
import { askAfterRestore, createInstances, OPEN_STATES, tables } from '@copydesk/collaboration/operator';
import type { Action } from '../action.ts';
import { noWords, oneWord } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { auditOperator } from '../record.ts';
import { verifyAuditOf } from '../verifyAudit.ts';
import { keptHead } from './audit.ts';

/** Processes that use this database, as far as it can still be read: a damaged one is a reason to restore. */
async function whoUses(path: string, { nowMs }: Desk): Promise<readonly number[]> {
	if (!existsSync(path)) return [];
	try {
		const db = await openDatabase(`sqlite:${path}`);
		try {
			const { isAlive } = createInstances({ db, instanceId: 'operator', nowMs });
			const rows = await tables(db).selectFrom('instance').selectAll().execute();
			// What SQLite had not yet merged comes into the file that is laid aside.
			await db.runScript('pragma wal_checkpoint(truncate)');
			return rows.filter((row) => isAlive(row, nowMs())).map(({ pid }) => pid);
		} finally {
			await db.close();
		}
	} catch {
		return [];
	}
}

/**
 * Puts a copy in place of a database. What was there is kept beside it.
 * After a crash at any moment there is one of the two, or neither with both beside it; a second run completes the work.
 */
function replace(backup: string, path: string, aside: string): void {
	// Another machine has no folder for it yet.
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const coming = `${path}.restoring`;
	copyFileSync(backup, coming);
	syncPath(coming);
	for (const ending of ['', '-wal', '-shm']) if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
	renameSync(coming, path);
	syncPath(dirname(path));
}

/** Nothing that was planned when the backup was made goes out by itself. @returns what is said of it */
async function noteRestored(desk: Desk, detail: Readonly<Record<string, string | number>>): Promise<readonly string[]> {
	const db = await desk.database();
	const asked = await db.atomically((tx) => askAfterRestore(tx, desk.nowMs()));
	await auditOperator(desk, 'operator.restored', 'database', { ...detail, planned: asked.length });
	const names = asked.map(({ draft_key, version }) => `${draft_key} v${version}`).join(', ');
	return asked.length === 0 ? [] : [`Planned when the backup was made: ${names}. None of it goes out by itself; the bot asks both people.`];
}

/** The same for a database that was restored with the tools of its server. */
export const restored: Action = {
	words: ['restored'],
	usage: 'restored',
	about: 'after pg_restore: nothing that is planned goes out by itself, and the bot asks both people',
	read(line) {
		noWords(line);
		return {
			question: 'Take every planned post off, because the database was restored?',
			async work(desk) {
				const planned = await noteRestored(desk, {});
				return { text: planned[0] ?? 'Nothing was planned when the backup was made.', facts: { planned } };
			},
		};
	},
};

/** Puts a backup in place of both databases of a desk that is stopped; removes nothing. */
export const restore: Action = {
	words: ['restore'],
	usage: 'restore <file> [--contains <seq>:<hash>]',
	about: 'replace the databases with a backup; stop the desk first',
	beforeStart: 'named',
	options: { contains: { type: 'string' } },
	read(line) {
		const file = resolve(oneWord(line, 'the backup to restore'));
		const head = keptHead(line);
		const people = `${file}.participants`;
		return {
			question: `Replace this desk's databases with ${file}? The present ones are kept beside them.`,
			async work(desk) {
				const { database, participants } = desk.paths();
				if (database === undefined || participants === undefined)
					throw new Error('The data is on PostgreSQL: pg_restore puts it back; docs/operations.md says how');
				for (const path of [file, people]) if (!existsSync(path)) throw new Error(`There is no ${path}; a backup is two files`);
				const [pid] = await whoUses(database, desk);
				if (pid !== undefined) throw new Error(`The collaboration service is running (process ${pid}). Stop the desk first.`);
				const verdict = await verifyAuditOf(file, head);
				if (!verdict.intact)
					throw new Error(`The audit of the backup is not intact, nothing was changed: ${verdict.findings[0]?.message ?? ''}`);
				const aside = `.before-${new Date(desk.nowMs()).toISOString().replaceAll(/[-:.]/g, '')}`;
				replace(file, database, database + aside);
				replace(people, participants, participants + aside);
				const planned = await noteRestored(desk, { file, head_seq: verdict.head_seq });
				const open = await tables(await desk.database())
					.selectFrom('material')
					.select(['draft_key', 'version', 'state'])
					.where('state', 'in', OPEN_STATES)
					.orderBy('draft_key')
					.execute();
				const text = [
					`${database} and ${participants} are those of the backup: ${verdict.rows} audit rows, intact. What was there ends in ${aside}.`,
					...(open.length === 0
						? []
						: [
								`Open when the backup was made: ${open.map(({ draft_key, version }) => `${draft_key} v${version}`).join(', ')}.`,
								'Check the channel before anybody presses Publish: this desk does not know what was published since.',
							]),
					...planned,
				].join('\n');
				return { text, facts: { database, participants, kept: aside, audit: verdict, open } };
			},
		};
	},
};
