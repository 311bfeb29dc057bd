import { expect } from 'chai';
import { isBuildable } from '../../../services/reader/src/articles/measure.ts';

describe('Pages of which a tree is built', () => {
	const wide = (elements: number): string => `<html><body>${'<i></i>'.repeat(elements - 2)}</body></html>`;
	const deep = (levels: number): string => `<html><body>${'<div>'.repeat(levels - 2)}text${'</div>'.repeat(levels - 2)}</body></html>`;

	it('have at most twenty thousand elements', () => {
		expect(isBuildable(wide(20_000))).to.equal(true);
		expect(isBuildable(wide(20_001))).to.equal(false);
	});

	it('are nested at most 256 deep', () => {
		expect(isBuildable(deep(256))).to.equal(true);
		expect(isBuildable(deep(257))).to.equal(false);
	});
});
