import { CopydeskError } from '@copydesk/domain/errors';
import { openThreads, type LostBy } from '@copydesk/kit/threads';
import type { ArticleResult, FeedResult, Job, SearchResult, WorkerSettings } from './messages.ts';

export type { LostBy as EndedBy };

export interface PoolOptions {
	/** The most parses at one time. One more thread is kept warm, and started only when needed. */
	readonly size: number;
	/** The longest parse, in milliseconds. */
	readonly jobMs: number;
	/** The heap of one thread, in MiB. */
	readonly heapMb: number;
	readonly settings: WorkerSettings;
	/** Another script, for tests. */
	readonly script?: URL;
	readonly onEnded?: (reason: LostBy) => void;
}

export interface Pool {
	/** @throws CopydeskError too_complex (over a limit, or the parser broke), unavailable (stopping) */
	run<K extends Job['kind']>(job: Job & { readonly kind: K }): Promise<Results[K]>;
	/** Whether a thread is available. */
	isHealthy(): Promise<boolean>;
	close(): Promise<void>;
}

interface Results {
	readonly feed: FeedResult;
	readonly article: ArticleResult;
	readonly search: SearchResult;
}

const SCRIPT = new URL('./worker.ts', import.meta.url);
const YOUNG_MB = 32;
const STACK_MB = 4;

/** Opens the pool. Resolves when the first thread is ready, and rejects if it cannot start. */
export async function openPool({ size, jobMs, heapMb, settings, script = SCRIPT, onEnded }: PoolOptions): Promise<Pool> {
	const threads = await openThreads<Job, Results[keyof Results], { readonly reason: string }, object>({
		script,
		worker: {
			workerData: settings,
			env: {},
			argv: [],
			execArgv: ['--disable-warning=ExperimentalWarning'],
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
		},
		size,
		started: 1,
		spare: 1,
		maxWaiting: Number.POSITIVE_INFINITY,
		jobMs,
		finishes: false,
		failed: ({ reason }) => new CopydeskError('too_complex', `the parser threw: ${reason}`),
		lost: (by) => new CopydeskError('too_complex', `the parser was ended: ${by}`),
		stopping: 'the reader is stopping',
		onStarted({ stdout, stderr }) {
			// The parsers' output may contain titles and texts.
			stdout.resume();
			stderr.resume();
		},
		...(onEnded === undefined ? {} : { onLost: onEnded }),
	});
	return {
		run: <K extends Job['kind']>(job: Job & { readonly kind: K }) => threads.run(job, [job.bytes.buffer]) as Promise<Results[K]>,
		isHealthy: () => threads.isHealthy(),
		close: () => threads.close(),
	};
}
