import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import { ask } from './ask.ts';
import { ok, skipped, warning, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

/** A day of pictures and executions of a busy desk, and what n8n needs to compact its database. */
const LITTLE_ROOM_BYTES = 2e9;
const NO_ROOM_BYTES = 200e6;
/** Contexts and TLS bear a little; the messenger's own times are in whole seconds. */
const SKEW_WARNING_MS = 10_000;
const SKEW_WRONG_MS = 60_000;

function freeBytesOf(folder: string): number {
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize;
}

/** Room, rights, clock and databases. */
export async function examineMachine(targets: DoctorTargets, nowMs: () => number, freeBytes = freeBytesOf): Promise<readonly Finding[]> {
	const { folders, databases } = targets;
	return [
		...folders.map((folder) => examineFolder(folder, freeBytes)),
		...(await Promise.all(databases.map(examineDatabase))),
		await examineClock(targets, nowMs),
	];
}

function examineFolder(folder: string, freeBytes: (existing: string) => number): Finding {
	const existing = nearestExisting(folder);
	const probe = join(existing, `.doctor-${process.pid}`);
	try {
		writeFileSync(probe, 'x', { mode: 0o600 });
		rmSync(probe);
	} catch (error) {
		rmSync(probe, { force: true });
		return wrong(
			'disk.not_writable',
			`${folder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
			'make it writable for this user, or free room on its disk',
		);
	}
	const free = freeBytes(existing);
	const room = `${(free / 1e9).toFixed(1)} GB are free for ${folder}`;
	if (free < NO_ROOM_BYTES) return wrong('disk.full', room, 'free some room now: a full disk stops every write');
	return free < LITTLE_ROOM_BYTES
		? warning('disk.little_room', room, 'free some room: pictures and n8n’s database grow')
		: ok('disk', room);
}

/** The folder, or the one that it will be made in. */
function nearestExisting(folder: string): string {
	return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** Takes the right to write and gives it back: nothing is changed. */
async function examineDatabase({ name, url, readOnly }: DoctorTargets['databases'][number]): Promise<Finding> {
	const shownUrl = url.replace(/\/\/[^@/]*@/, '//');
	if (url.startsWith('sqlite:') && !existsSync(sqlitePathOf(url)))
		return warning('database.missing', `${name}: ${shownUrl} is not there yet`, 'it is created when the desk starts for the first time');
	let db;
	try {
		db = await openDatabase(url, { readOnly });
		if (db.engine === 'postgres') {
			const [row] = await db.query("select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as frozen");
			if (!readOnly && (Boolean(row?.['standby']) || Boolean(row?.['frozen'])))
				return wrong('database.no_writes', `${name}: ${shownUrl} takes no writes`, 'connect to the primary server, not to a standby');
		} else if (!readOnly) await db.atomically(() => Promise.resolve());
		else await db.query('select 1');
		return ok('database', `${name}: ${shownUrl} ${readOnly ? 'can be read' : 'takes writes'}`);
	} catch (error) {
		const reason = (error as { detail?: string }).detail ?? (error as Error).message;
		return wrong(
			'database.unusable',
			`${name}: ${shownUrl} cannot be used (${reason})`,
			'check that it exists and runs, and that this user may use it',
		);
	} finally {
		await db?.close();
	}
}

/** Against the clocks of others, by the date that every HTTP answer carries. */
async function examineClock({ messenger, ai }: DoctorTargets, nowMs: () => number): Promise<Finding> {
	const others = [...new Set([messenger?.apiUrl, ai?.textUrl].filter((url) => url !== undefined))];
	for (const url of others) {
		const askedAtMs = nowMs();
		const reply = await ask(url);
		const date = reply.kind === 'answer' ? Date.parse(reply.headers.get('date') ?? '') : Number.NaN;
		if (Number.isNaN(date)) continue;
		// The other clock was read between the two moments and says whole seconds.
		const skewMs = Math.max(0, askedAtMs - date - 1_000, date - nowMs());
		const host = new URL(url).host;
		if (skewMs < SKEW_WARNING_MS) return ok('clock', `agrees with ${host}`);
		const says = `differs from ${host} by ${Math.round(skewMs / 1_000)} s`;
		const advice = 'let the machine set its clock by the network (`timedatectl set-ntp true`)';
		return skewMs < SKEW_WRONG_MS ? warning('clock.differs', says, advice) : wrong('clock.differs', says, advice);
	}
	return skipped('clock', 'no server answered, so the clock was not compared');
}
