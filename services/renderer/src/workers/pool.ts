import { CopydeskError } from '@copydesk/domain/errors';
import { openThreads } from '@copydesk/kit/threads';
import type { Job, Ready, Result, Thrown, WorkerSettings } from './messages.ts';

export interface PoolOptions {
	/** The number of threads. */
	readonly size: number;
	/** The most waiting jobs; one more is refused as busy. */
	readonly maxWaiting: number;
	/** After this time a job is ended together with its thread, in milliseconds. */
	readonly jobTimeoutMs: number;
	readonly settings: WorkerSettings;
	/** Another script, for tests. */
	readonly script?: URL;
	readonly onWorkerLost?: (reason: string) => void;
	/** Called when a lost thread has ended: its unfinished files may be removed. */
	readonly onWorkerEnded?: (threadId: number) => void;
}

export interface Pool {
	/** As the threads report it. */
	readonly templateFingerprint: string;
	/**
	 * Runs a job on the next free thread; its bytes are moved and are empty here afterwards.
	 * @throws CopydeskError busy (the queue is full), unavailable (took too long, stopping), internal (the thread died), or the job's own
	 * refusal
	 */
	run(job: Job): Promise<Result>;
	/** How many jobs wait for a thread. */
	waiting(): number;
	/** Lets running jobs and the work behind their answers end, refuses the others, ends the threads. */
	close(): Promise<void>;
}

/** The young generation of a thread's heap. A thread makes few objects; a larger one would fill with dead objects. */
const YOUNG_MB = 2;

const SCRIPT = new URL('./worker.ts', import.meta.url);

function transferOf(job: Job): ArrayBuffer[] {
	const handedOver =
		job.kind === 'import' || job.kind === 'brand' ? [job.bytes] : [job.kind === 'cover' ? job.source : undefined, job.brand];
	return handedOver.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
}

/** The refusal of a job, as an error of this thread. */
function errorOf({ code, detail, fields, stack }: Thrown): CopydeskError {
	const cause = new Error(detail);
	cause.stack = stack;
	return new CopydeskError(code, detail, { fields, cause });
}

/** Starts the threads and waits until each is ready; fails if one cannot start. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const { size, maxWaiting, jobTimeoutMs, settings, script = SCRIPT, onWorkerLost, onWorkerEnded } = options;
	const threads = await openThreads<Job, Result, { readonly thrown: Thrown }, Ready>({
		script,
		worker: { workerData: settings, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } },
		size,
		started: size,
		spare: 0,
		maxWaiting,
		jobMs: jobTimeoutMs,
		finishes: true,
		failed: ({ thrown }) => errorOf(thrown),
		lost: (by, cause) =>
			by === 'time'
				? new CopydeskError('unavailable', `a job took longer than ${jobTimeoutMs} ms`)
				: new CopydeskError('internal', `a thread failed: ${cause?.message ?? by}`, { cause }),
		stopping: 'the renderer is stopping',
		onLost: (_by, { detail }) => onWorkerLost?.(detail),
		onEnded: (threadId) => onWorkerEnded?.(threadId),
	});
	return {
		templateFingerprint: threads.ready?.templateFingerprint ?? '',
		run: (job) => threads.run(job, transferOf(job)),
		waiting: () => threads.waiting(),
		close: () => threads.close(),
	};
}
