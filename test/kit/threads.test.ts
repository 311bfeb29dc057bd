import { expect } from 'chai';
import { CopydeskError } from '@copydesk/domain/errors';
import { openThreads, type Threads } from '@copydesk/kit/threads';

/** Counts in shared memory how many work at one time, and the most that ever did; ends itself when it gets none. */
const COUNTING = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (shared) => {
	if (shared === 'die') process.exit(1);
	const counts = new Int32Array(shared);
	const now = Atomics.add(counts, 0, 1) + 1;
	for (let most = Atomics.load(counts, 1); now > most; most = Atomics.load(counts, 1)) Atomics.compareExchange(counts, 1, most, now);
	const untilMs = Date.now() + 3_000;
	const end = () => {
		// Another thread may start late.
		if (Atomics.load(counts, 1) < 2 && Date.now() < untilMs) return setTimeout(end, 30);
		Atomics.sub(counts, 0, 1);
		parentPort.postMessage({ kind: 'done' });
	};
	setTimeout(end, 30);
});
parentPort.postMessage({ kind: 'ready' });
`;

describe('A pool of threads', () => {
	let threads: Threads<SharedArrayBuffer | 'die', undefined, object, object>;
	const open = async (size: number, spare: number): Promise<void> => {
		threads = await openThreads({
			script: new URL(`data:text/javascript,${encodeURIComponent(COUNTING)}`),
			worker: {},
			size,
			started: 1,
			spare,
			maxWaiting: 100,
			jobMs: 5_000,
			finishes: false,
			failed: () => new CopydeskError('internal'),
			lost: () => new CopydeskError('internal'),
			stopping: 'stopping',
		});
	};
	afterEach(() => threads.close());

	it('works at no more jobs at one time than it may, however many threads it keeps warm', async () => {
		await open(2, 3);
		const shared = new SharedArrayBuffer(8);
		await Promise.all(Array.from({ length: 12 }, () => threads.run(shared)));
		expect(new Int32Array(shared)[1]).to.equal(2);
	});

	it('replaces a thread that worked at once, and is healthy as soon as the new one can work', async () => {
		await open(1, 0);
		let started = 0;
		const count = (): void => void (started += 1);
		process.on('worker', count);
		try {
			expect(await threads.run('die').catch((error: unknown) => error)).to.include({ code: 'internal' });
			expect(started).to.equal(1);
			expect(await threads.isHealthy()).to.equal(true);
		} finally {
			process.off('worker', count);
		}
	});
});
