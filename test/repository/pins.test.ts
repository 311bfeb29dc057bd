import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/desk/paths.ts';

const LOCKS = ['package-lock.json', 'scripts/n8n/package-lock.json', 'scripts/node/package-lock.json'];
/**
 * Builds for other systems than Linux on x64 and arm64: the registry had none of them when the locks were made, so npm noted no hash.
 */
const NOT_THERE: Readonly<Record<string, readonly string[]>> = {
	'@unrs/resolver-binding- 1.13.0': [
		...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf', 'linux-arm-musleabihf'],
		...['linux-loong64-gnu', 'linux-loong64-musl', 'linux-ppc64-gnu', 'linux-riscv64-gnu', 'linux-riscv64-musl', 'linux-s390x-gnu'],
		...['openharmony-arm64', 'win32-arm64-msvc', 'win32-ia32-msvc', 'win32-x64-msvc'],
	],
	'@msgpackr-extract/msgpackr-extract- 3.0.7': ['darwin-arm64', 'darwin-x64', 'linux-arm', 'win32-x64'],
};
const NAMED: readonly string[] = Object.entries(NOT_THERE).flatMap(([package_, systems]) =>
	systems.map((system) => `node_modules/${package_.replace(' ', `${system} `)}`),
);

interface Entry {
	readonly version?: string;
	readonly integrity?: string;
	readonly link?: boolean;
	readonly optional?: boolean;
}

describe('What is brought from elsewhere', () => {
	it('is what it was when the locks were made, but for the builds that are named here', () => {
		const loose = LOCKS.flatMap((file) => {
			const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { packages: Readonly<Record<string, Entry>> };
			return Object.entries(packages)
				.filter(([key, { integrity, link }]) => key.includes('node_modules/') && link !== true && !/^sha512-/.test(integrity ?? ''))
				.map(([key, { version, optional }]) => `${key} ${version}${optional === true ? '' : ', which is always installed'}`);
		});
		expect(loose).to.have.members(NAMED);
	});

	it('is an action by its commit and not by a tag, which its owner can move', () => {
		const folder = join(ROOT, '.github', 'workflows');
		const used = readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\buses: *(.*)$/gm)]);
		expect(used.length).to.be.greaterThan(0);
		for (const [, what] of used) expect(what).to.match(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});
});
