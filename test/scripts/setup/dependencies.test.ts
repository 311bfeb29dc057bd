import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/desk/paths.ts';

/** Like npm, it empties node_modules first. It ends only when somebody has used the Node that was fetched beside it. */
const NPM = `
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
if (process.argv.includes('--prefix')) {
	const bin = 'node_modules/node-' + process.platform + '-' + process.arch + '/bin';
	mkdirSync(bin, { recursive: true });
	writeFileSync(bin + '/node', '#!/bin/sh\\necho ' + process.env.FAKE_NODE, { mode: 0o755 });
} else {
	rmSync('node_modules', { recursive: true, force: true });
	mkdirSync('node_modules/node', { recursive: true });
	while (!existsSync('used')) await sleep(10);
	writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
}
`;

describe('Bringing what the checkout needs', () => {
	let root: string;
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'copydesk-packages-'));
		mkdirSync(join(root, 'scripts'));
		cpSync(join(ROOT, 'scripts', 'node'), join(root, 'scripts', 'node'), { recursive: true });
		writeFileSync(join(root, 'package.json'), '{"type":"module","devDependencies":{"node":"24.21.0"}}');
		writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
		writeFileSync(join(root, 'npm-cli.js'), NPM);
	});
	afterEach(() => rmSync(root, { recursive: true, force: true }));

	const ensure = (version: string) => {
		const program = `
			const { execFileSync } = await import('node:child_process');
			const { join } = await import('node:path');
			const { writeFileSync } = await import('node:fs');
			const { ensureDependencies } = await import(${JSON.stringify(join(ROOT, 'scripts/setup/dependencies.mjs'))});
			const root = ${JSON.stringify(root)};
			const { node, all } = ensureDependencies(root, join(root, 'log'));
			const run = (program) => execFileSync(program, { encoding: 'utf8' }).trim();
			const early = await node.then((home) => run(join(home, 'bin', 'node')), () => 'none');
			writeFileSync(join(root, 'used'), '');
			const then = () => 'EARLY ' + early + ' THEN ' + run(join(root, 'node_modules/.bin/node'));
			console.log(await all.then(then, (error) => error.message));
			process.exit();`;
		const env = { ...process.env, npm_execpath: join(root, 'npm-cli.js'), FAKE_NODE: version };
		return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env, timeout: 20_000 }).stdout;
	};

	it('has a Node to work with while npm still installs the packages, and the same one in the checkout afterwards', function () {
		if (process.platform !== 'linux') return this.skip();
		expect(ensure('v24.21.0')).to.include('EARLY v24.21.0 THEN v24.21.0');
	});

	it('takes no Node that does not run here', function () {
		if (process.platform !== 'linux') return this.skip();
		writeFileSync(join(root, 'used'), '');
		expect(ensure('GLIBC_2.99 not found')).to.include('Node 24.21.0 does not run on this machine');
		expect(existsSync(join(root, 'node_modules', '.copydesk-complete'))).to.equal(false);
	});
});
