import { Worker } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import type { ArticleResult, FeedResult, FromWorker, Job, WorkerSettings } from './messages.ts';

export type EndedBy = 'time' | 'memory' | 'crash';

export interface PoolOptions {
	/** Parses at one time. One thread more is kept warm; none is started before it is needed for that. */
	readonly size: number;
	/** Longest parse, in milliseconds. */
	readonly jobMs: number;
	/** Heap of one thread, in MiB. */
	readonly heapMb: number;
	readonly settings: WorkerSettings;
	/** Another one only in tests. */
	readonly script?: URL;
	readonly onEnded?: (reason: EndedBy) => void;
}

export interface Pool {
	/** @throws CopydeskError too_complex (over a cap, or the parser broke), unavailable (stopping) */
	run<K extends Job['kind']>(job: Job & { readonly kind: K }): Promise<Results[K]>;
	/** Whether a thread can be had. */
	isHealthy(): Promise<boolean>;
	close(): Promise<void>;
}

interface Results {
	readonly feed: FeedResult;
	readonly article: ArticleResult;
}

interface Task {
	readonly job: Job;
	readonly resolve: (result: never) => void;
	readonly reject: (error: CopydeskError) => void;
}

interface Seat {
	readonly worker: Worker;
	isReady: boolean;
	task: Task | undefined;
	timer: NodeJS.Timeout | undefined;
}

const SCRIPT = new URL('./worker.ts', import.meta.url);
/** A thread that dies before it is ready is started again after this long. */
const RESTART_MS = 500;
/** How long a question after health waits for a thread that is just being replaced. */
const HEALTH_MS = 3_000;
const YOUNG_MB = 32;
const STACK_MB = 4;

const STOPPING = 'the reader is stopping';

/** Starts a thread; comes back when it can work, and fails when it cannot be started at all. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const pool = new ThreadPool(options);
	await pool.start();
	return pool;
}

class ThreadPool implements Pool {
	readonly #options: PoolOptions;
	readonly #seats = new Set<Seat>();
	readonly #queue: Task[] = [];
	readonly #onceReady = new Set<(error?: Error) => void>();
	#isClosing = false;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	async start(): Promise<void> {
		this.#sit();
		try {
			await this.#firstReady();
		} catch (error) {
			await this.close();
			throw error;
		}
	}

	run<K extends Job['kind']>(job: Job & { readonly kind: K }): Promise<Results[K]> {
		return new Promise((resolve, reject) => {
			if (this.#isClosing) {
				reject(new CopydeskError('unavailable', STOPPING));
				return;
			}
			this.#queue.push({ job, resolve, reject });
			this.#next();
			this.#grow();
		});
	}

	async isHealthy(): Promise<boolean> {
		if ([...this.#seats].some(({ isReady }) => isReady)) return true;
		const timer = AbortSignal.timeout(HEALTH_MS);
		return Promise.race([
			this.#firstReady().then(
				() => true,
				() => false,
			),
			new Promise<boolean>((resolve) => timer.addEventListener('abort', () => resolve(false), { once: true })),
		]);
	}

	async close(): Promise<void> {
		this.#isClosing = true;
		for (const task of this.#queue.splice(0)) task.reject(new CopydeskError('unavailable', STOPPING));
		for (const seat of this.#seats) leave(seat)?.reject(new CopydeskError('unavailable', STOPPING));
		await Promise.all([...this.#seats].map(({ worker }) => worker.terminate()));
	}

	#firstReady(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#onceReady.add((error) => (error === undefined ? resolve() : reject(error)));
		});
	}

	#settleReady(error?: Error): void {
		for (const ready of this.#onceReady) ready(error);
		this.#onceReady.clear();
	}

	#next(): void {
		const { size, jobMs } = this.#options;
		for (const seat of this.#seats) {
			const [task] = this.#queue;
			if (task === undefined || this.#busy() >= size) return;
			if (!seat.isReady || seat.task !== undefined) continue;
			this.#queue.shift();
			seat.task = task;
			seat.timer = setTimeout(() => this.#lose(seat, 'time'), jobMs);
			seat.worker.postMessage(task.job, [task.job.bytes.buffer]);
		}
	}

	/** One thread more than there is work for, up to one more than may work. */
	#grow(): void {
		const wanted = Math.min(this.#options.size, this.#busy() + this.#queue.length) + 1;
		while (this.#seats.size < wanted) this.#sit();
	}

	#busy(): number {
		return [...this.#seats].filter(({ task }) => task !== undefined).length;
	}

	/** Puts one thread more to work. */
	#sit(): void {
		const worker = this.#newWorker();
		const seat: Seat = { worker, isReady: false, task: undefined, timer: undefined };
		this.#seats.add(seat);
		worker.on('message', (message: FromWorker) => {
			if (message.kind === 'ready') {
				seat.isReady = true;
				this.#settleReady();
			} else {
				const task = leave(seat);
				if (message.kind === 'done') task?.resolve(message.result as never);
				else task?.reject(new CopydeskError('too_complex', `the parser threw: ${message.reason}`));
			}
			this.#next();
		});
		worker.once('error', (error: NodeJS.ErrnoException) =>
			this.#lose(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error),
		);
		worker.once('exit', () => this.#lose(seat, 'crash'));
	}

	#newWorker(): Worker {
		const { script = SCRIPT, settings, heapMb } = this.#options;
		const worker = new Worker(script, {
			workerData: settings,
			env: {},
			argv: [],
			execArgv: ['--disable-warning=ExperimentalWarning'],
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
		});
		// What parsers print may hold titles and texts.
		worker.stdout.resume();
		worker.stderr.resume();
		return worker;
	}

	/** Ends a thread that cannot be trusted any more; its caller is told, another thread takes its place. */
	#lose(seat: Seat, reason: EndedBy, cause?: Error): void {
		if (!this.#seats.delete(seat) || this.#isClosing) return;
		this.#options.onEnded?.(reason);
		seat.worker.removeAllListeners();
		// Whatever it still throws on its way out is of no interest to anybody.
		seat.worker.on('error', () => undefined);
		void seat.worker.terminate();
		leave(seat)?.reject(new CopydeskError('too_complex', `the parser was ended: ${reason}`));
		if (seat.isReady) this.#sit();
		else {
			this.#settleReady(cause ?? new Error('a thread ended before it was ready'));
			setTimeout(() => this.#isClosing || this.#seats.size > this.#options.size || this.#sit(), RESTART_MS).unref();
		}
		this.#next();
	}
}

function leave(seat: Seat): Task | undefined {
	clearTimeout(seat.timer);
	const { task } = seat;
	seat.task = undefined;
	return task;
}
