import { Worker } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import type { ArticleResult, FeedResult, FromWorker, Job, WorkerSettings } from './messages.ts';

export type EndedBy = 'time' | 'memory' | 'crash';

export interface PoolOptions {
	/** Parses at one time; one thread more is kept warm. */
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

/** Starts the threads; comes back when the first can work, and fails when it cannot be started at all. */
export async function openPool({ size, jobMs, heapMb, settings, script = SCRIPT, onEnded = () => undefined }: PoolOptions): Promise<Pool> {
	const seats = new Set<Seat>();
	const queue: Task[] = [];
	const onceReady = new Set<(error?: Error) => void>();
	let isClosing = false;

	const settleReady = (error?: Error): void => {
		for (const ready of onceReady) ready(error);
		onceReady.clear();
	};

	const next = (): void => {
		for (const seat of seats) {
			const [task] = queue;
			const busy = [...seats].filter((other) => other.task !== undefined).length;
			if (task === undefined || busy >= size) return;
			if (!seat.isReady || seat.task !== undefined) continue;
			queue.shift();
			seat.task = task;
			seat.timer = setTimeout(() => lose(seat, 'time'), jobMs);
			seat.worker.postMessage(task.job, [task.job.bytes.buffer]);
		}
	};

	const leave = (seat: Seat): Task | undefined => {
		clearTimeout(seat.timer);
		const { task } = seat;
		seat.task = undefined;
		return task;
	};

	/** Ends a thread that cannot be trusted any more; its caller is told, another thread takes its place. */
	const lose = (seat: Seat, reason: EndedBy, cause?: Error): void => {
		if (!seats.delete(seat) || isClosing) return;
		onEnded(reason);
		seat.worker.removeAllListeners();
		// Whatever it still throws on its way out is of no interest to anybody.
		seat.worker.on('error', () => undefined);
		void seat.worker.terminate();
		leave(seat)?.reject(new CopydeskError('too_complex', `the parser was ended: ${reason}`));
		if (seat.isReady) sit();
		else {
			settleReady(cause ?? new Error('a thread ended before it was ready'));
			setTimeout(() => isClosing || sit(), RESTART_MS).unref();
		}
		next();
	};

	const sit = (): void => {
		const worker = new Worker(script, {
			workerData: settings,
			env: {},
			argv: [],
			execArgv: ['--disable-warning=ExperimentalWarning'],
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
		});
		const seat: Seat = { worker, isReady: false, task: undefined, timer: undefined };
		seats.add(seat);
		// What parsers print may hold titles and texts.
		worker.stdout.resume();
		worker.stderr.resume();
		worker.on('message', (message: FromWorker) => {
			if (message.kind === 'ready') {
				seat.isReady = true;
				settleReady();
			} else {
				const task = leave(seat);
				if (message.kind === 'done') task?.resolve(message.result as never);
				else task?.reject(new CopydeskError('too_complex', `the parser threw: ${message.reason}`));
			}
			next();
		});
		worker.once('error', (error: NodeJS.ErrnoException) =>
			lose(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error),
		);
		worker.once('exit', () => lose(seat, 'crash'));
	};

	const firstReady = (): Promise<void> =>
		new Promise((resolve, reject) => {
			onceReady.add((error) => (error === undefined ? resolve() : reject(error)));
		});

	const close = async (): Promise<void> => {
		isClosing = true;
		for (const task of queue.splice(0)) task.reject(new CopydeskError('unavailable', 'the reader is stopping'));
		for (const seat of seats) leave(seat)?.reject(new CopydeskError('unavailable', 'the reader is stopping'));
		await Promise.all([...seats].map(({ worker }) => worker.terminate()));
	};

	for (let at = 0; at <= size; at += 1) sit();
	try {
		await firstReady();
	} catch (error) {
		await close();
		throw error;
	}
	return {
		run: (job) =>
			new Promise((resolve, reject) => {
				if (isClosing) {
					reject(new CopydeskError('unavailable', 'the reader is stopping'));
					return;
				}
				queue.push({ job, resolve, reject });
				next();
			}),
		async isHealthy() {
			if ([...seats].some(({ isReady }) => isReady)) return true;
			const timer = AbortSignal.timeout(HEALTH_MS);
			return Promise.race([
				firstReady().then(
					() => true,
					() => false,
				),
				new Promise<boolean>((resolve) => timer.addEventListener('abort', () => resolve(false), { once: true })),
			]);
		},
		close,
	};
}
