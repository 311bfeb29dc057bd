import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunFile, endLeftovers, runningDesk } from '../../../scripts/desk/runFiles.ts';
import { processIdentity } from '../../../scripts/setup/processes.mjs';

const PORTS = { renderer: 1, collaboration: 2, updates: 8093, board: 6, reader: 1, sandbox: 3, n8n: 4, n8nBroker: 5 };
const DEAD = { pid: 999_999_999, startedAt: '1' };

describe('What a desk writes down about itself', () => {
	let data: string;
	beforeEach(() => {
		data = mkdtempSync(join(tmpdir(), 'copydesk-run-'));
		mkdirSync(join(data, 'run'));
	});
	afterEach(() => rmSync(data, { recursive: true, force: true }));
	const note = (noted: unknown): void => writeFileSync(join(data, 'run', 'desk.json'), JSON.stringify(noted));

	it('tells others that it runs and where, until it is gone', () => {
		const file = new RunFile(data, PORTS);
		expect(runningDesk(data)?.ready).to.equal(false);
		file.ready();
		expect(runningDesk(data)).to.deep.include({ ready: true, ports: PORTS });
		file.remove();
		expect(runningDesk(data)).to.equal(undefined);
	});

	it('is not believed when its starter is dead, even if another process has got that number', () => {
		note({ starter: { pid: process.pid, startedAt: 'another life' }, ports: PORTS, services: {}, ready: true });
		expect(runningDesk(data)).to.equal(undefined);
	});

	it('lets the next start end what a killed one has left running', async () => {
		const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
		await once(left, 'spawn');
		note({ starter: DEAD, ports: PORTS, services: { renderer: processIdentity(left.pid as number) }, ready: true });
		expect(await endLeftovers(data)).to.deep.equal(['renderer']);
		expect(processIdentity(left.pid as number)).to.equal(undefined);
		expect(existsSync(join(data, 'run', 'desk.json'))).to.equal(false);
	});

	it('never ends a stranger who got the number of a service', async () => {
		const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
		await once(stranger, 'spawn');
		note({ starter: DEAD, ports: PORTS, services: { renderer: { pid: stranger.pid, startedAt: 'another life' } }, ready: true });
		expect(await endLeftovers(data)).to.deep.equal([]);
		expect(processIdentity(stranger.pid as number)).to.not.equal(undefined);
		stranger.kill('SIGKILL');
	});
});
