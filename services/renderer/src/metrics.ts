import { createMetrics, type Metrics } from '@copydesk/kit/metrics';
import type { FoundIn, Phases } from './workers/messages.ts';

export interface RendererMetrics {
	readonly metrics: Metrics;
	phases(seconds: Phases): void;
	/** Where a cover's prepared background was found, or `stored` for a repeat. */
	found(where: FoundIn | 'stored'): void;
	integrityViolation(): void;
	workerLost(): void;
	/** Prometheus text, with the present values from the journal and the queue. */
	text(now: { readonly storeBytes: number; readonly queueDepth: number }): Promise<string>;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createRendererMetrics(): RendererMetrics {
	const metrics = createMetrics();
	const phase = metrics.histogram('renderer_phase_seconds', 'Time of imports and renders, by phase', ['phase'], BUCKETS_SECONDS);
	const hits = metrics.counter('renderer_cache_hits_total', 'Work that was saved, by where its result was found', ['cache']);
	const misses = metrics.counter('renderer_cache_misses_total', 'Backgrounds that had to be prepared from the source');
	const violations = metrics.counter('renderer_integrity_violations_total', 'Stored files found missing or altered');
	const lost = metrics.counter('renderer_workers_lost_total', 'Threads that died or were ended');
	const depth = metrics.gauge('renderer_queue_depth', 'Jobs that wait for a thread');
	const bytes = metrics.gauge('renderer_store_bytes', 'Bytes of all journalled files');
	for (const name of ['decode', 'compose', 'encode', 'store']) phase.zero({ phase: name });
	for (const cache of ['memory', 'disk', 'stored']) hits.inc({ cache }, 0);
	return {
		metrics,
		phases(seconds) {
			for (const [name, value] of Object.entries(seconds)) phase.observe({ phase: name }, value);
		},
		found(where) {
			if (where === 'source') misses.inc();
			else hits.inc({ cache: where });
		},
		integrityViolation: () => violations.inc(),
		workerLost: () => lost.inc(),
		text(now) {
			depth.set(now.queueDepth);
			bytes.set(now.storeBytes);
			return metrics.text();
		},
	};
}
