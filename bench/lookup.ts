/** What a lookup costs on a desk with many posts: in the service's own tables, with posts that share most of their words. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRepeat } from '@copydesk/collaboration/repeats/find';
import { FAMILY, MIGRATIONS } from '@copydesk/collaboration/service';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { foundBy, leadOf, fingerprintOf, type TopicFingerprint } from '../domain/repeats/topicFingerprint.ts';
import { storiesIn } from '../test/check-suite/repeats/stories.ts';

export interface LookupCost {
	readonly posts: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
}

const ROWS_AT_ONCE = 100;

/** The same post with other numbers and, for each third word, another one of so many. */
function otherOf(matter: TopicFingerprint, nth: number): TopicFingerprint {
	return {
		...matter,
		values: matter.values.map((value, at) => (/^n/.test(value) ? `n${(nth * 7 + at * 13) % 5_000}` : value)),
		terms: matter.terms.map((term, at) =>
			(at + nth) % 3 === 0 ? { ...term, stem: `${term.stem}${nth % 40}`, sound: `${term.sound}${nth % 40}` } : term,
		),
	};
}

async function insert(db: Database, table: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]) {
	for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
		const part = rows.slice(from, from + ROWS_AT_ONCE);
		const places = part.map((row, at) => `(${row.map((_, column) => `$${at * row.length + column + 1}`).join(', ')})`);
		await db.query(`insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`, part.flat());
	}
}

/** @param url of an empty database; without one, a file of SQLite that is removed */
export async function lookupCost(posts: number, url?: string): Promise<LookupCost> {
	const directory = url === undefined ? mkdtempSync(join(tmpdir(), 'copydesk-repeats-')) : undefined;
	const db = await openDatabase(url ?? `sqlite:${join(directory ?? '', 'service.sqlite')}`);
	try {
		await migrate(db, MIGRATIONS, FAMILY, 1);
		const { stories, later } = storiesIn('first');
		const matters = stories.map(({ title, body }) => fingerprintOf([title, body]));
		for (let from = 1; from <= posts; from += 1_000) {
			const numbers = Array.from({ length: Math.min(1_000, posts - from + 1) }, (_, at) => from + at);
			const made = numbers.map((number) => ({ number, matter: otherOf(matters[number % matters.length] as TopicFingerprint, number) }));
			await db.atomically(async (tx) => {
				const rows = made.map(({ number, matter }) => [`p${number}`, number, JSON.stringify(matter), '[]', 1]);
				await insert(tx, 'matter', ['draft_key', 'number', 'matter', 'found_by', 'at_ms'], rows);
				const terms = made.flatMap(({ number, matter }) => foundBy(matter).map((term) => [term, number]));
				await insert(tx, 'matter_term', ['term', 'number'], terms);
			});
		}
		const tookMs: number[] = [];
		for (const { text } of later) {
			const beganMs = performance.now();
			await findRepeat(db, { fingerprint: leadOf([text]), addresses: ['https://example.org/a'], draftKey: 'p0' }, 2);
			tookMs.push(performance.now() - beganMs);
		}
		tookMs.sort((one, other) => one - other);
		const at = (share: number): number => tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0;
		return { posts, p50Ms: at(0.5), p99Ms: at(0.99) };
	} finally {
		await db.close();
		if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
	}
}
