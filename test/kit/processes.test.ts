import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { expect } from 'chai';
import { processExists } from '@copydesk/kit/processes';
import { until } from '../support/until.ts';

describe('A process', () => {
	it('exists while it runs, and not after it was taken note of', async () => {
		const child = spawn('sleep', ['60']);
		const pid = child.pid as number;
		expect(processExists(process.pid)).to.equal(true);
		expect(processExists(pid)).to.equal(true);
		child.kill('SIGKILL');
		await once(child, 'exit');
		expect(processExists(pid)).to.equal(false);
	});

	it('does not exist once it was killed, even if its parent has not taken note of it yet', async function () {
		if (!existsSync('/proc/self/stat')) this.skip();
		// A parent that never waits for its children: the shell becomes another program.
		const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
		try {
			const [line] = (await once(parent.stdout, 'data')) as [Buffer];
			const pid = Number(line.toString());
			// As long as it is a shell it might still take note.
			await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'sleep');
			expect(processExists(pid)).to.equal(true);
			process.kill(pid, 'SIGKILL');
			await until(() => !processExists(pid));
			expect(() => process.kill(pid, 0), 'its number is still taken').to.not.throw();
		} finally {
			parent.kill('SIGKILL');
		}
	});
});
