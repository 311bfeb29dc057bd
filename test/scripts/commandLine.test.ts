import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';

describe('The command line of a script', function () {
	this.timeout(60_000);

	const run = (script: string, ...args: string[]) =>
		spawnSync(process.execPath, [...QUIET_NODE, join(ROOT, 'scripts', script), ...args], { cwd: ROOT, encoding: 'utf8', timeout: 50_000 });

	it('is told by --help, and nothing else happens', () => {
		for (const [script, usage] of [
			['week.ts', 'npm run week'],
			['workflows/main.ts', 'npm run workflows -- import'],
			['build.ts', 'npm run build'],
		] as const) {
			const { status, stdout, stderr } = run(script, '--help');
			expect({ status, stderr }, script).to.deep.equal({ status: 0, stderr: '' });
			expect(stdout.startsWith(`Usage: ${usage}`), stdout).to.equal(true);
		}
	});

	it('takes no word that it does not know, because a week begins with an empty folder', () => {
		const { status, stdout, stderr } = run('week.ts', 'monday');
		expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
		expect(stderr).to.equal("Unexpected argument 'monday'\nUsage: npm run week [-- --n8n <version>]\n");
	});
});
