import { CopydeskError } from '@copydesk/domain/errors';
import { openThreads } from '@copydesk/kit/threads';
import type { Job, Ready, Result, Thrown, WorkerSettings } from './messages.ts';

export interface PoolOptions {
	/** Threads. */
	readonly size: number;
	/** Jobs that may wait; one more is refused as busy. */
	readonly maxWaiting: number;
	/** A job that runs longer is ended together with its thread, in milliseconds. */
	readonly jobTimeoutMs: number;
	readonly settings: WorkerSettings;
	/** Other than the renderer's own thread only in tests. */
	readonly script?: URL;
	readonly onWorkerLost?: (reason: string) => void;
	/** A lost thread does nothing any more: what it left half-written may be removed. */
	readonly onWorkerEnded?: (threadId: number) => void;
}

export interface Pool {
	/** As told by the threads. */
	readonly templateFingerprint: string;
	/**
	 * Runs a job on the next free thread; its bytes are handed over and are empty here afterwards.
	 * @throws CopydeskError busy (the queue is full), unavailable (took too long, stopping), internal (the thread died),
	 * or what the job itself refused
	 */
	run(job: Job): Promise<Result>;
	/** Jobs that wait for a thread. */
	waiting(): number;
	/** Lets running jobs end, and what threads go on with after an answer; refuses the others, ends the threads. */
	close(): Promise<void>;
}

/** What a thread puts aside for new objects. It makes few of them: with more, dead ones lie there and fill memory. */
const YOUNG_MB = 2;

const SCRIPT = new URL('./worker.ts', import.meta.url);

function transferOf(job: Job): ArrayBuffer[] {
	const handedOver =
		job.kind === 'import' || job.kind === 'brand' ? [job.bytes] : [job.kind === 'cover' ? job.source : undefined, job.brand];
	return handedOver.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
}

/** What a job was refused for, as an error of this thread. */
function errorOf({ code, detail, fields, stack }: Thrown): CopydeskError {
	const cause = new Error(detail);
	cause.stack = stack;
	return new CopydeskError(code, detail, { fields, cause });
}

/** Starts the threads and waits until each can work; a thread that cannot start at all stops the start. */
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
