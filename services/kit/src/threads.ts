/** A pool of threads that work for one process: a job each at a time; a thread that cannot be trusted any more is ended and replaced. */
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';

/** Why a thread was lost: its job took too long, its heap is full, or it ended by itself. */
export type LostBy = 'time' | 'memory' | 'crash';

/** What a thread says: that it can work, what became of its job, and that it is free again after it went on behind an answer. */
export type FromThread<Ready, Result, Failure> =
	| ({ readonly kind: 'ready' } & Ready)
	/** With `isBusy` the thread goes on with something for later jobs, until it says `idle`. */
	| { readonly kind: 'done'; readonly result: Result; readonly isBusy?: boolean }
	| ({ readonly kind: 'failed' } & Failure)
	| { readonly kind: 'idle' };

export interface ThreadsOptions<Failure> {
	readonly script: URL;
	readonly worker: WorkerOptions;
	/** Jobs at one time. */
	readonly size: number;
	/** Threads that are started before there is work. Others come with the work. */
	readonly started: number;
	/** Threads beyond those that work, kept warm for the case that one is lost. */
	readonly spare: number;
	/** Jobs that may wait; one more is refused as busy. */
	readonly maxWaiting: number;
	/** Longest job, in milliseconds. */
	readonly jobMs: number;
	/** Whether closing lets running jobs end, and what threads go on with after an answer. */
	readonly finishes: boolean;
	/** What the caller of a job is told that failed. */
	readonly failed: (failure: Failure) => CopydeskError;
	/** What the caller of a job is told whose thread was lost. */
	readonly lost: (by: LostBy, cause: Error | undefined) => CopydeskError;
	/** What the callers of jobs are told that are not done any more. */
	readonly stopping: string;
	readonly onStarted?: (worker: Worker) => void;
	readonly onLost?: (by: LostBy, error: CopydeskError) => void;
	/** A lost thread does nothing any more. */
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
	/** The worker forgets it when it ends. */
	readonly threadId: number;
	isReady: boolean;
	/** Has a job, or still goes on after one. */
	isBusy: boolean;
	task: Task<Job, Result> | undefined;
	timer: NodeJS.Timeout | undefined;
}

/** A thread that is lost before it is ready is started again after this long. */
const RESTART_MS = 500;
/** How long a question after health waits for a thread that is just being replaced. */
const HEALTH_MS = 3_000;

/** Opens a pool; comes back when the threads that are started first can work, and fails when one of them cannot be started. */
export async function openThreads<Job, Result, Failure, Ready>(
	options: ThreadsOptions<Failure>,
): Promise<Threads<Job, Result, Failure, Ready>> {
	const threads = new Threads<Job, Result, Failure, Ready>(options);
	await threads.start();
	return threads;
}

export class Threads<Job, Result, Failure, Ready> {
	/** What the threads said when they became ready. */
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
	 * @param transfer bytes that are handed over, and are empty here afterwards
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

	/** Jobs that wait for a thread. */
	waiting(): number {
		return this.#queue.length;
	}

	/** Whether a thread can be had. */
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

	/** Starts one thread more. */
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

	/** Ends a thread; the caller of its job is told, and another thread takes its place. */
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
	// What it still throws on its way out matters to no caller.
	worker.on('error', () => undefined);
	await worker.terminate();
}
