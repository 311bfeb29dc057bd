import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUIET_NODE } from '../../../scripts/desk/paths.ts';
import { Supervised, type ServiceNews, type ServiceSpec } from '../../../scripts/desk/supervise.ts';
import { processIdentity } from '../../../scripts/setup/processes.mjs';
import { until } from '../../support/until.ts';
import { childFile, fakeSpec } from './fakeSpec.ts';

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

const lives = (pid: number): boolean => processIdentity(pid) !== undefined;

describe('Keeping a service running', () => {
	let folder: string;
	let port: number;
	let news: ServiceNews[];
	const services: Supervised[] = [];
	const supervised = (behaviour?: string, more: Partial<ServiceSpec> = {}): Supervised => {
		const service = new Supervised(
			{ ...fakeSpec(port, folder, behaviour), ...more },
			(each) => news.push(each),
			() => undefined,
		);
		services.push(service);
		return service;
	};
	const itsChild = (): number => Number(readFileSync(childFile(folder), 'utf8'));

	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-supervise-'));
		port = await freePort();
		news = [];
	});
	afterEach(async () => {
		for (const service of services.splice(0)) await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('says ready only once it answers, and stops it with all that it started', async () => {
		const service = supervised();
		await service.start();
		const pids = [service.pid as number, itsChild()];
		expect(pids.map(lives)).to.deep.equal([true, true]);
		await service.stop();
		await until(() => !pids.some(lives));
		expect(news.map(({ state }) => state)).to.deep.equal(['starting', 'ready', 'stopping', 'stopped']);
	});

	it('starts it again after kill -9, and says so', async () => {
		const service = supervised();
		await service.start();
		const [first, child] = [service.pid as number, itsChild()];
		service.kill('SIGKILL');
		await until(() => service.state === 'ready' && service.pid !== first);
		expect(lives(child), 'what the dead one had started').to.equal(false);
		expect(news.find(({ state }) => state === 'down')?.text).to.match(/^it was ended by SIGKILL; starting it again in 1 s/);
	});

	describe('whose port somebody else has', () => {
		const impostors: ChildProcess[] = [];
		/** Another program that says that all is well, and writes down what it is told. */
		const impostor = async (): Promise<{ readonly heard: () => string }> => {
			const file = join(folder, 'heard');
			writeFileSync(file, '');
			const code =
				`const { createServer } = require('node:http'); const { appendFileSync } = require('node:fs');` +
				`createServer((q, a) => { q.on('data', (b) => appendFileSync(${JSON.stringify(file)}, b)); q.on('end', () => a.end()); })` +
				`.listen(${port}, '127.0.0.1', () => console.log('up'))`;
			const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
			impostors.push(child);
			await once(child.stdout, 'data');
			return { heard: () => readFileSync(file, 'utf8') };
		};
		const tellSecret = async (demandOurs: () => void): Promise<void> => {
			demandOurs();
			await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'the secret' });
		};
		afterEach(() => {
			for (const child of impostors.splice(0)) child.kill('SIGKILL');
		});

		it('tells it nothing, and does not start', async () => {
			const { heard } = await impostor();
			const service = supervised('mute', { afterReady: tellSecret });
			const refused = await service.start().then(
				() => 'it started',
				(error: Error) => error.message,
			);
			expect(heard()).to.equal('');
			expect(refused).to.match(new RegExp(`its port ${port} is not its own: .*\\(process ${impostors[0]?.pid}\\) listens there`));
		});

		it('tells it nothing after an end of its own either, and goes on once the port is free', async () => {
			const service = supervised('', { afterReady: tellSecret });
			await service.start();
			service.kill('SIGKILL');
			await until(() => news.some(({ state }) => state === 'down'));
			const { heard } = await impostor();
			await until(() => news.filter(({ state }) => state === 'down').length > 1);
			expect(heard()).to.equal('');
			impostors[0]?.kill('SIGKILL');
			await until(() => service.state === 'ready');
		});
	});

	const told = (state: ServiceNews['state']): string[] => news.filter((each) => each.state === state).map(({ text }) => text);

	it('tries again what has to be done after a restart, and is ready only then', async () => {
		let failures = 0;
		const afterReady = async (): Promise<void> => {
			if (failures > 0) throw new Error(`not yet\n${(failures -= 1)} times more`);
		};
		const service = supervised('', { afterReady });
		await service.start();
		const first = service.pid as number;
		failures = 2;
		service.kill('SIGKILL');
		await until(() => service.state === 'ready' && service.pid !== first);
		expect(failures).to.equal(0);
		expect(told('starting')).to.deep.equal(['', '', 'not yet; trying it again in 1 s', 'not yet; trying it again in 2 s']);
	});

	it('does not start at all when that fails at the first start, because somebody waits for it', async () => {
		const service = supervised('', { afterReady: () => Promise.reject(new Error('never')) });
		const error = await service.start().catch((reason: Error) => reason);
		expect(error?.message).to.equal('never');
		expect(told('ready')).to.deep.equal([]);
	});

	it('is not ready when it dies while that is done, and is started again', async () => {
		let isFirst = true;
		const service: Supervised = supervised('', {
			afterReady: async () => {
				if (told('down').length !== 1 || !isFirst) return;
				isFirst = false;
				service.kill('SIGKILL');
				await until(() => told('down').length === 2);
			},
		});
		await service.start();
		service.kill('SIGKILL');
		await until(() => told('ready').length === 2);
		expect(news.map(({ state }) => state)).to.deep.equal(['starting', 'ready', 'down', 'starting', 'down', 'starting', 'ready']);
	});

	it('starts it again when it hangs at a restart, and when what comes before it fails', async () => {
		let starts = 0;
		const { isReady } = fakeSpec(port, folder);
		const service: Supervised = supervised('', {
			beforeStart: async () => {
				starts += 1;
				Object.assign(service.spec, { readyTimeoutMs: starts === 3 ? 500 : 15_000 });
				if (starts === 2) throw new Error('the disk is full');
			},
			isReady: () => (starts === 3 ? Promise.resolve(false) : isReady()),
		});
		await service.start();
		service.kill('SIGKILL');
		await until(() => told('ready').length === 2);
		expect(told('down').map((text) => text.replace(/; .*/, ''))).to.deep.equal([
			'it was ended by SIGKILL',
			'the disk is full',
			'it was not ready within 0.5 s',
		]);
		expect(told('stopped')).to.deep.equal([]);
	});

	it('repeats the last words of a service that refuses to start, because they name the mistake', async () => {
		const error = await supervised('refuse')
			.start()
			.then(
				() => undefined,
				(reason: Error) => reason,
			);
		expect(error?.message).to.match(
			/^renderer did not start: it ended with code 1\.\n\s+RENDERER_API_KEY: Expected a key but it is not set\n/,
		);
	});

	it('kills what does not stop when asked', async () => {
		const service = supervised('stubborn');
		await service.start();
		const pid = service.pid as number;
		await service.stop();
		expect(lives(pid)).to.equal(false);
		expect(news.at(-1)?.text).to.equal('killed: it did not stop within 0.3 s');
	});

	it('leaves nothing running when the starter itself is killed with -9', async () => {
		const starter = spawn(process.execPath, [...QUIET_NODE, join(import.meta.dirname, 'starter.ts'), String(port), folder], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [line] = (await once(starter.stdout, 'data')) as [Buffer];
		const pids = [Number(line.toString()), itsChild()];
		expect(pids.map(lives)).to.deep.equal([true, true]);
		starter.kill('SIGKILL');
		await until(() => !pids.some(lives));
	});
});
