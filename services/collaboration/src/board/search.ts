/** The index by which the wall of posts is searched and filtered: a job keeps it, so that no step of a draft waits for it. */
import type { Fact } from '@copydesk/domain/caption/facts';
import { materialMachine } from '@copydesk/domain/material/machine';
import { fold } from '@copydesk/domain/check/values/tidy';
import { stemmed } from '@copydesk/domain/repeats/stem';
import { dayAt } from '@copydesk/domain/schedule/zone';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { hostOf } from './view.ts';

/** Drafts that one round reads for the first time, and those whose state changed. */
const PER_ROUND = 100;
/** A transaction may be seen later than the time that it wrote. */
const OVERLAP_MS = 60_000;
const MAX_TERMS = 160;
/** Terms of one search; further words are left out. */
const MAX_WORDS = 8;
/** Counting ends there: the rarest term is looked through. */
const MANY = 2_000;
const WORDS = /[\p{L}\p{N}]+/gu;

const STATES = { open: 'open', published: 'published', rejected: 'rejected', withdrawn: 'withdrawn' } as const;
export type SearchedState = keyof typeof STATES;

export interface Search {
	readonly words: string;
	readonly state: string;
	/** A person's id. */
	readonly person: string;
	/** A site, or `request` or `news`. */
	readonly source: string;
	/** Like `2026-11`. */
	readonly month: string;
}

const wordsOf = (text: string): readonly string[] => [...text.matchAll(WORDS)].map(([word]) => `w:${stemmed(fold(word)).stem}`);

/** What a search asks for, as terms. */
export function termsOf({ words, state, person, source, month }: Search): readonly string[] {
	return [
		...new Set([
			...wordsOf(words.slice(0, 200)).slice(0, MAX_WORDS),
			...(Object.hasOwn(STATES, state) ? [`s:${state}`] : []),
			...(/^\d{1,16}$/.test(person) ? [`b:${person}`] : []),
			...(source === '' ? [] : source === 'request' || source === 'news' ? [`k:${source}`] : [`h:${source}`]),
			...(/^\d{4}-\d{2}$/.test(month) ? [`m:${month}`] : []),
		]),
	];
}

/** The numbers of drafts that have all these terms, newest first. */
export async function findDrafts(db: Database, terms: readonly string[], beforeNumber: number, limit: number): Promise<readonly number[]> {
	const counted = await Promise.all(terms.map(async (term) => ({ term, n: await countUpTo(db, term) })));
	const [rarest, ...others] = counted.sort((one, other) => one.n - other.n);
	if (rarest === undefined || rarest.n === 0) return [];
	let query = tables(db)
		.selectFrom('board_term as t')
		.select('t.number')
		.where('t.term', '=', rarest.term)
		.where('t.number', '<', beforeNumber);
	for (const { term } of others)
		query = query.where(({ exists, selectFrom }) =>
			exists(selectFrom('board_term as o').select('o.number').where('o.term', '=', term).whereRef('o.number', '=', 't.number')),
		);
	return (await query.orderBy('t.number', 'desc').limit(limit).execute()).map(({ number }) => Number(number));
}

async function countUpTo(db: Database, term: string): Promise<number> {
	const { n } = await tables(db)
		.selectFrom(tables(db).selectFrom('board_term').select('number').where('term', '=', term).limit(MANY).as('some'))
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** Whether every draft was read for the index. */
export async function isWholeIndex(db: Database): Promise<boolean> {
	const mark = await tables(db).selectFrom('board_mark').select('number').executeTakeFirst();
	const later = await tables(db)
		.selectFrom('material')
		.select('number')
		.where('number', '>', mark?.number ?? 0)
		.orderBy('number')
		.limit(PER_ROUND)
		.execute();
	return later.length < PER_ROUND;
}

export const sourcesFound = async (db: Database): Promise<readonly string[]> =>
	(await tables(db).selectFrom('board_source').select('host').orderBy('host').limit(200).execute()).map(({ host }) => host);

/** One round: reads drafts that are new to the index, and those whose state changed since the last one. */
export async function indexDrafts(db: Database, timeZone: string, nowMs: number): Promise<void> {
	const mark = await tables(db).selectFrom('board_mark').selectAll().executeTakeFirstOrThrow();
	const fresh = await tables(db)
		.selectFrom('material')
		.select('number')
		.distinct()
		.where('number', '>', mark.number)
		.orderBy('number')
		.limit(PER_ROUND)
		.execute();
	const isBackfill = fresh.length === PER_ROUND;
	const changed = isBackfill
		? []
		: await tables(db)
				.selectFrom('material')
				.select(['number', 'state_changed_at_ms'])
				.where('state', 'in', materialMachine.states)
				.where('state_changed_at_ms', '>', mark.at_ms - OVERLAP_MS)
				.where('number', '<=', mark.number)
				.orderBy('state_changed_at_ms')
				.limit(PER_ROUND)
				.execute();
	const last = changed.at(-1);
	// While old drafts are read, changes wait: they are looked for from the time when reading began.
	const until = isBackfill
		? mark.at_ms || nowMs
		: changed.length < PER_ROUND || last === undefined
			? nowMs
			: Number(last.state_changed_at_ms) + OVERLAP_MS;
	for (const number of new Set([...fresh, ...changed].map((each) => Number(each.number)))) await indexDraft(db, number, timeZone);
	await tables(db)
		.updateTable('board_mark')
		.set({ number: Math.max(mark.number, ...fresh.map(({ number }) => Number(number))), at_ms: until })
		.where('id', '=', 1)
		.execute();
}

async function indexDraft(db: Database, number: number, timeZone: string): Promise<void> {
	const versions = tables(db).selectFrom('material').where('number', '=', number);
	const row = await versions.selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
	const first = await versions.select('created_by_user_id').orderBy('version').limit(1).executeTakeFirst();
	if (row === undefined || first === undefined) return;
	const facts = row.facts === null ? [] : (JSON.parse(row.facts) as readonly Fact[]).map(({ text }) => text);
	const text = [row.title, row.subtitle, row.category, row.caption ?? row.body, row.request, ...facts].filter((part) => part !== null);
	const host = hostOf(row.link);
	const state: SearchedState =
		row.withdrawn_at_ms !== null ? 'withdrawn' : row.state === 'published' || row.state === 'rejected' ? row.state : 'open';
	const atMs = row.state === 'published' ? row.state_changed_at_ms : row.created_at_ms;
	const terms = [
		...new Set([
			...[
				`s:${state}`,
				`b:${first.created_by_user_id}`,
				`m:${dayAt(atMs, timeZone).slice(0, 7)}`,
				`k:${row.kind === 'news' ? 'news' : 'request'}`,
			],
			...(host === null ? [] : [`h:${host}`]),
			...wordsOf(text.join(' ').slice(0, 8_000)),
		]),
	].slice(0, MAX_TERMS);
	const written = JSON.stringify(terms);
	const before = await tables(db).selectFrom('board_draft').select('terms').where('number', '=', number).executeTakeFirst();
	if (before?.terms === written) return;
	await db.atomically(async (tx) => {
		const known = new Set(before === undefined ? [] : (JSON.parse(before.terms) as readonly string[]));
		const gone = [...known].filter((term) => !terms.includes(term));
		const added = terms.filter((term) => !known.has(term)).map((term) => ({ term, number }));
		if (gone.length > 0) await tables(tx).deleteFrom('board_term').where('term', 'in', gone).where('number', '=', number).execute();
		if (added.length > 0)
			await tables(tx)
				.insertInto('board_term')
				.values(added)
				.onConflict((on) => on.doNothing())
				.execute();
		if (host !== null)
			await tables(tx)
				.insertInto('board_source')
				.values({ host })
				.onConflict((on) => on.doNothing())
				.execute();
		await tables(tx)
			.insertInto('board_draft')
			.values({ number, terms: written })
			.onConflict((on) => on.column('number').doUpdateSet({ terms: written }))
			.execute();
	});
}
