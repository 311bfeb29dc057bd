import { Worker } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import type { FromWorker, Job, Result, WorkerSettings } from './messages.ts';

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

interface Task {
	readonly job: Job;
	readonly resolve: (result: Result) => void;
	readonly reject: (error: CopydeskError) => void;
}

interface Seat {
	worker: Worker | undefined;
	/** The worker forgets it when it ends. */
	threadId: number;
	isReady: boolean;
	/** Has a job, or still goes on after one. */
	isBusy: boolean;
	task: Task | undefined;
	timer: NodeJS.Timeout | undefined;
}

const SCRIPT = new URL('./worker.ts', import.meta.url);
/** A thread that dies before it is ready is started again after this long. */
const RESTART_MS = 1_000;

function transferOf(job: Job): ArrayBuffer[] {
	const bytes = job.kind === 'import' ? job.bytes : job.kind === 'cover' ? job.source : undefined;
	return bytes === undefined ? [] : [bytes.buffer];
}

const STOPPING = 'the renderer is stopping';

/** Starts the threads and waits until each can work; a thread that cannot start at all stops the start. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const pool = new ThreadPool(options);
	await pool.start();
	return pool;
}

class ThreadPool implements Pool {
	templateFingerprint = '';
	readonly #options: PoolOptions;
	readonly #seats: Seat[] = [];
	readonly #queue: Task[] = [];
	#closing = false;
	#whenIdle: (() => void) | undefined;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	async start(): Promise<void> {
		const started = Array.from({ length: this.#options.size }, () => {
			const seat: Seat = { worker: undefined, threadId: 0, isReady: false, isBusy: false, task: undefined, timer: undefined };
			this.#seats.push(seat);
			return new Promise<void>((resolve, reject) => this.#sit(seat, resolve, reject));
		});
		try {
			await Promise.all(started);
		} catch (error) {
			this.#closing = true;
			await this.#endThreads();
			throw error;
		}
	}

	run(job: Job): Promise<Result> {
		return new Promise((resolve, reject) => {
			if (this.#closing) reject(new CopydeskError('unavailable', STOPPING));
			else if (this.#queue.length >= this.#options.maxWaiting && this.#freeSeat() === undefined) {
				reject(new CopydeskError('busy', `${this.#queue.length} jobs wait already`, { retryAfterSeconds: 1 }));
			} else {
				this.#queue.push({ job, resolve, reject });
				this.#next();
			}
		});
	}

	waiting(): number {
		return this.#queue.length;
	}

	async close(): Promise<void> {
		this.#closing = true;
		for (const task of this.#queue.splice(0)) task.reject(new CopydeskError('unavailable', STOPPING));
		await new Promise<void>((resolve) => {
			this.#whenIdle = resolve;
			this.#next();
		});
		await this.#endThreads();
	}

	#freeSeat(): Seat | undefined {
		return this.#seats.find((seat) => seat.isReady && !seat.isBusy);
	}

	#next(): void {
		for (;;) {
			const free = this.#freeSeat();
			const [task] = this.#queue;
			if (task === undefined || free === undefined) break;
			this.#queue.shift();
			this.#give(task, free);
		}
		if (this.#closing && this.#seats.every((seat) => !seat.isBusy)) this.#whenIdle?.();
	}

	#give(task: Task, seat: Seat): void {
		const { jobTimeoutMs } = this.#options;
		seat.task = task;
		seat.isBusy = true;
		seat.timer = setTimeout(
			() => this.#lose(seat, new CopydeskError('unavailable', `a job took longer than ${jobTimeoutMs} ms`)),
			jobTimeoutMs,
		);
		seat.worker?.postMessage(task.job, transferOf(task.job));
	}

	/** Puts a new thread on a seat. */
	#sit(seat: Seat, onReady: () => void = () => undefined, onFailed: (error: CopydeskError) => void = () => undefined): void {
		const { script = SCRIPT, settings } = this.#options;
		const worker = new Worker(script, { workerData: settings });
		seat.worker = worker;
		seat.threadId = worker.threadId;
		worker.on('message', (message: FromWorker) => {
			if (message.kind === 'ready') {
				this.templateFingerprint = message.templateFingerprint;
				seat.isReady = true;
				onReady();
			} else hear(seat, message);
			this.#next();
		});
		const failed = (error: CopydeskError): void => {
			onFailed(error);
			this.#lose(seat, error);
		};
		worker.once('error', (cause) => failed(new CopydeskError('internal', `a thread failed: ${cause.message}`, { cause })));
		worker.once('exit', (code) => failed(new CopydeskError('internal', `a thread ended with code ${code}`)));
	}

	/** Ends a thread that can't be trusted any more, fails its job, and puts a new thread in its place. */
	#lose(seat: Seat, error: CopydeskError): void {
		const { onWorkerLost, onWorkerEnded } = this.#options;
		onWorkerLost?.(error.detail);
		const wasReady = seat.isReady;
		seat.isReady = false;
		const { threadId } = seat;
		void endThread(seat).then(() => onWorkerEnded?.(threadId));
		rest(seat);
		leave(seat)?.reject(error);
		if (this.#closing) this.#next();
		else if (wasReady) this.#sit(seat);
		else setTimeout(() => this.#closing || this.#sit(seat), RESTART_MS).unref();
	}

	async #endThreads(): Promise<void> {
		await Promise.all(this.#seats.map(endThread));
	}
}

/** Takes the job off a seat; the thread may still be busy. */
function leave(seat: Seat): Task | undefined {
	const { task } = seat;
	seat.task = undefined;
	return task;
}

function rest(seat: Seat): void {
	clearTimeout(seat.timer);
	seat.isBusy = false;
}

/** What a thread says about its job. */
function hear(seat: Seat, message: Exclude<FromWorker, { readonly kind: 'ready' }>): void {
	if (message.kind === 'idle') {
		rest(seat);
		return;
	}
	const task = leave(seat);
	if (message.kind === 'failed' || !message.isBusy) rest(seat);
	if (message.kind === 'done') {
		task?.resolve(message.result);
		return;
	}
	const { code, detail, fields, stack } = message.thrown;
	const cause = new Error(detail);
	cause.stack = stack;
	task?.reject(new CopydeskError(code, detail, { fields, cause }));
}

async function endThread({ worker }: Seat): Promise<void> {
	worker?.removeAllListeners();
	// Whatever it still throws on its way out is of no interest to anybody.
	worker?.on('error', () => undefined);
	await worker?.terminate();
}
