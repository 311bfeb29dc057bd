import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('Both ends of a call', () => {
	it('have the types of its contract: no cast bridges two, because it would hide where they differ', () => {
		const files = globSync(['domain', 'nodes', 'services/collaboration/src', 'services/kit/src'].map((folder) => `${folder}/**/*.ts`));
		expect(files.length).to.be.above(100);
		const casts = files.filter((file) => /\bas\s+unknown\s+as\b/.test(readFileSync(file, 'utf8')));
		expect(casts).to.deep.equal([]);
	});

	it('read a stored intent with one parser, because another release may have stored one that this one does not know', () => {
		const files = globSync('services/collaboration/src/**/*.ts');
		const casts = files.filter((file) => /JSON\.parse\((\w+\.)?intent\)/.test(readFileSync(file, 'utf8')));
		expect(casts).to.deep.equal([]);
	});
});
