/**
 * The start itself, as a person types it: what it prints, and that nothing of it stays behind.
 */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import type { Ports } from '../../scripts/desk/ports.ts';

interface Started {
	readonly process: ChildProcess;
	/** What it printed so far. */
	said(): string;
	/** Resolves when this was printed; fails if it ends before. */
	says(text: string): Promise<void>;
	/** Its exit code. */
	ended: Promise<number | null>;
}

describe('npm start', function () {
	this.timeout(240_000);
	let data: string;
	let ports: Ports;
	const started: ChildProcess[] = [];

	before(async () => {
		data = mkdtempSync(join(tmpdir(), 'copydesk-start-'));
		ports = await freePorts();
	});
	after(() => {
		for (const child of started) child.kill('SIGKILL');
		rmSync(data, { recursive: true, force: true, maxRetries: 5 });
	});

	function start(): Started {
		const child = spawn(process.execPath, [...QUIET_NODE, 'scripts/start.ts'], {
			cwd: ROOT,
			env: {
				...process.env,
				COPYDESK_DATA_DIR: data,
				RENDERER_PORT: String(ports.renderer),
				COLLAB_PORT: String(ports.collaboration),
				SANDBOX_PORT: String(ports.sandbox),
				N8N_PORT: String(ports.n8n),
				N8N_RUNNERS_BROKER_PORT: String(ports.n8nBroker),
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		started.push(child);
		let text = '';
		for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
		const ended = once(child, 'close').then(([code]) => code as number | null);
		return {
			process: child,
			said: () => text,
			ended,
			async says(wanted) {
				while (!text.includes(wanted)) {
					if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended without saying "${wanted}":\n${text}`);
					await new Promise((resolve) => setTimeout(resolve, 50));
				}
			},
		};
	}

	/** Every process that knows this desk's folder, by its environment: services, n8n and what they started. */
	function left(): string[] {
		return readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
			.map((pid) => {
				try {
					return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(data)
						? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120)
						: '';
				} catch {
					// It ended while it was looked at.
					return '';
				}
			})
			.filter((command) => command !== '');
	}

	it('names a port in use, who has it and what to do, before anything is started', async () => {
		const server = createServer().listen(ports.collaboration, '127.0.0.1');
		await once(server, 'listening');
		const desk = start();
		const code = await desk.ended;
		server.close();
		expect(code).to.equal(1);
		expect(desk.said()).to.match(
			new RegExp(
				`Port ${ports.collaboration} for collaboration is in use by .*\\(process ${process.pid}\\): ` +
					`stop that, or set COLLAB_PORT to a free port\\.`,
			),
		);
		expect(left()).to.deep.equal([]);
	});

	it('says where to look once everything works, and Ctrl-C ends every process of it', async () => {
		const desk = start();
		await desk.says('Ctrl-C stops all of it.');
		for (const [service, port] of [
			['sandbox', ports.sandbox],
			['renderer', ports.renderer],
			['collaboration', ports.collaboration],
		] as const) {
			expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status, service).to.equal(200);
		}
		const password = readFileSync(join(data, 'secrets', 'n8n-owner-password'), 'utf8').trim();
		const login = await fetch(`http://127.0.0.1:${ports.n8n}/rest/login`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: 'owner@copydesk.local', password }),
		});
		expect(login.status, 'the printed login').to.equal(200);
		expect(desk.said()).to.include(password);
		desk.process.kill('SIGINT');
		expect(await desk.ended).to.equal(0);
		expect(left()).to.deep.equal([]);
	});

	it('leaves no process behind when it is killed with -9, and starts again on the same state', async () => {
		const desk = start();
		await desk.says('Ctrl-C stops all of it.');
		expect(left().length).to.be.greaterThan(4);
		desk.process.kill('SIGKILL');
		await desk.ended;
		while (left().length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
		const again = start();
		await again.says('Ctrl-C stops all of it.');
		expect(again.said(), 'of what n8n holds only the secret of the webhook is made anew').to.match(
			/ n8n +credentials imported: Copydesk Messenger Webhook\n/,
		);
		expect(again.said()).to.not.match(/graphs imported|package installed/);
		again.process.kill('SIGTERM');
		expect(await again.ended).to.equal(0);
	});
});
