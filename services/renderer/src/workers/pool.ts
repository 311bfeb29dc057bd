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

/** Starts the threads and waits until each can work; a thread that cannot start at all stops the start. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const {
		size,
		maxWaiting,
		jobTimeoutMs,
		settings,
		script = SCRIPT,
		onWorkerLost = () => undefined,
		onWorkerEnded = () => undefined,
	} = options;
	const seats: Seat[] = [];
	const queue: Task[] = [];
	let templateFingerprint = '';
	let closing = false;
	let whenIdle: (() => void) | undefined;

	const give = (task: Task, seat: Seat): void => {
		seat.task = task;
		seat.isBusy = true;
		seat.timer = setTimeout(() => lose(seat, new CopydeskError('unavailable', `a job took longer than ${jobTimeoutMs} ms`)), jobTimeoutMs);
		seat.worker?.postMessage(task.job, transferOf(task.job));
	};

	const next = (): void => {
		for (;;) {
			const free = seats.find((seat) => seat.isReady && !seat.isBusy);
			const [task] = queue;
			if (task === undefined || free === undefined) break;
			queue.shift();
			give(task, free);
		}
		if (closing && seats.every((seat) => !seat.isBusy)) whenIdle?.();
	};

	/** Takes the job off a seat; the thread may still be busy. */
	const leave = (seat: Seat): Task | undefined => {
		const { task } = seat;
		seat.task = undefined;
		return task;
	};

	const rest = (seat: Seat): void => {
		clearTimeout(seat.timer);
		seat.isBusy = false;
	};

	const endThread = async ({ worker }: Seat): Promise<void> => {
		worker?.removeAllListeners();
		// Whatever it still throws on its way out is of no interest to anybody.
		worker?.on('error', () => undefined);
		await worker?.terminate();
	};
	const endThreads = async (): Promise<void> => void (await Promise.all(seats.map(endThread)));

	/** Ends a thread that can't be trusted any more, fails its job, and puts a new thread in its place. */
	const lose = (seat: Seat, error: CopydeskError): void => {
		onWorkerLost(error.detail);
		const wasReady = seat.isReady;
		seat.isReady = false;
		const { threadId } = seat;
		void endThread(seat).then(() => onWorkerEnded(threadId));
		rest(seat);
		leave(seat)?.reject(error);
		if (closing) next();
		else if (wasReady) sit(seat);
		else setTimeout(() => closing || sit(seat), RESTART_MS).unref();
	};

	const sit = (seat: Seat, onReady: () => void = () => undefined, onFailed: (error: CopydeskError) => void = () => undefined): void => {
		const worker = new Worker(script, { workerData: settings });
		seat.worker = worker;
		seat.threadId = worker.threadId;
		worker.on('message', (message: FromWorker) => {
			if (message.kind === 'ready') {
				templateFingerprint = message.templateFingerprint;
				seat.isReady = true;
				onReady();
			} else if (message.kind === 'idle') rest(seat);
			else {
				const task = leave(seat);
				if (message.kind === 'failed' || !message.isBusy) rest(seat);
				if (message.kind === 'done') task?.resolve(message.result);
				else {
					const { code, detail, fields, stack } = message.thrown;
					const cause = new Error(detail);
					cause.stack = stack;
					task?.reject(new CopydeskError(code, detail, { fields, cause }));
				}
			}
			next();
		});
		const failed = (error: CopydeskError): void => {
			onFailed(error);
			lose(seat, error);
		};
		worker.once('error', (cause) => failed(new CopydeskError('internal', `a thread failed: ${cause.message}`, { cause })));
		worker.once('exit', (code) => failed(new CopydeskError('internal', `a thread ended with code ${code}`)));
	};

	const started = Array.from({ length: size }, () => {
		const seat: Seat = { worker: undefined, threadId: 0, isReady: false, isBusy: false, task: undefined, timer: undefined };
		seats.push(seat);
		return new Promise<void>((resolve, reject) => sit(seat, resolve, reject));
	});
	try {
		await Promise.all(started);
	} catch (error) {
		closing = true;
		await endThreads();
		throw error;
	}

	return {
		get templateFingerprint() {
			return templateFingerprint;
		},
		run: (job) =>
			new Promise((resolve, reject) => {
				if (closing) reject(new CopydeskError('unavailable', 'the renderer is stopping'));
				else if (queue.length >= maxWaiting && !seats.some((seat) => seat.isReady && !seat.isBusy)) {
					reject(new CopydeskError('busy', `${queue.length} jobs wait already`, { retryAfterSeconds: 1 }));
				} else {
					queue.push({ job, resolve, reject });
					next();
				}
			}),
		waiting: () => queue.length,
		async close() {
			closing = true;
			for (const task of queue.splice(0)) task.reject(new CopydeskError('unavailable', 'the renderer is stopping'));
			await new Promise<void>((resolve) => {
				whenIdle = resolve;
				next();
			});
			await endThreads();
		},
	};
}
