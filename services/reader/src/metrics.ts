import { createMetrics, type Metrics } from '@copydesk/kit/metrics';
import type { EndedBy } from './workers/pool.ts';

export type ReadingKind = 'feed' | 'article' | 'search';

export interface ReaderMetrics {
	readonly metrics: Metrics;
	/** `code`: `ok` or the code of the refusal. */
	reading(kind: ReadingKind, code: string): void;
	fetched(kind: ReadingKind, seconds: number): void;
	parsed(kind: ReadingKind, seconds: number): void;
	workerEnded(reason: EndedBy): void;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** @param waiting how many readings wait now */
export function createReaderMetrics(waiting: () => number): ReaderMetrics {
	const metrics = createMetrics();
	const readings = metrics.counter('reader_readings_total', 'Readings by what was read and how it ended', ['kind', 'code']);
	const fetches = metrics.histogram('reader_fetch_seconds', 'Time from the first connection to the last byte', ['kind'], BUCKETS_SECONDS);
	const parses = metrics.histogram('reader_parse_seconds', 'Time of parses, waiting for a thread included', ['kind'], BUCKETS_SECONDS);
	const ended = metrics.counter('reader_workers_ended_total', 'Threads that were ended or crashed', ['reason']);
	metrics.gauge('reader_waiting', 'Readings that wait for a place', waiting);
	for (const kind of ['feed', 'article', 'search']) {
		readings.inc({ kind, code: 'ok' }, 0);
		fetches.zero({ kind });
		parses.zero({ kind });
	}
	for (const reason of ['time', 'memory', 'crash']) ended.inc({ reason }, 0);
	return {
		metrics,
		reading: (kind, code) => readings.inc({ kind, code }),
		fetched: (kind, seconds) => fetches.observe({ kind }, seconds),
		parsed: (kind, seconds) => parses.observe({ kind }, seconds),
		workerEnded: (reason) => ended.inc({ reason }),
	};
}
