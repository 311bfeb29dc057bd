import { join } from 'node:path';
import type { Express } from 'express';
import type { Log } from '@copydesk/kit/log';
import { openedBy } from '@copydesk/kit/config';
import { openDatabase } from '@copydesk/kit/database/open';
import { createApp } from '@copydesk/kit/server';
import { collectNearLimit } from './allocator.ts';
import { routes } from './api.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { thisHolder } from './identity.ts';
import { openJournal } from './journal/journal.ts';
import { createRendererMetrics } from './metrics.ts';
import { createBrandKeeper } from './operations/keepBrand.ts';
import { createImageImporter } from './operations/importImage.ts';
import { createCoverChecker } from './operations/checkCover.ts';
import { createCoverMaker } from './operations/makeCover.ts';
import { createAssetReader } from './operations/readAsset.ts';
import { openStore } from './store/open.ts';
import { trimDerivedFiles } from './workers/derived.ts';
import { openPool } from './workers/pool.ts';

/** The most jobs that may wait for a thread. */
const MAX_WAITING_JOBS = 1_024;
/** A longer import or render is broken: computing takes milliseconds, and a bucket's three attempts take at most a minute. */
const JOB_TIMEOUT_MS = 90_000;

export interface Renderer {
	readonly app: Express;
	readonly deps: Deps;
	/** Closes everything after running work has ended. Call it after the port is closed. */
	close(): Promise<void>;
}

interface RendererOptions {
	/** A fault point for the threads; tests only. */
	readonly armed?: string | undefined;
	/** Another drawing script, for comparison. */
	readonly workerScript?: URL;
	/** Checks answers against their contract; tests only. */
	readonly strict?: boolean;
}

/** Builds the renderer from its configuration: opens journal, store and threads, and removes files of killed processes. */
export async function openRenderer(
	config: Config,
	log: Log,
	{ armed, workerScript, strict = false }: RendererOptions = {},
): Promise<Renderer> {
	const self = thisHolder();
	const metrics = createRendererMetrics();
	const store = await openedBy('RENDERER_STORE or RENDERER_DATA_DIR', () => openStore(config.store, self));
	const swept = await store.sweep();
	if (swept > 0) log.info({ swept }, 'removed unfinished files of killed processes');
	const derivedDir = join(config.dataDir, 'derived');
	trimDerivedFiles(derivedDir);
	const journal = await openedBy('RENDERER_DATABASE_URL', async () => {
		const db = await openDatabase(config.databaseUrl);
		return openJournal(db).catch(async (error: unknown) => {
			await db.close();
			throw error;
		});
	});
	collectNearLimit();
	const pool = await openPool({
		size: config.concurrency,
		maxWaiting: MAX_WAITING_JOBS,
		jobTimeoutMs: JOB_TIMEOUT_MS,
		settings: { store: config.store, holder: self, derivedDir, faultPoint: armed },
		...(workerScript === undefined ? {} : { script: workerScript }),
		onWorkerLost(reason) {
			metrics.workerLost();
			log.error({ reason }, 'a thread was lost and is replaced');
		},
		onWorkerEnded(threadId) {
			store.sweep(threadId).catch((error: unknown) => log.error({ err: error }, 'the files of a lost thread could not be removed'));
		},
	}).catch(async (error: unknown) => {
		await journal.close();
		throw error;
	});
	const readAsset = createAssetReader({ store, metrics, log });
	const parts = { journal, pool, metrics, readAsset };
	const deps: Deps = {
		journal,
		store,
		pool,
		metrics,
		readAsset,
		log,
		importImage: createImageImporter(parts),
		keepBrand: createBrandKeeper(parts),
		makeCover: createCoverMaker(parts),
		checkCover: createCoverChecker(parts),
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
		async close() {
			await pool.close();
			await journal.close();
		},
	};
}
