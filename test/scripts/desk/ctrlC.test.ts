import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { freePorts } from '../../../scripts/desk/ports.ts';
import { ROOT } from '../../../scripts/desk/paths.ts';
import { until } from '../../support/until.ts';

/** Longer than one press takes to arrive from everywhere. */
const LATER_MS = 1_200;

describe('Ctrl-C while an answer is being waited for', function () {
	this.timeout(60_000);
	let folder: string;
	let port: string;
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-ctrl-c-'));
		port = String((await freePorts()).renderer);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	// Both through set-up, as npm has it, which hands each signal on to a program that the terminal tells as well.
	const programs: readonly [string, () => readonly string[], RegExp][] = [
		['a service alone', () => ['test/scripts/desk/slowService.ts', port, join(folder, 'go')], /listening/],
		['a service under the starter', () => ['test/scripts/desk/slowDesk.ts', port, folder], /up\n/],
	];
	for (const [what, program, isUp] of programs) {
		it(`lets ${what} answer, also when it is pressed again meanwhile`, async () => {
			const child = spawn('node', ['scripts/setup.mjs', '--services', '--then', ...program()], {
				cwd: ROOT,
				stdio: ['ignore', 'pipe', 'inherit'],
				detached: true,
			});
			const ended = once(child, 'exit');
			let said = '';
			child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
			try {
				await until(() => isUp.test(said));
				const answer = fetch(`http://127.0.0.1:${port}/slow`).then((response) => response.text());
				await until(() => existsSync(join(folder, 'go.asked')));
				for (const pauseMs of [100, 100, LATER_MS, 100]) {
					process.kill(-(child.pid as number), 'SIGINT');
					await sleep(pauseMs);
				}
				writeFileSync(join(folder, 'go'), '');
				expect(await answer).to.equal('done');
				expect(await ended).to.deep.equal([0, null]);
				if (program()[0]?.includes('Desk') === true) expect(said.match(/again/g)).to.have.length(1);
			} finally {
				try {
					process.kill(-(child.pid as number), 'SIGKILL');
				} catch {
					// It has ended.
				}
			}
		});
	}
});
