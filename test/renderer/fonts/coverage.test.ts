import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { fontFiles } from '../../../services/renderer/src/fonts/files.ts';
import { loadTypeface, type Typeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { isSettable } from '../../../services/renderer/src/layout/characters.ts';
import { MissingGlyph, shape } from '../../../services/renderer/src/layout/shape.ts';

describe('the fonts of the cover', () => {
	let typeface: Typeface;
	before(() => {
		typeface = loadTypeface();
	});

	/** Assigned characters of our scripts; what is left out here is refused by name. */
	const ranges: readonly (readonly [string, number, number])[] = [
		['Basic Latin', 0x20, 0x7e],
		['Latin-1 Supplement', 0xa0, 0xff],
		['Latin Extended-A', 0x100, 0x17f],
		['Latin Extended-B', 0x180, 0x24f],
		['IPA Extensions', 0x250, 0x2af],
		['Latin Extended Additional, with Vietnamese', 0x1e00, 0x1eff],
		['Greek', 0x370, 0x3ff],
		['Greek Extended', 0x1f00, 0x1fff],
		['Cyrillic', 0x400, 0x4ff],
		['Cyrillic Supplement', 0x500, 0x52f],
		['General Punctuation, what is visible of it', 0x2010, 0x2027],
		['more of it', 0x2030, 0x205e],
		['Currency Symbols up to the rouble and the lari', 0x20a0, 0x20bf],
		['arrows of the keyboard', 0x2190, 0x2193],
	];
	for (const [name, first, last] of ranges) {
		for (const role of ['title', 'label', 'subtitle'] as const) {
			it(`cover ${name} in the ${role}`, () => {
				const missing: string[] = [];
				for (let codePoint = first; codePoint <= last; codePoint++) {
					if (!isSettable(codePoint)) continue;
					try {
						shape(`o${String.fromCodePoint(codePoint)}`, { faces: typeface[role], trackingEm: 0 });
					} catch (error) {
						if (!(error instanceof MissingGlyph)) throw error;
						missing.push(codePoint.toString(16));
					}
				}
				expect(missing).to.deep.equal([]);
			});
		}
	}

	it('come from packages that the lock file pins by hash, each under the Open Font License', () => {
		const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
			packages: Record<string, { integrity?: string; license?: string }>;
		};
		const require = createRequire(import.meta.url);
		for (const file of Object.values(fontFiles)) {
			const name = file.split('/').slice(0, 2).join('/');
			expect(lock.packages[`node_modules/${name}`]?.integrity, name).to.match(/^sha512-/);
			expect(readFileSync(require.resolve(`${name}/LICENSE_FONT`), 'utf8'), name).to.include('SIL OPEN FONT LICENSE Version 1.1');
		}
	});
});
