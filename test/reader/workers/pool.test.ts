import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import type { CopydeskError } from '@copydesk/domain/errors';
import { openPool, type EndedBy, type Pool } from '../../../services/reader/src/workers/pool.ts';
import { until } from '../../support/until.ts';

const HOSTILE = new URL('./hostile.mjs', import.meta.url);

describe('Parsers without a network', function () {
	this.timeout(60_000);
	let pool: Pool;
	const ended: EndedBy[] = [];

	before(async () => {
		pool = await openPool({
			size: 2,
			jobMs: 4_000,
			heapMb: 64,
			settings: { httpHosts: [] },
			script: HOSTILE,
			onEnded: (reason) => ended.push(reason),
		});
	});
	beforeEach(() => {
		ended.length = 0;
	});
	after(() => pool.close());

	const tell = async (text: string): Promise<string> => {
		const bytes = new Uint8Array(new TextEncoder().encode(text));
		try {
			const result = await pool.run({ kind: 'feed', bytes, contentType: '', finalUrl: 'https://a.page/' });
			return 'code' in result ? result.code : 'read';
		} catch (error) {
			return (error as CopydeskError).code;
		}
	};

	for (const [told, reason] of [
		['loop', 'time'],
		['regex', 'time'],
		['grow', 'memory'],
		['throw', 'crash'],
		['exit', 'crash'],
	] as const) {
		it(`ends a parser that does this: ${told}; the others notice nothing, and the next is served`, async () => {
			const [bad, ...good] = await Promise.all([tell(told), tell('a'), tell('b'), tell('c')]);
			expect(bad).to.equal('too_complex');
			expect(good).to.deep.equal(['not_a_feed', 'not_a_feed', 'not_a_feed']);
			expect(ended).to.deep.equal([reason]);
			expect(await tell('d')).to.equal('not_a_feed');
			expect(await pool.isHealthy()).to.equal(true);
		});
	}

	it('ends one that breaks after its answer', async () => {
		await tell('reject');
		await until(() => ended.length > 0);
		expect(ended).to.deep.equal(['crash']);
		expect(await tell('d')).to.equal('not_a_feed');
	});

	it('comes through many in a row', async () => {
		const results = await Promise.all(Array.from({ length: 12 }, (_, at) => tell(at % 2 === 0 ? 'throw' : 'fine')));
		expect(results.filter((code) => code === 'not_a_feed')).to.have.length(6);
		expect(results.filter((code) => code === 'too_complex')).to.have.length(6);
		expect(await pool.isHealthy()).to.equal(true);
	});

	it('refuses to start when no thread can be had, and says why', async () => {
		const error = await openPool({
			size: 1,
			jobMs: 1_000,
			heapMb: 64,
			settings: { httpHosts: [] },
			script: new URL('./nowhere.mjs', import.meta.url),
		}).catch((thrown: unknown) => thrown as Error);
		expect(error).to.be.instanceOf(Error).with.property('message').that.includes('nowhere.mjs');
	});

	it('starts a thread before there is work, and others as work comes: one more than work at once', async () => {
		let started = 0;
		const count = (): void => void (started += 1);
		process.on('worker', count);
		const lazy = await openPool({ size: 2, jobMs: 4_000, heapMb: 64, settings: { httpHosts: [] }, script: HOSTILE });
		try {
			expect(started).to.equal(1);
			const job = () =>
				lazy.run({ kind: 'feed', bytes: new Uint8Array(new TextEncoder().encode('fine')), contentType: '', finalUrl: 'https://a.page/' });
			await job();
			expect(started).to.equal(2);
			await Promise.all(Array.from({ length: 9 }, job));
			expect(started).to.equal(3);
		} finally {
			process.off('worker', count);
			await lazy.close();
		}
	});

	it('lets nothing out that a parser prints', async () => {
		const written: string[] = [];
		const { write } = process.stdout;
		process.stdout.write = ((chunk: string) => written.push(String(chunk)) > 0) as typeof write;
		try {
			await tell('print');
			// What a thread prints that is not of this module comes out, so what the parser printed would have come by then.
			new Worker(`console.log('heard')`, { eval: true });
			await until(() => written.join('').includes('heard'));
		} finally {
			process.stdout.write = write;
		}
		expect(written.join('')).to.not.include('SECRET');
	});
});

describe('The network, asked for by a parser', function () {
	this.timeout(20_000);
	const inside = (code: string): Promise<unknown> =>
		new Promise((resolve, reject) => {
			const noNetwork = new URL('../../../services/reader/src/workers/noNetwork.ts', import.meta.url).href;
			const source = `const { parentPort } = require('node:worker_threads');
				const work = async () => { ${code} };
				import(${JSON.stringify(noNetwork)})
					.then(async ({ removeNetwork }) => { removeNetwork(); parentPort.postMessage(await work()); })
					.catch((error) => parentPort.postMessage(String(error.message)));`;
			const worker = new Worker(source, { eval: true, env: {}, execArgv: ['--disable-warning=ExperimentalWarning'] });
			worker.once('message', (message) => {
				void worker.terminate();
				resolve(message);
			});
			worker.once('error', reject);
		});

	for (const name of [
		'net',
		'node:net',
		'http',
		'node:https',
		'tls',
		'dns',
		'node:dns/promises',
		'dgram',
		'http2',
		'child_process',
		'worker_threads',
		'cluster',
	])
		it(`has no ${name}`, async () => {
			expect(await inside(`return import(${JSON.stringify(name)}).then(() => 'loaded');`)).to.match(/out of reach/);
			expect(await inside(`try { require(${JSON.stringify(name)}); return 'loaded'; } catch (error) { return error.message; }`)).to.match(
				/out of reach/,
			);
		});
	const SEEN = 'return [typeof fetch, typeof WebSocket, typeof EventSource, String(process.getBuiltinModule("net"))].join(" ")';
	it('has no fetch and no sockets', async () => {
		expect(await inside(SEEN)).to.equal('undefined undefined undefined undefined');
	});
	it('knows nothing of the environment', async () => expect(await inside('return JSON.stringify(process.env)')).to.equal('{}'));
});
