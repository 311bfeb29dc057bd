import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { expect } from 'chai';
import { thisHolder } from '../../../services/renderer/src/identity.ts';
import { openPool } from '../../../services/renderer/src/workers/pool.ts';
import type { Pool, PoolOptions } from '../../../services/renderer/src/workers/pool.ts';
import { until } from '../../support/until.ts';

/** A thread that does what the title of the cover tells it. */
const OBEDIENT = `
import { writeFileSync } from 'node:fs';
import { BroadcastChannel, parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ text: { title, subtitle } }) => {
	if (title === 'die') process.exit(3);
	if (title === 'throw') throw new Error('thrown by the thread');
	if (title === 'loop') for (;;);
	if (title === 'refuse') {
		const thrown = { code: 'layout_overflow', detail: 'd', fields: [{ path: 'title', message: 'm' }], stack: 's' };
		return parentPort.postMessage({ kind: 'failed', thrown });
	}
	const later = title === 'prepare later';
	const done = { kind: 'done', result: { kind: 'source_needed', by: threadId }, isBusy: later };
	if (later) new BroadcastChannel('prepare now').onmessage = ({ target }) => {
		target.close();
		if (subtitle !== '') writeFileSync(subtitle, '');
		parentPort.postMessage({ kind: 'idle' });
	};
	setTimeout(() => parentPort.postMessage(done), title === 'slow' ? 50 : 0);
});
parentPort.postMessage({ kind: 'ready', templateFingerprint: 'f' });
`;
const scriptOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe('The threads of the renderer', () => {
	let pool: Pool;
	const lost: string[] = [];
	const open = async (options: Partial<PoolOptions> = {}): Promise<void> => {
		pool = await openPool({
			size: 2,
			maxWaiting: 4,
			jobTimeoutMs: 5_000,
			settings: { store: { kind: 'file', directory: '' }, holder: thisHolder(), derivedDir: '', faultPoint: undefined },
			script: scriptOf(OBEDIENT),
			onWorkerLost: (reason) => lost.push(reason),
			...options,
		});
	};
	beforeEach(() => {
		lost.length = 0;
	});
	afterEach(() => pool?.close());

	const prepareNow = (): void => {
		const channel = new BroadcastChannel('prepare now');
		channel.postMessage(undefined);
		channel.close();
	};
	const run = (title: string) =>
		pool.run({ kind: 'cover', templateVersion: 'ff-square-0.1', imageId: 'consultation-v1', text: { title, subtitle: '', category: '' } });
	const threadOf = async (title: string, imageId: string): Promise<unknown> =>
		(
			(await pool.run({
				kind: 'cover',
				templateVersion: 'ff-square-0.1',
				imageId,
				text: { title, subtitle: '', category: '' },
			})) as unknown as { by: number }
		).by;
	const codeOf = (title: string) =>
		run(title).then(
			() => 'done',
			(error: { code: string }) => error.code,
		);

	it('let a bounded number wait and say busy to the rest, with the time to come again', async () => {
		await open();
		const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf('slow')));
		expect(answers).to.deep.equal([...Array<string>(6).fill('done'), 'busy', 'busy']);
		const full = Array.from({ length: 6 }, () => run('slow'));
		expect(pool.waiting()).to.equal(4);
		expect(await run('slow').catch((error: unknown) => error)).to.include({ code: 'busy', retryAfterSeconds: 1 });
		await Promise.all(full);
		expect(pool.waiting()).to.equal(0);
	});

	it('answer before they prepare what later jobs need, and take no other job meanwhile', async () => {
		await open();
		const thread = await threadOf('prepare later', 'a');
		expect(await threadOf('quick', 'a'), 'still at it').not.to.equal(thread);
		prepareNow();
		await until(async () => (await threadOf('quick', 'c')) === thread);
		expect(pool.waiting()).to.equal(0);
	});

	it('pass on what a job was refused for, with its fields', async () => {
		await open();
		const error = await run('refuse').catch((reason: unknown) => reason);
		expect(error).to.include({ code: 'layout_overflow' });
		expect((error as { fields: unknown }).fields).to.deep.equal([{ path: 'title', message: 'm' }]);
		expect(lost).to.deep.equal([]);
	});

	for (const end of ['die', 'throw'] as const) {
		it(`are replaced when they ${end}; only the job that was running fails`, async () => {
			await open({ size: 1 });
			const answers = await Promise.all([codeOf('slow'), codeOf(end), codeOf('slow')]);
			expect(answers).to.deep.equal(['done', 'internal', 'done']);
			expect(lost).to.have.length(1);
			expect(await codeOf('slow')).to.equal('done');
		});
	}

	it('are ended and replaced when a job does not end', async () => {
		let end: (threadId: number) => void;
		const ended = new Promise<number>((resolve) => (end = resolve));
		await open({ size: 1, jobTimeoutMs: 200, onWorkerEnded: (threadId) => end(threadId) });
		expect(await Promise.all([codeOf('loop'), codeOf('quick')])).to.deep.equal(['unavailable', 'done']);
		expect(lost).to.deep.equal(['a job took longer than 200 ms']);
		// The new thread may have answered before the old one is gone.
		expect(await ended, 'so that what it left can be removed').not.to.equal(await threadOf('quick', 'a'));
	});

	it('stop the start when they cannot start', async () => {
		const error = await open({ script: scriptOf('throw new Error("no fonts here")') }).catch((reason: unknown) => reason);
		expect((error as Error).message).to.contain('no fonts here');
	});

	it('finish what they have begun when the pool is closed, and refuse what only waited', async () => {
		await open({ size: 1 });
		const running = codeOf('slow');
		const waiting = codeOf('slow');
		await pool.close();
		expect(await running).to.equal('done');
		expect(await waiting).to.equal('unavailable');
		expect(await codeOf('quick')).to.equal('unavailable');
	});

	it('finish also what they prepare after an answer, which would be left half-written', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-pool-'));
		try {
			await open({ size: 1 });
			const prepared = join(directory, 'prepared');
			await pool.run({
				kind: 'cover',
				templateVersion: 'ff-square-0.1',
				imageId: 'a',
				text: { title: 'prepare later', subtitle: prepared, category: '' },
			});
			expect(existsSync(prepared), 'answered before').to.equal(false);
			const closed = pool.close();
			prepareNow();
			await closed;
			expect(existsSync(prepared)).to.equal(true);
		} finally {
			rmSync(directory, { recursive: true, force: true });
		}
	});
});
