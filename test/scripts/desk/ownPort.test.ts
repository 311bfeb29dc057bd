import { RENDERER_VERSION } from '@copydesk/renderer/identity';
import { expect } from 'chai';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';
import { freePorts, type Ports } from '../../../scripts/desk/ports.ts';
import { ensureSecrets, type Secrets } from '../../../scripts/desk/secrets.ts';
import { writeOperatorEnvironment } from '../../../scripts/desk/services.ts';
import { processIdentity } from '../../../scripts/setup/processes.mjs';
import { bareEnvironment } from '../../support/environment.ts';

/** Says that all is well whatever it is asked, and writes down all that it is told. */
const IMPOSTOR = `
	const { createServer } = require('node:http'); const { appendFileSync } = require('node:fs');
	const [file, ...ports] = process.argv.slice(1);
	let left = ports.length;
	for (const port of ports) createServer((q, a) => {
		appendFileSync(file, JSON.stringify(q.headers));
		q.on('data', (b) => appendFileSync(file, b));
		q.on('end', () => a.end('{"service":"' + process.env.NAME + '","version":"${RENDERER_VERSION}","checks":{},"contract":"1.0.1"}'));
	}).listen(port, '127.0.0.1', () => { left -= 1; if (left === 0) console.log('up'); });`;

describe('A command that has a key to tell', function () {
	this.timeout(60_000);
	let data: string;
	let ports: Ports;
	let secrets: Secrets;
	let impostor: ChildProcess;

	before(async () => {
		data = mkdtempSync(join(tmpdir(), 'copydesk-own-port-'));
		ports = await freePorts();
		secrets = ensureSecrets(join(data, 'secrets'));
		mkdirSync(join(data, 'collaboration'), { recursive: true });
		writeOperatorEnvironment({ data, ports, secrets, way: 'polling' });
		// Of a session that n8n gave at another time.
		writeFileSync(`${secrets.file('n8n-owner-password')}-session`, 'n8n-auth=of-the-session');
		const at = [ports.n8n, ports.collaboration, ports.renderer, ports.reader].map(String);
		impostor = spawn(process.execPath, ['-e', IMPOSTOR, join(data, 'heard'), ...at], {
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, NAME: 'renderer' },
			// A group of its own: the tests' group may be led by this process, which is noted as the desk's program.
			detached: true,
		});
		await once(impostor.stdout as NonNullable<ChildProcess['stdout']>, 'data');
	});
	after(() => {
		impostor.kill('SIGKILL');
		rmSync(data, { recursive: true, force: true });
	});

	/** What a desk notes that runs, with these programs. */
	function note(pid: number): void {
		const services = Object.fromEntries(['n8n', 'collaboration', 'renderer', 'reader'].map((name) => [name, processIdentity(pid)]));
		mkdirSync(join(data, 'run'), { recursive: true });
		writeFileSync(join(data, 'run', 'desk.json'), JSON.stringify({ starter: processIdentity(process.pid), ports, services, ready: true }));
	}
	function heardAfter(program: string, ...words: readonly string[]): { readonly heard: string; readonly said: string } {
		writeFileSync(join(data, 'heard'), '');
		const { stdout, stderr } = spawnSync(process.execPath, [...QUIET_NODE, join('scripts', program, 'main.ts'), ...words], {
			cwd: ROOT,
			encoding: 'utf8',
			env: { ...bareEnvironment(), COPYDESK_DATA_DIR: data },
		});
		return { heard: readFileSync(join(data, 'heard'), 'utf8'), said: stdout + stderr };
	}
	const keys = (): readonly string[] => [
		...['of-the-session', secrets.value('n8n-owner-password'), secrets.value('collaboration-key'), secrets.value('renderer-key')],
	];
	const COMMANDS = [
		{ words: ['workflows', 'verify'], key: 'of-the-session' },
		{ words: ['workflows', 'import'], key: 'of-the-session' },
		{ words: ['operator', 'doctor'], key: 'of-the-session' },
		{ words: ['operator', 'rollback', '--restore-workflows', '--yes'], key: 'of-the-session' },
		{ words: ['operator', 'onboard', '--yes'], key: 'collaboration-key' },
	] as const;

	for (const { words, key } of COMMANDS) {
		const [program, ...more] = words;
		it(`(${words.join(' ')}) tells it to the desk’s own program alone, and to no other program on the port`, () => {
			// Of the desk itself, but none of those that listen.
			note(process.pid);
			const { heard, said } = heardAfter(program, ...more);
			expect(keys().filter((each) => heard.includes(each))).to.deep.equal([]);
			expect(said).to.match(/is not the desk's own (?:n8n|collaboration).* \(process \d+\) listens there/);
			// Where the same listener is the desk's own it is told.
			note(impostor.pid as number);
			expect(heardAfter(program, ...more).heard).to.include(key === 'of-the-session' ? key : secrets.value(key));
		});
	}

	it('(operator doctor) tells services theirs likewise', () => {
		note(process.pid);
		expect(heardAfter('operator', 'doctor').said).to.match(/is not the desk's own renderer/);
	});
});
