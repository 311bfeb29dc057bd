import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';

/** Each bench in its shortest form; that of articles needs pages of others, and has its test with the reader's. */
const SHORT = {
	renderer: ['--rounds', '1', '--minutes', '0'],
	growth: ['--drafts', '20', '--audit', '100', '--deliveries', '20', '--stories', '1'],
	pipeline: ['--rounds', '2'],
};

describe('A bench', function () {
	this.timeout(600_000);
	for (const [name, options] of Object.entries(SHORT))
		it(`of the ${name} can be repeated, and has a figure in every cell`, async () => {
			const { stdout } = await promisify(execFile)(
				process.execPath,
				[...QUIET_NODE, join(ROOT, 'bench', 'run.ts'), name, '--try', ...options],
				{ cwd: ROOT },
			);
			const rows = stdout.split('\n').filter((line) => /^\| .*\d/.test(line));
			expect(rows, stdout).to.have.length.of.at.least(10);
			expect(stdout).not.to.match(/NaN|Infinity|undefined/);
		});
});
