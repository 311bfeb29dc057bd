import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/desk/paths.ts';

const LOCKS = ['package-lock.json', 'scripts/n8n/package-lock.json', 'scripts/node/package-lock.json'];
/** Builds for other systems: the registry had none of them when the locks were made, so that npm could note no hash. */
const NOT_THERE = /^node_modules\/(?:@unrs\/resolver-binding-[\w-]+ 1\.13\.0|@msgpackr-extract\/msgpackr-extract-[\w-]+ 3\.0\.7)$/;

interface Entry {
	readonly version?: string;
	readonly integrity?: string;
	readonly link?: boolean;
	readonly optional?: boolean;
}

describe('What is brought from elsewhere', () => {
	for (const file of LOCKS) {
		it(`is, by ${file}, what it was when the lock was made`, () => {
			const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { packages: Readonly<Record<string, Entry>> };
			const loose = Object.entries(packages).filter(
				([key, { integrity, link }]) => key.includes('node_modules/') && link !== true && !/^sha512-/.test(integrity ?? ''),
			);
			const unexplained = loose.filter(([key, { version, optional }]) => optional !== true || !NOT_THERE.test(`${key} ${version}`));
			expect(unexplained.map(([key]) => key)).to.deep.equal([]);
		});
	}

	it('is an action by its commit and not by a tag, which its owner can move', () => {
		const folder = join(ROOT, '.github', 'workflows');
		const used = readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\buses: *(.*)$/gm)]);
		expect(used.length).to.be.greaterThan(0);
		for (const [, what] of used) expect(what).to.match(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});
});
