import communityNodes from '@n8n/eslint-plugin-community-nodes';
import { expect } from 'chai';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPackage } from '../../scripts/desk/package.ts';
import { ROOT } from '../../scripts/desk/paths.ts';

const inCheckout = (pattern: string): string[] => globSync(pattern, { cwd: ROOT });

describe('The published package', function () {
	this.timeout(120_000);
	let contents: string[];
	let tarball: string;
	let folder: string;
	before(async () => {
		({ tarball } = await builtPackage());
		contents = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((path) => path.replace(/^package\//, ''))
			.sort();
		folder = mkdtempSync(join(tmpdir(), 'copydesk-package-'));
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	it("passes the rules that n8n's scanner holds a packed package against, without an exception in any file", async () => {
		// The scanner itself asks the public registry, where the package has to be: its rules come from this plugin. The sources are linted
		// by the whole project's lint.
		const eslint = new ESLint({
			cwd: join(folder, 'package'),
			allowInlineConfig: false,
			overrideConfigFile: true,
			overrideConfig: [
				communityNodes.configs.recommended,
				{ rules: { 'no-console': 'error' } },
				{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },
			] as ESLint.Options['overrideConfig'],
		});
		const linted = await eslint.lintFiles(['**/*.js', '**/*.json']);
		expect(linted.length).to.be.above(100);
		expect(
			linted.flatMap(({ filePath, messages }) => messages.map(({ ruleId }) => `${filePath.slice(folder.length)}: ${ruleId}`)),
		).to.deep.equal([]);
	});

	it('holds what the nodes load and nothing else: no test, no service, no source, no types', () => {
		const cwd = realpathSync(join(folder, 'package'));
		const { n8n } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { n8n: { nodes: string[]; credentials: string[] } };
		// As Node loads them, with n8n's own library in its place.
		const script = `
				const library = require(${JSON.stringify(join(ROOT, 'node_modules', 'n8n-workflow'))});
				const Module = require('node:module');
				const load = Module._load;
				Module._load = (name, ...rest) => (name === 'n8n-workflow' ? library : load(name, ...rest));
				for (const file of ${JSON.stringify([...n8n.nodes, ...n8n.credentials])}) require(process.cwd() + '/' + file);
				console.log(JSON.stringify(Object.keys(require.cache).filter((file) => file.startsWith(process.cwd()))));
			`;
		const files = JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' })) as string[];
		const copied = ['nodes/**/*.node.json', 'nodes/**/*.svg', 'credentials/**/*.svg', 'icons/**/*.svg', 'icons/**/*.png'].flatMap(
			inCheckout,
		);
		expect(contents).to.deep.equal(
			[
				...files.map((file) => file.slice(cwd.length + 1)),
				...copied.map((file) => `dist/${file}`),
				...['LICENSE', 'README.md', 'package.json'],
			].sort(),
		);
		expect(readFileSync(join(cwd, 'README.md'), 'utf8')).to.match(/^# n8n-nodes-copydesk\n/);
	});

	it('has every node and credential that package.json names, at the place it names', () => {
		const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { n8n: { nodes: string[]; credentials: string[] } };
		expect(contents).to.include.members([...n8n.nodes, ...n8n.credentials]);
		expect(n8n.nodes).to.have.members(inCheckout('nodes/*/*.node.ts').map((file) => `dist/${file.replace(/\.ts$/, '.js')}`));
		expect(n8n.credentials).to.have.members(
			inCheckout('credentials/*.credentials.ts').map((file) => `dist/${file.replace(/\.ts$/, '.js')}`),
		);
	});

	it('asks nothing of npm when it is installed: no dependencies, no scripts that run by themselves', () => {
		const packed = execFileSync('tar', ['-xOzf', tarball, 'package/package.json'], { encoding: 'utf8' });
		const manifest = JSON.parse(packed) as Record<string, unknown>;
		expect(manifest).to.not.have.any.keys(
			'scripts',
			'devDependencies',
			'dependencies',
			'optionalDependencies',
			'bundledDependencies',
			'overrides',
		);
		expect(manifest.peerDependencies).to.deep.equal({ 'n8n-workflow': '*' });
	});
});
