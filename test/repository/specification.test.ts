import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../scripts/desk/paths.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('The specification', () => {
	const anchors = [...read('docs/specification.md').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title.toLowerCase().replaceAll(' ', '-'),
	);

	it('has every section that code and tests name, because a reference to nothing explains nothing', () => {
		const named = globSync('{domain,nodes,credentials,services,scripts,test,bench}/**/*.{ts,mjs,sql}', {
			cwd: ROOT,
			exclude: (path) => path.includes('node_modules'),
		}).flatMap((path) => [...read(path).matchAll(/docs\/specification\.md#([\w-]+)/g)].map(([, anchor = '']) => ({ path, anchor })));
		expect(named.length).to.be.greaterThan(40);
		expect(named.filter(({ anchor }) => !anchors.includes(anchor))).to.deep.equal([]);
	});
});

describe('The page on architecture', () => {
	it('names homes that are there', () => {
		const [, homes = ''] = read('docs/architecture.md').split('## Where a thing has its home');
		const paths = [...homes.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) => path);
		expect(paths.length).to.be.greaterThan(12);
		expect(paths.filter((path) => !existsSync(join(ROOT, path)))).to.deep.equal([]);
	});
});
