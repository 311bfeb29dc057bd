import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { openScriptFonts, scriptPackages } from '../../../services/renderer/src/fonts/scriptFonts.ts';
import { isTraditional } from '../../../services/renderer/src/fonts/chinese.ts';
import { isSettable } from '../../../services/renderer/src/layout/characters.ts';
import { scriptOf } from '../../../services/renderer/src/layout/scripts.ts';

/** The letters of a national character set: two bytes each. */
function charactersOf(encoding: string, leads: readonly [number, number], trails: readonly [number, number]): string {
	const bytes: number[] = [];
	for (let lead = leads[0]; lead <= leads[1]; lead++) for (let trail = trails[0]; trail <= trails[1]; trail++) bytes.push(lead, trail);
	return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

const block = (first: number, last: number): string =>
	String.fromCodePoint(
		...Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((codePoint) => isSettable(codePoint, 'all')),
	);

describe('the fonts of other scripts', function () {
	this.timeout(60_000);

	/** With how many are missing: rare signs that the fonts' makers left out. They are refused by name. */
	const sets: readonly (readonly [string, string, number?])[] = [
		['Arabic', block(0x620, 0x64a) + block(0x64b, 0x652) + block(0x660, 0x669) + block(0x671, 0x6d3)],
		['Hebrew', block(0x5b0, 0x5bc) + block(0x5d0, 0x5ea) + block(0x5f0, 0x5f4)],
		['Devanagari', block(0x900, 0x97f)],
		['Thai', block(0xe01, 0xe3a) + block(0xe3f, 0xe5b)],
		['Japanese (JIS X 0208)', `の${charactersOf('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe])}`],
		['Korean (KS X 1001)', `가${charactersOf('euc-kr', [0xb0, 0xc8], [0xa1, 0xfe])}`],
		['simplified Chinese (GB 2312)', charactersOf('gbk', [0xb0, 0xf7], [0xa1, 0xfe]), 21],
		['traditional Chinese (Big5, the common ones)', `國${charactersOf('big5', [0xa4, 0xc5], [0xa1, 0xfe])}`, 5],
	];
	for (const [name, characters, left = 0] of sets)
		it(`cover ${name}`, async () => {
			const letters = [...new Set(characters)].filter((sign) => {
				const codePoint = sign.codePointAt(0)!;
				return isSettable(codePoint, 'all') && (scriptOf(codePoint) ?? 'Latn') !== 'Latn';
			});
			expect(letters.length).to.be.above(20);
			const missing: string[] = [];
			// In portions, as covers are: what is open at one time is bounded.
			for (let at = 0; at < letters.length; at += 500) {
				const portion = letters.slice(at, at + 500).join('');
				const fonts = await openScriptFonts(letters[0]! + portion);
				for (const sign of portion) {
					const codePoint = sign.codePointAt(0)!;
					if (fonts?.face(codePoint, 'bold')?.covers(codePoint) !== true) missing.push(sign);
				}
			}
			expect(missing, missing.join(' ')).to.have.length(left);
		});

	it('show a Chinese sign as the country of the text writes it', async () => {
		const faceIn = async (text: string) => (await openScriptFonts(text))!.face('直'.codePointAt(0)!, 'bold')!.font;
		const fonts = new Set([await faceIn('直に'), await faceIn('直는'), await faceIn('直这边'), await faceIn('直這邊')]);
		expect(fonts.size).to.equal(4);
		expect(isTraditional('在臺北的舊書店裡')).to.equal(true);
		expect(isTraditional('在北京的旧书店里')).to.equal(false);
		expect(isTraditional('山水')).to.equal(false);
	});

	it('are read only for a text that has such letters', async () => {
		expect(await openScriptFonts('Žluťoučký кот, Ελλάδα 2026 — «да»')).to.equal(undefined);
	});

	it('come from packages that the lock file pins by hash, each under the Open Font License', () => {
		const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
			packages: Record<string, { integrity?: string }>;
		};
		const require = createRequire(import.meta.url);
		for (const name of scriptPackages) {
			expect(lock.packages[`node_modules/${name}`]?.integrity, name).to.match(/^sha512-/);
			expect(readFileSync(require.resolve(`${name}/LICENSE`), 'utf8'), name).to.include('SIL OPEN FONT LICENSE Version 1.1');
		}
	});
});
