import { CopydeskError } from '@copydesk/domain/errors';
import type { Log } from '@copydesk/kit/log';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Document, Wanted } from '../fetch/fetchDocument.ts';
import { beginReading, type Reading, type ReadingParts } from '../reading.ts';
import type { Pool } from '../workers/pool.ts';
import { createFeedMemory, type KeptFeed } from './memory.ts';

const ACCEPT =
	'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, ' +
	'text/xml;q=0.8, application/json;q=0.7, */*;q=0.1';
/** Certainly no feed; anything else is judged by its content. */
const MEDIA = /^(?:image|audio|video|font)\//;

/** Where an answer came from: requested now, confirmed as unchanged, or from memory. */
type Freshness = 'network' | 'revalidated' | 'memory';

export interface ReadFeed {
	readonly kept: KeptFeed;
	readonly from: Freshness;
}

/**
 * Reads one feed, or answers from memory while that is fresh.
 * @throws CopydeskError with the code and the facts of the refusal; never falls back to memory
 */
export type FeedReader = (url: string, log: Log) => Promise<ReadFeed>;

interface FeedReaderParts extends ReadingParts {
	readonly pool: Pool;
	readonly maxBytes: number;
	readonly freshSeconds: number;
	/** A monotonic clock. */
	readonly monotonicMs: () => number;
}

export function createFeedReader(parts: FeedReaderParts): FeedReader {
	const { pool, metrics, maxBytes, freshSeconds, monotonicMs } = parts;
	const memory = createFeedMemory();
	const underWay = new Map<string, Promise<ReadFeed>>();

	const parse = async ({ bytes, contentType, target, validators }: Document): Promise<KeptFeed> => {
		const { length } = bytes;
		const parsedAt = performance.now();
		const outcome = await pool.run({ kind: 'feed', bytes, contentType, finalUrl: target.href });
		metrics.parsed('feed', (performance.now() - parsedAt) / 1e3);
		if (!('feed' in outcome)) throw new CopydeskError(outcome.code);
		return { feed: outcome.feed, finalUrl: target.href, validators, bytes: length, weight: outcome.weight, readAtMs: monotonicMs() };
	};

	const read = (reading: Reading, key: string): Promise<ReadFeed> => {
		const before = memory.get(key);
		const wanted: Wanted = {
			accept: ACCEPT,
			maxBytes,
			isReadable: (contentType) => !MEDIA.test(contentType),
			validators: before?.validators,
		};
		return reading.run(wanted, async (document) => {
			if (document === undefined && before !== undefined) {
				const kept = { ...before, readAtMs: monotonicMs() };
				memory.keep(key, kept);
				return { kept, from: 'revalidated' };
			}
			const kept = await parse(document as Document);
			if ((document as Document).mayBeKept) memory.keep(key, kept);
			else memory.drop(key);
			return { kept, from: 'network' };
		});
	};

	return async (url, log) => {
		const reading = beginReading('feed', url, parts, log);
		const key = reading.target?.href ?? '';
		try {
			const known = memory.get(key);
			const isFresh = known !== undefined && monotonicMs() - known.readAtMs < freshSeconds * 1_000;
			const shared = underWay.get(key);
			if (isFresh || shared !== undefined) {
				const found = isFresh ? ({ kept: known, from: 'memory' } as const) : await (shared as Promise<ReadFeed>);
				reading.end();
				return found;
			}
			const own = read(reading, key).finally(() => underWay.delete(key));
			if (reading.target !== undefined) underWay.set(key, own);
			const found = await own;
			reading.end();
			return found;
		} catch (error) {
			const refusal = asCopydeskError(error);
			reading.end(refusal);
			throw refusal;
		}
	};
}
