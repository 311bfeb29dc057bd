import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';

describe('The command line of a script', function () {
	this.timeout(120_000);

	const run = (script: string, ...args: string[]) =>
		spawnSync(process.execPath, [...QUIET_NODE, join(ROOT, 'scripts', script), ...args], {
			cwd: ROOT,
			encoding: 'utf8',
			timeout: 50_000,
			env: { ...process.env, N8N_API_KEY: 'a-key' },
		});

	it('refuses an address to which a key would go in plain text, and a file that is missing, before anything begins', () => {
		for (const [script, words, said] of [
			['workflows/main.ts', 'verify --at http://192.0.2.2:5678', 'name 192.0.2.2 in COPYDESK_HTTP_HOSTS'],
			['workflows/main.ts', 'verify --at foo', 'received "foo"'],
			['workflows/main.ts', 'import --at http://127.0.0.1:9 --keys /nope/keys', 'There is no /nope/keys'],
			['services.ts', '--n8n http://192.0.2.2:5678', 'name 192.0.2.2 in COPYDESK_HTTP_HOSTS'],
			['start.ts', '--n8n http://127.0.0.1:9 --n8n-key-file /nope/key', 'There is no /nope/key'],
			['operator/main.ts', 'participants set --owner 1 --owner-name= --yes', '--owner-name'],
			['operator/main.ts', 'participants set --owner 4503599627370496 --yes', '--owner'],
		] as const) {
			const { status, stderr } = run(script, ...words.split(' '));
			expect([status, stderr.includes(said)], `${words}: ${stderr}`).to.deep.equal([2, true]);
		}
	});

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
