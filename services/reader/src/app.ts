import type { Express } from 'express';
import type { Log } from '@copydesk/kit/log';
import { createApp } from '@copydesk/kit/server';
import { routes } from './api.ts';
import { createArticleReader } from './articles/readArticle.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { createFeedReader } from './feeds/readFeed.ts';
import { createAdmission } from './fetch/admission.ts';
import { createResolve } from './fetch/resolve.ts';
import { createHostCooldown } from './fetch/hostCooldown.ts';
import { createReaderMetrics } from './metrics.ts';
import { createSearch } from './search/search.ts';
import { openPool } from './workers/pool.ts';

export interface Reader {
	readonly app: Express;
	readonly deps: Deps;
	/** Ends the threads. Call it after the port is closed. */
	close(): Promise<void>;
}

interface ReaderOptions {
	/** A monotonic clock: for the age of feeds and the pauses of hosts. */
	readonly monotonicMs?: () => number;
	/** Another parser script; tests only. */
	readonly workerScript?: URL;
	/** Checks answers against their contract; tests only. */
	readonly strict?: boolean;
}

/** Builds the reader from its configuration and starts its threads. */
export async function openReader(
	config: Config,
	log: Log,
	{ monotonicMs = () => performance.now(), workerScript, strict = false }: ReaderOptions = {},
): Promise<Reader> {
	const admission = createAdmission({ concurrency: config.concurrency, perHost: config.perHost, waitMs: config.fetchMs });
	const metrics = createReaderMetrics(admission.waiting);
	const pool = await openPool({
		size: config.workers,
		jobMs: config.extractMs,
		heapMb: config.workerMb,
		settings: { httpHosts: [...config.httpHosts] },
		...(workerScript === undefined ? {} : { script: workerScript }),
		onEnded(reason) {
			metrics.workerEnded(reason);
			log.warn({ reason }, 'a thread was ended and is replaced');
		},
	});
	const parts = {
		fetch: { settings: config, resolve: createResolve(config.dnsServers), cooldown: createHostCooldown(monotonicMs) },
		admission,
		metrics,
		pool,
	};
	const deps: Deps = {
		pool,
		metrics,
		log,
		readFeed: createFeedReader({ ...parts, maxBytes: config.feedBytes, freshSeconds: config.freshSeconds, monotonicMs }),
		readArticle: createArticleReader(parts),
		search: createSearch({ ...parts, choice: config.search, key: config.searchKey, monotonicMs }),
	};
	return {
		app: createApp({
			routes,
			deps,
			credential: { header: 'bearer', key: config.apiKey },
			log,
			metrics: metrics.metrics,
			strict,
		}),
		deps,
		close: () => pool.close(),
	};
}
