import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

describe('What measurements wrote', () => {
	it('names no file of the machine that they ran on', () => {
		const folder = join('bench', 'results');
		const files = readdirSync(folder).filter((name) => /\.md$/.test(name));
		expect(files).to.not.deep.equal([]);
		for (const name of files) {
			const text = readFileSync(join(folder, name), 'utf8');
			expect(text.match(/(?:file:\/\/|\/root|\/home)\/[^"\s]*/)?.[0], name).to.equal(undefined);
		}
	});
});
