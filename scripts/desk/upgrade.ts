/** From one release to the next: databases are copied before a newer release changes them, and an older release does not touch them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FAMILY, MIGRATIONS, PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS } from '@copydesk/collaboration/operator';
import { compareMigrations } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { copyDatabase } from './copyDatabase.ts';

const backupsOf = (data: string): string => join(data, 'backups');

/**
 * Looks at the databases of a desk that does not run.
 * @returns the backup that was made, as `operator restore` takes it; undefined where nothing will change
 * @throws Error if a newer release changed them already
 */
export async function backupBeforeUpgrade(data: string, nowMs: number): Promise<string | undefined> {
	const databases = [
		{ path: join(data, 'collaboration', 'collaboration.sqlite'), suffix: '', migrations: MIGRATIONS, family: FAMILY },
		{
			path: join(data, 'collaboration', 'participants.sqlite'),
			suffix: '.participants',
			migrations: PARTICIPANTS_MIGRATIONS,
			family: PARTICIPANTS_FAMILY,
		},
	].filter(({ path }) => existsSync(path));
	let isOlder = false;
	for (const { path, migrations, family } of databases) {
		const db = await openDatabase(`sqlite:${path}`, { readOnly: true });
		const { pending, unknown } = await compareMigrations(db, migrations, family);
		await db.close();
		if (unknown.length > 0) throw new Error(newerWords(data, path, unknown));
		isOlder ||= pending.length > 0;
	}
	if (!isOlder) return undefined;
	const folder = backupsOf(data);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = join(folder, `before-upgrade-${stampOf(nowMs)}.sqlite`);
	for (const { path, suffix } of databases) {
		const coming = `${file}${suffix}.new`;
		// What an interrupted copy left.
		rmSync(coming, { force: true });
		await copyDatabase(path, coming);
	}
	// The file that the backup is named by comes last.
	for (const { suffix } of databases.toReversed()) renameSync(`${file}${suffix}.new`, `${file}${suffix}`);
	return file;
}

/**
 * Copies the database of an n8n that does not run before another version of n8n changes it.
 * @returns the copy; undefined where that version had it last, or none had
 */
export function backupBeforeOtherN8n(data: string, version: string, nowMs: number): string | undefined {
	const own = join(data, 'n8n', '.n8n');
	const [database, note] = [join(own, 'database.sqlite'), join(own, 'copydesk-n8n-version')];
	if (existsSync(note) && readFileSync(note, 'utf8') === version) return undefined;
	const copy = existsSync(database) ? join(backupsOf(data), `n8n-before-${version}-${stampOf(nowMs)}.sqlite`) : undefined;
	if (copy !== undefined) {
		mkdirSync(backupsOf(data), { recursive: true, mode: 0o700 });
		rmSync(`${copy}.new`, { force: true });
		const db = new DatabaseSync(database);
		db.prepare('vacuum into ?').run(`${copy}.new`);
		db.close();
		chmodSync(`${copy}.new`, 0o600);
		renameSync(`${copy}.new`, copy);
	}
	mkdirSync(own, { recursive: true });
	writeFileSync(note, version);
	return copy;
}

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '');

function newerWords(data: string, path: string, unknown: readonly string[]): string {
	const folder = backupsOf(data);
	const backups = existsSync(folder) ? readdirSync(folder).filter((name) => /^before-upgrade.*\.sqlite$/.test(name)) : [];
	const newest = backups.sort().at(-1);
	return [
		`${path} was changed by a newer release (${unknown.map((name) => basename(name, '.sql')).join(', ')}). Nothing was started.`,
		'Start that release again, or go back to the copy from before it:',
		newest === undefined ? '  npm run operator -- restore <your backup>' : `  npm run operator -- restore ${join(folder, newest)}`,
	].join('\n');
}
