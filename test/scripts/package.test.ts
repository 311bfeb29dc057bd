import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPackage } from '../../scripts/desk/package.ts';
import { ROOT } from '../../scripts/desk/paths.ts';

const inCheckout = (pattern: string): string[] => globSync(pattern, { cwd: ROOT });

describe('The published package', function () {
	this.timeout(120_000);
	let contents: string[];
	before(async () => {
		const { tarball } = await builtPackage();
		contents = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((path) => path.replace(/^package\//, ''))
			.sort();
	});

	it('holds what the nodes need and nothing else: no test, no service, no source, no picture of ours', () => {
		const compiled = ['nodes/**/*.ts', 'credentials/**/*.ts', 'domain/**/*.ts']
			.flatMap(inCheckout)
			.flatMap((file) => [file.replace(/\.ts$/, '.js'), file.replace(/\.ts$/, '.d.ts')]);
		const copied = ['nodes/**/*.node.json', 'nodes/**/*.svg', 'credentials/**/*.svg', 'icons/**/*.svg', 'icons/**/*.png'].flatMap(
			inCheckout,
		);
		const besides = ['LICENSE', 'README.md'].filter((file) => inCheckout(file).length > 0);
		expect(contents).to.deep.equal(
			[...compiled, ...copied]
				.map((file) => `dist/${file}`)
				.concat('package.json', besides)
				.sort(),
		);
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
		const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
		expect(manifest).to.not.have.any.keys('dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides');
		expect(manifest.peerDependencies).to.deep.equal({ 'n8n-workflow': '*' });
	});
});
