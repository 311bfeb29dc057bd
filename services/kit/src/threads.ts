/** A pool of worker threads, with one job per thread at a time. A thread that may be broken is ended and replaced. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';

/** Why a thread was lost: its job took too long, its heap is full, or it ended itself. */
export type LostBy = 'time' | 'memory' | 'crash';

/** The messages of a thread: it is ready, its job has a result, or it is idle after more work behind an answer. */
export type FromThread<Ready, Result, Failure> =
	| ({ readonly kind: 'ready' } & Ready)
	/** With `isBusy` the thread prepares later jobs until it sends `idle`. */
	| { readonly kind: 'done'; readonly result: Result; readonly isBusy?: boolean }
	| ({ readonly kind: 'failed' } & Failure)
	| { readonly kind: 'idle' };

export interface ThreadsOptions<Failure> {
	readonly script: URL;
	readonly worker: WorkerOptions;
	/** The most jobs at one time. */
	readonly size: number;
	/** Threads that are started at once. Others start with the work. */
	readonly started: number;
	/** Threads beyond the busy ones, kept warm to replace a lost one. */
	readonly spare: number;
	/** The most waiting jobs; one more is refused as busy. */
	readonly maxWaiting: number;
	/** Longest job, in milliseconds. */
	readonly jobMs: number;
	/** Whether closing waits for running jobs, and for the work behind their answers. */
	readonly finishes: boolean;
	/** The error for the caller of a failed job. */
	readonly failed: (failure: Failure) => CopydeskError;
	/** The error for the caller whose thread was lost. */
	readonly lost: (by: LostBy, cause: Error | undefined) => CopydeskError;
	/** The error text for callers whose jobs are dropped when the pool closes. */
	readonly stopping: string;
	readonly onStarted?: (worker: Worker) => void;
	readonly onLost?: (by: LostBy, error: CopydeskError) => void;
	/** Called when a lost thread has ended. */
	readonly onEnded?: (threadId: number) => void;
}

interface Task<Job, Result> {
	readonly job: Job;
	readonly transfer: readonly ArrayBuffer[];
	readonly resolve: (result: Result) => void;
	readonly reject: (error: CopydeskError) => void;
}

interface Seat<Job, Result> {
	readonly worker: Worker;
	/** Stored here, because the worker forgets its id when it ends. */
	readonly threadId: number;
	isReady: boolean;
	/** Has a job, or still works behind an answer. */
	isBusy: boolean;
	task: Task<Job, Result> | undefined;
	timer: NodeJS.Timeout | undefined;
}

/** The pause before a thread is restarted that was lost before it was ready. */
const RESTART_MS = 500;
/** How long a health check waits for a thread that is being replaced. */
const HEALTH_MS = 3_000;

/** Opens a pool. Resolves when the first threads are ready, and rejects if one of them cannot start. */
export async function openThreads<Job, Result, Failure, Ready>(
	options: ThreadsOptions<Failure>,
): Promise<Threads<Job, Result, Failure, Ready>> {
	const threads = new Threads<Job, Result, Failure, Ready>(options);
	await threads.start();
	return threads;
}

export class Threads<Job, Result, Failure, Ready> {
	/** The message that a thread sent when it became ready. */
	ready: Ready | undefined;
	readonly #options: ThreadsOptions<Failure>;
	readonly #seats = new Set<Seat<Job, Result>>();
	readonly #queue: Task<Job, Result>[] = [];
	readonly #onceReady = new Set<(error?: Error) => void>();
	#isClosing = false;
	#whenIdle: (() => void) | undefined;

	constructor(options: ThreadsOptions<Failure>) {
		this.#options = options;
	}

	async start(): Promise<void> {
		try {
			await new Promise<void>((resolve, reject) => {
				let missing = this.#options.started;
				const onReady = (error?: Error): void => {
					if (error !== undefined) reject(error);
					else if ((missing -= 1) === 0) resolve();
					else this.#onceReady.add(onReady);
				};
				this.#onceReady.add(onReady);
				for (let at = 0; at < this.#options.started; at += 1) this.#sit();
			});
		} catch (error) {
			this.#isClosing = true;
			await this.#endThreads();
			throw error;
		}
	}

	/**
	 * Runs a job on the next free thread.
	 *
	 * @param transfer buffers that are moved to the thread, and are empty here afterwards
	 * @throws CopydeskError busy (too many wait), unavailable (stopping), or what the options make of a failed job or a lost thread
	 */
	run(job: Job, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
		const { maxWaiting, stopping } = this.#options;
		return new Promise((resolve, reject) => {
			if (this.#isClosing) reject(new CopydeskError('unavailable', stopping));
			else if (this.#queue.length >= maxWaiting && this.#free() === undefined) {
				reject(new CopydeskError('busy', `${this.#queue.length} jobs wait already`, { retryAfterSeconds: 1 }));
			} else {
				this.#queue.push({ job, transfer, resolve, reject });
				this.#next();
				this.#grow();
			}
		});
	}

	/** How many jobs wait for a thread. */
	waiting(): number {
		return this.#queue.length;
	}

	/** Whether a thread is ready, now or within `HEALTH_MS`. */
	async isHealthy(): Promise<boolean> {
		if ([...this.#seats].some(({ isReady }) => isReady)) return true;
		return new Promise((resolve) => {
			const timer = setTimeout(() => resolve(false), HEALTH_MS);
			this.#onceReady.add((error) => {
				clearTimeout(timer);
				resolve(error === undefined);
			});
		});
	}

	async close(): Promise<void> {
		const { finishes, stopping } = this.#options;
		this.#isClosing = true;
		for (const task of this.#queue.splice(0)) task.reject(new CopydeskError('unavailable', stopping));
		if (finishes)
			await new Promise<void>((resolve) => {
				this.#whenIdle = resolve;
				this.#next();
			});
		else for (const seat of this.#seats) leave(seat)?.reject(new CopydeskError('unavailable', stopping));
		await this.#endThreads();
	}

	#busy(): number {
		return [...this.#seats].filter(({ isBusy }) => isBusy).length;
	}

	#free(): Seat<Job, Result> | undefined {
		if (this.#busy() >= this.#options.size) return undefined;
		return [...this.#seats].find(({ isReady, isBusy }) => isReady && !isBusy);
	}

	#next(): void {
		for (let seat = this.#free(); seat !== undefined; seat = this.#free()) {
			const task = this.#queue.shift();
			if (task === undefined) break;
			this.#give(task, seat);
		}
		if (this.#isClosing && this.#busy() === 0) this.#whenIdle?.();
	}

	#give(task: Task<Job, Result>, seat: Seat<Job, Result>): void {
		seat.task = task;
		seat.isBusy = true;
		seat.timer = setTimeout(() => this.#lose(seat, 'time'), this.#options.jobMs);
		seat.worker.postMessage(task.job, [...task.transfer]);
	}

	#grow(): void {
		const { size, spare } = this.#options;
		const wanted = Math.min(size, this.#busy() + this.#queue.length) + spare;
		while (this.#seats.size < wanted) this.#sit();
	}

	#settleReady(error?: Error): void {
		const waiting = [...this.#onceReady];
		this.#onceReady.clear();
		for (const ready of waiting) ready(error);
	}

	/** Starts one more thread. */
	#sit(): void {
		const worker = new Worker(this.#options.script, this.#options.worker);
		this.#options.onStarted?.(worker);
		const { threadId } = worker;
		const seat: Seat<Job, Result> = { worker, threadId, isReady: false, isBusy: false, task: undefined, timer: undefined };
		this.#seats.add(seat);
		worker.on('message', (message: FromThread<Ready, Result, Failure>) => this.#hear(seat, message));
		worker.once('error', (cause: NodeJS.ErrnoException) =>
			this.#lose(seat, cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', cause),
		);
		worker.once('exit', (code) => this.#lose(seat, 'crash', new Error(`it ended with code ${code}`)));
	}

	#hear(seat: Seat<Job, Result>, message: FromThread<Ready, Result, Failure>): void {
		if (message.kind === 'ready') {
			this.ready = message;
			seat.isReady = true;
			this.#settleReady();
		} else if (message.kind === 'idle') rest(seat);
		else {
			const task = leave(seat);
			if (message.kind === 'failed' || message.isBusy !== true) rest(seat);
			if (message.kind === 'done') task?.resolve(message.result);
			else task?.reject(this.#options.failed(message));
		}
		this.#next();
	}

	/** Ends a thread, rejects its job, and starts another thread. */
	#lose(seat: Seat<Job, Result>, by: LostBy, cause?: Error): void {
		if (!this.#seats.delete(seat)) return;
		const { lost, onLost, onEnded, size, spare } = this.#options;
		const error = lost(by, cause);
		onLost?.(by, error);
		rest(seat);
		void end(seat).then(() => onEnded?.(seat.threadId));
		leave(seat)?.reject(error);
		if (!this.#isClosing && seat.isReady) this.#sit();
		else if (!this.#isClosing) {
			this.#settleReady(cause ?? error);
			setTimeout(() => this.#isClosing || this.#seats.size >= size + spare || this.#sit(), RESTART_MS).unref();
		}
		this.#next();
	}

	async #endThreads(): Promise<void> {
		await Promise.all([...this.#seats].map(end));
	}
}

/** Takes the job off a seat; the thread may still be busy. */
function leave<Job, Result>(seat: Seat<Job, Result>): Task<Job, Result> | undefined {
	const { task } = seat;
	seat.task = undefined;
	return task;
}

function rest<Job, Result>(seat: Seat<Job, Result>): void {
	clearTimeout(seat.timer);
	seat.isBusy = false;
}

async function end<Job, Result>({ worker, timer }: Seat<Job, Result>): Promise<void> {
	clearTimeout(timer);
	worker.removeAllListeners();
	// Errors during its end concern no caller.
	worker.on('error', () => undefined);
	await worker.terminate();
}
