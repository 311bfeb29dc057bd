/** Asks the configured engine, and keeps the results that could be read as pages. */
import type { Routes } from '@copydesk/domain/api/reader';
import { CopydeskError, type ErrorCode } from '@copydesk/domain/errors';
import { DEFAULT_SEARCH_RESULTS, MAX_PAGES_OF_A_HOST } from '@copydesk/domain/limits';
import { canonicalUrl, hostOf } from '@copydesk/domain/text/canonicalUrl';
import type { Log } from '@copydesk/kit/log';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Document, FetchParts, Wanted } from '../fetch/fetchDocument.ts';
import { hostPortOf } from '../fetch/hostPort.ts';
import { retryAfterSeconds } from '../fetch/retryAfter.ts';
import { configuredTarget, targetOf, type Lists } from '../fetch/target.ts';
import { beginReading, type ReadingParts } from '../reading.ts';
import type { Pool } from '../workers/pool.ts';
import type { Hit } from './answers.ts';
import { engineOf, type Engine, type Question, type SearchChoice } from './engines.ts';
import { otherScript } from './script.ts';

type Wire = Routes['/v1/search'];
type Result = Wire['answer']['results'][number];
type Asked = Wire['answer']['asked'][number];

/** Longest request to an engine, and longest search, in milliseconds. */
const ASK_MS = 8_000;
const SEARCH_MS = 20_000;
const MAX_ANSWER_BYTES = 1_048_576;
const DAY_MS = 86_400_000;

export type Search = (request: Wire['request'], log: Log) => Promise<Wire['answer']>;

interface SearchParts extends ReadingParts {
	readonly pool: Pool;
	readonly choice: SearchChoice;
	readonly key: string;
	/** A monotonic clock. */
	readonly monotonicMs: () => number;
}

/**
 * The address of a result as it would be read; undefined if it must not be read. A stranger's result never leads to a host of the
 * operator's own network, even if the operator listed that host.
 */
function readable(url: string, lists: Lists): string | undefined {
	const address = URL.parse(url);
	if (address === null) return undefined;
	if (address.protocol === 'http:' && address.port === '' && !lists.httpHosts.has(hostPortOf(address))) address.protocol = 'https:';
	try {
		const target = targetOf(address.href, lists);
		return target.mustBePublic || target.origin !== undefined ? canonicalUrl(target.href) : undefined;
	} catch {
		return undefined;
	}
}

/** One result of each list in turn: the best ones of all queries come first. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1))).flat();
}

/** Each address once, at most two of a host, at most `limit`. */
function selected(results: readonly Result[], limit: number): Result[] {
	const [seen, ofHost] = [new Set<string>(), new Map<string, number>()];
	const kept = results.filter(({ url, host }) => {
		const name = host.replace(/^www\./, '');
		const count = ofHost.get(name) ?? 0;
		if (seen.has(url) || count >= MAX_PAGES_OF_A_HOST) return false;
		seen.add(url);
		ofHost.set(name, count + 1);
		return true;
	});
	return kept.slice(0, limit);
}

/**
 * The hits that may be read.
 * @throws CopydeskError search_other_language
 */
function resultsOf(hits: readonly Hit[], { language, freshDays }: Question, { name: engine }: Engine, lists: Lists): Result[] {
	const isOther = otherScript(language);
	const inLanguage = hits.filter(({ title, snippet }) => !isOther(`${title} ${snippet}`));
	if (hits.length > 0 && inLanguage.length === 0) throw new CopydeskError('search_other_language');
	const since = freshDays === undefined ? Number.NEGATIVE_INFINITY : Date.now() - freshDays * DAY_MS;
	return inLanguage.flatMap(({ title, url: given, snippet, publishedMs }): Result[] => {
		const url = readable(given, lists);
		if (url === undefined || (publishedMs !== null && publishedMs < since)) return [];
		const host = hostOf(url);
		return [
			{ title: title || host, url, host, snippet, published_at: publishedMs === null ? null : new Date(publishedMs).toISOString(), engine },
		];
	});
}

export function createSearch({ pool, choice, key, monotonicMs, ...parts }: SearchParts): Search {
	const engine = engineOf(choice, key);
	const { settings, cooldown } = parts.fetch;

	const hitsOf = async (document: Document | undefined, { name }: Engine): Promise<readonly Hit[]> => {
		// Cannot happen: this request was not conditional, so 304 is no valid answer.
		if (document === undefined) throw new CopydeskError('upstream_status');
		const { bytes, contentType, target, retryAfter } = document;
		const outcome = await pool.run({ kind: 'search', bytes, contentType, finalUrl: target.href, engine: name });
		if ('hits' in outcome) return outcome.hits;
		if (outcome.code === 'upstream_busy') cooldown.begin(target.hostPort, retryAfterSeconds(retryAfter, Date.now()));
		throw new CopydeskError(outcome.code);
	};

	/** One request to an engine. */
	const ask = async (one: Engine, question: Question, place: string, msLeft: number, log: Log): Promise<readonly Result[]> => {
		const { url, headers, body } = one.request(question, place);
		const wanted: Wanted = {
			accept: 'application/json',
			maxBytes: MAX_ANSWER_BYTES,
			isReadable: (contentType) => contentType === '' || contentType.endsWith('json'),
			...(headers === undefined ? {} : { headers }),
			...(body === undefined ? {} : { body }),
		};
		const fetch: FetchParts = { ...parts.fetch, settings: { ...settings, fetchMs: Math.min(settings.fetchMs, ASK_MS, msLeft) } };
		const reading = beginReading('search', url, { ...parts, fetch }, log, one.isOwn ? configuredTarget : undefined);
		try {
			const hits = await reading.run(wanted, (document) => hitsOf(document, one));
			const results = resultsOf(hits, question, one, settings);
			reading.end();
			return results;
		} catch (error) {
			const refusal = asCopydeskError(error);
			const code = one.codes[Number(refusal.facts['upstream_status'])];
			const told = code === undefined ? refusal : new CopydeskError(code, refusal.detail, { facts: refusal.facts });
			reading.end(told);
			throw told;
		}
	};

	return async ({ queries, language, limit = DEFAULT_SEARCH_RESULTS, fresh_days: freshDays }, log) => {
		const refused = (name: Asked['engine'], code: ErrorCode): Wire['answer'] => ({
			results: [],
			asked: [{ engine: name, ok: false, code: code as Asked['code'] }],
		});
		if (engine === undefined) return refused('off', 'search_off');
		if (freshDays !== undefined && !engine.knowsDates) return refused(engine.name, 'search_undated');
		const endMs = monotonicMs() + SEARCH_MS;
		const asked: Asked[] = [];
		let results: Result[] = [];
		for (const place of engine.places(language)) {
			if (results.length >= limit) break;
			const lists: (readonly Result[])[] = [];
			for (const query of queries) {
				try {
					const msLeft = endMs - monotonicMs();
					if (msLeft <= 0) throw new CopydeskError('upstream_timeout', 'no time left for this search');
					lists.push(await ask(engine, { query, language, limit, freshDays }, place, msLeft, log));
					asked.push({ engine: engine.name, ok: true, code: null });
				} catch (error) {
					const { code } = asCopydeskError(error);
					asked.push({ engine: engine.name, ok: false, code: code as Asked['code'] });
					// It would not answer the next query either; only the language depends on the query.
					if (code !== 'search_other_language') break;
				}
			}
			results = selected([...results, ...inTurn(lists)], limit);
		}
		return { results, asked };
	};
}
