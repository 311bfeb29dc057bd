/** Finds the draft with the same topic, before anything is paid for. A lookup reads a bounded number of rows. */
import type { Item } from '@copydesk/domain/news/item';
import { likeness } from '@copydesk/domain/repeats/compare';
import { foundBy, leadOf, type TopicFingerprint } from '@copydesk/domain/repeats/topicFingerprint';
import { OPEN_PLANS } from '@copydesk/domain/material/plan';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { REMEMBERED_MS, termsOfAddress } from './fingerprints.ts';

/** What may be a repetition. */
export interface Held {
	readonly fingerprint: TopicFingerprint;
	/** Addresses in canonical form. */
	readonly addresses: readonly string[];
	/** The draft that would be made of it; empty: that is not known. */
	readonly draftKey: string;
}

/** An item of news, as it may be a repetition. */
export const offeredNews = ({ title, angle, canonical_url }: Pick<Item, 'title' | 'angle' | 'canonical_url'>): Held => ({
	fingerprint: leadOf([title, angle]),
	addresses: [canonical_url],
	draftKey: '',
});

/** The earlier draft, with its newest version or the one in the channel. */
export interface Hit {
	readonly draft_key: string;
	readonly version: number;
	readonly state: 'published' | 'planned' | 'open' | 'rejected';
	/** The planned time; for other states, when the state began. */
	readonly at_ms: number;
}

/** The most drafts read per term, newest first; a term with so many is common. */
const MOST_OF_TERM = 64;
/** The most drafts compared: those with the rarest terms. */
const MOST_COMPARED = 30;

export async function findRepeat(db: Database, { fingerprint, addresses, draftKey }: Held, nowMs: number): Promise<Hit | undefined> {
	const byAddress = addresses.flatMap(termsOfAddress);
	const places = await placesOf(db, [...foundBy(fingerprint), ...byAddress]);
	if (places.size === 0) return undefined;
	const common = new Set([...places].filter(([, numbers]) => numbers.length === MOST_OF_TERM).map(([term]) => term));
	const isAddress = (number: number): boolean => byAddress.some((term) => places.get(term)?.includes(number));
	const numbers = rankedOf(places, new Set(byAddress)).slice(0, MOST_COMPARED);
	const found = await tables(db)
		.selectFrom('matter')
		.select(['draft_key', 'number', 'matter'])
		.where('number', 'in', numbers)
		.where('draft_key', '<>', draftKey)
		.where('at_ms', '>=', nowMs - REMEMBERED_MS)
		.execute();
	const scored = found.map(({ draft_key, number, matter: told }) => ({
		draft_key,
		score: isAddress(number) ? Infinity : likeness(fingerprint, JSON.parse(told) as TopicFingerprint, common),
	}));
	return mostAlike(db, scored);
}

/** The same among the drafts that were begun, or changed, since: the ones that a lookup before may not have seen. */
export async function findRepeatSince(db: Database, { fingerprint, addresses, draftKey }: Held, sinceMs: number): Promise<Hit | undefined> {
	const byAddress = addresses.flatMap(termsOfAddress);
	const found = await tables(db)
		.selectFrom('matter')
		.select(['draft_key', 'found_by', 'matter'])
		.where('at_ms', '>=', sinceMs)
		.where('draft_key', '<>', draftKey)
		.orderBy('at_ms', 'desc')
		.limit(MOST_OF_TERM)
		.execute();
	const scored = found.map(({ draft_key, found_by, matter: told }) => ({
		draft_key,
		score: byAddress.some((term) => (JSON.parse(found_by) as string[]).includes(term))
			? Infinity
			: likeness(fingerprint, JSON.parse(told) as TopicFingerprint),
	}));
	return mostAlike(db, scored);
}

async function mostAlike(
	db: Database,
	scored: readonly { readonly draft_key: string; readonly score: number }[],
): Promise<Hit | undefined> {
	for (const { draft_key } of scored.filter(({ score }) => score >= 1).sort((one, other) => other.score - one.score)) {
		const hit = await standingOf(db, draft_key);
		if (hit !== undefined) return hit;
	}
	return undefined;
}

/** The numbers of the newest drafts with each term. */
async function placesOf(db: Database, terms: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
	const [first, ...more] = terms.map((term) =>
		tables(db)
			.selectFrom((one) =>
				one
					.selectFrom('matter_term')
					.select(['term', 'number'])
					.where('term', '=', term)
					.orderBy('number', 'desc')
					.limit(MOST_OF_TERM)
					.as('of_term'),
			)
			.select(['term', 'number']),
	);
	const places = new Map<string, number[]>();
	if (first === undefined) return places;
	for (const { term, number } of await more.reduce((all, one) => all.unionAll(one), first).execute()) {
		const numbers = places.get(term) ?? [];
		places.set(term, numbers);
		numbers.push(Number(number));
	}
	return places;
}

/** Drafts ordered by shared terms: a rare term counts more, and an address most. */
function rankedOf(places: ReadonlyMap<string, readonly number[]>, addresses: ReadonlySet<string>): readonly number[] {
	const weights = new Map<number, number>();
	for (const [term, numbers] of places)
		for (const number of numbers)
			weights.set(number, (weights.get(number) ?? 0) + (addresses.has(term) ? MOST_OF_TERM : 1 / Math.sqrt(numbers.length)));
	return [...weights].sort(([, one], [, other]) => other - one).map(([number]) => number);
}

/** The state of a draft; undefined if its post was taken down, or if the desk gave it up: then it may be told again. */
async function standingOf(db: Database, draft_key: string): Promise<Hit | undefined> {
	const versions = await tables(db)
		.selectFrom('material as m')
		.leftJoin('plan as p', (on) =>
			on.onRef('p.draft_key', '=', 'm.draft_key').onRef('p.version', '=', 'm.version').on('p.state', 'in', OPEN_PLANS),
		)
		.select(['m.version', 'm.state', 'm.error_code', 'm.state_changed_at_ms', 'm.withdrawn_at_ms', 'p.at_ms'])
		.where('m.draft_key', '=', draft_key)
		.orderBy('m.version', 'desc')
		.execute();
	const posts = versions.filter(({ state }) => state === 'published');
	const post = posts.find(({ withdrawn_at_ms }) => withdrawn_at_ms === null);
	if (post !== undefined) return { draft_key, version: post.version, state: 'published', at_ms: post.state_changed_at_ms };
	const [newest] = versions;
	if (newest === undefined || newest.state === 'published') return undefined;
	const { version, state, error_code, at_ms, state_changed_at_ms: since } = newest;
	if (state === 'rejected' && (error_code !== null || posts.length > 0)) return undefined;
	if (at_ms !== null) return { draft_key, version, state: 'planned', at_ms };
	return { draft_key, version, state: state === 'rejected' ? 'rejected' : 'open', at_ms: since };
}
