import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import type { Rgb } from '@copydesk/renderer-core';
import { finishPng, openPng, prepareFrame } from '../../../services/renderer/src/png/index.ts';
import { type Background, type CoverText, createRenderer } from '../../../services/renderer/src/render.ts';
import { brandFileOf } from '../../../services/renderer/src/template/brandFile.ts';
import { deskBrand, toneOf } from '../../../services/renderer/src/template/brand.ts';
import { contrastRatio } from '../../support/contrast.ts';
import { otherScripts, samples } from '../../support/coverTexts.ts';
import { joined } from '../../support/encoded.ts';
import { drawIllustration, fillIllustration, type Illustration, noiseIllustration } from '../../support/illustrations.ts';

const renderer = createRenderer();
const ours = COVER_TEMPLATES.filter((name) => name !== 'ff-square-0.1');
const words: CoverText = { title: 'The quiet return of the night train', subtitle: 'Who rides them, and who pays?', category: 'Travel' };

const fileOf = ({ pixels, widthPx, heightPx }: Illustration): Promise<Buffer> =>
	sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
		.png()
		.toBuffer();

function backgroundOf(file: Buffer, version: string): Background {
	const template = renderer.template(version)!;
	return renderer.prepareBackground(template.picture === null ? null : prepareFrame(file, template.picture).pixels, template);
}

const coverOf = (text: CoverText, background: Background, version: string): Buffer =>
	joined(renderer.renderCover(text, background, { template: renderer.template(version)! }).png);

const pixelsOf = (png: Buffer): Promise<Buffer> => sharp(png).raw().toBuffer();
const barePixels = (background: Background): Promise<Buffer> => pixelsOf(joined(finishPng(openPng([], 1080, 1080), background.bands)));

/** The first and the last column that words changed. */
function differingColumns(pixels: Buffer, bare: Buffer): { first: number; last: number } {
	let [first, last] = [1080, -1];
	for (let at = 0; at < pixels.length; at += 3) {
		if (pixels[at] === bare[at] && pixels[at + 1] === bare[at + 1] && pixels[at + 2] === bare[at + 2]) continue;
		const column = (at / 3) % 1080;
		first = Math.min(first, column);
		last = Math.max(last, column);
	}
	return { first, last };
}

/** Whether a pixel is inside the box that words have on a cover: where a row has much of the colour that was not there before. */
function boxOf(pixels: Buffer, bare: Buffer, colour: Rgb): (at: number) => boolean {
	const is = (buffer: Buffer, at: number): boolean => colour.every((level, i) => buffer[at + i] === level);
	const [rows, columns] = [new Uint16Array(1080), new Uint16Array(1080)];
	for (let at = 0; at < pixels.length; at += 3)
		if (is(pixels, at) && !is(bare, at)) {
			rows[Math.floor(at / 3240)]!++;
			columns[(at / 3) % 1080]!++;
		}
	return (at) => rows[Math.floor(at / 3240)]! > 60 && columns[(at / 3) % 1080]! > 10;
}

describe('a template', function () {
	this.timeout(120_000);
	let photo: Buffer;
	before(async () => (photo = await fileOf(drawIllustration('photo', 1))));

	for (const version of ours) {
		it(`${version}: sets whatever ff-square-0.1 sets, inside its margins`, async () => {
			const background = backgroundOf(photo, version);
			const bare = await barePixels(background);
			for (const { title, subtitle, category } of samples) {
				const side = version === 'frame' ? 70 : 24;
				const pixels = await pixelsOf(coverOf({ title, subtitle, category }, background, version));
				for (let y = 0; y < 1080; y++)
					for (const [from, to] of [
						[0, side - 4],
						[1080 - side + 4, 1080],
					] as const) {
						const [start, end] = [(y * 1080 + from) * 3, (y * 1080 + to) * 3];
						if (Buffer.compare(pixels.subarray(start, end), bare.subarray(start, end)) !== 0)
							throw new Error(`"${title}" leaves the margin in row ${y}`);
					}
				expect(Buffer.compare(pixels.subarray(1060 * 3240), bare.subarray(1060 * 3240)), title).to.equal(0);
			}
		});

		it(`${version}: sets other scripts inside its margins too, those that are read from the right in its mirror image`, async () => {
			const { picture } = renderer.template(version)!;
			const frame = () => (picture === null ? null : prepareFrame(photo, picture).pixels);
			for (const text of otherScripts) {
				const template = renderer.template(version, text)!;
				expect(template.isMirrored, text.title).to.equal(text.script === 'Arabic' || text.script === 'Hebrew');
				const background = renderer.prepareBackground(frame(), template);
				const bare = await barePixels(background);
				const pixels = await pixelsOf(
					joined(renderer.renderCover(text, background, { template, fonts: await renderer.openFonts(text) }).png),
				);
				const columns = differingColumns(pixels, bare);
				const side = version === 'frame' ? 66 : 20;
				expect(columns.first, text.title).to.be.at.least(side);
				expect(columns.last, text.title).to.be.at.most(1080 - side);
				expect(Buffer.compare(pixels.subarray(1072 * 3240), bare.subarray(1072 * 3240)), text.title).to.equal(0);
				// Lines begin at their margin, to the pixel; an opening quotation mark hangs in it.
				if (version === 'frame' || version === 'words') continue;
				if (template.isMirrored) expect(columns.last, text.title).to.be.within(1080 - 64 - 1, 1080 - 64 + 40);
				else expect(columns.first, text.title).to.be.within(64 - 40, 64 + 1);
			}
		});

		it(`${version}: has 4.5 : 1 behind every pixel of its words, on the hardest pictures too`, async () => {
			for (const picture of [
				noiseIllustration(1),
				drawIllustration('diagram', 1),
				fillIllustration([255, 255, 255]),
				fillIllustration([0, 0, 0]),
				fillIllustration([128, 128, 128]),
			]) {
				const background = backgroundOf(await fileOf(picture), version);
				const bare = await barePixels(background);
				const pixels = await pixelsOf(coverOf(words, background, version));
				const accent = background.tint?.accent ?? deskBrand.accent;
				const ornaments = [accent, toneOf(deskBrand.panel)].map((colour) => colour.join());
				const isInBox = boxOf(pixels, bare, accent);
				const found = new Map<string, { count: number; worst: number }>();
				for (let at = 0; at < pixels.length; at += 3) {
					const colour = pixels.subarray(at, at + 3);
					if (Buffer.compare(colour, bare.subarray(at, at + 3)) === 0 || ornaments.includes(colour.join())) continue;
					const behind: Rgb = isInBox(at) ? accent : [bare[at]!, bare[at + 1]!, bare[at + 2]!];
					const entry = found.get(colour.join()) ?? { count: 0, worst: 21 };
					found.set(colour.join(), {
						count: entry.count + 1,
						worst: Math.min(entry.worst, contrastRatio([colour[0]!, colour[1]!, colour[2]!], behind)),
					});
				}
				// Edges of letters are mixed with what is behind them; what letters are filled with is there often.
				const full = [...found.values()].filter(({ count }) => count > 2_000);
				expect(full).to.not.be.empty;
				for (const { worst } of full) expect(worst).to.be.at.least(4.5);
			}
		});
	}

	it('is mistaken for no other one at the size of a thumbnail, on any kind of picture', async () => {
		for (const kind of ['photo', 'bright', 'flat'] as const) {
			const file = await fileOf(drawIllustration(kind, 1));
			const small = await Promise.all(
				COVER_TEMPLATES.map((version) =>
					sharp(coverOf(words, backgroundOf(file, version), version))
						.resize(36, 36)
						.raw()
						.toBuffer(),
				),
			);
			small.forEach((one, i) =>
				small.slice(i + 1).forEach((other, j) => {
					const differing = one.filter((level, at) => Math.abs(level - other[at]!) > 40).length / one.length;
					expect(differing, `${kind}: ${COVER_TEMPLATES[i]} and ${COVER_TEMPLATES[i + 1 + j]}`).to.be.above(0.12);
				}),
			);
		}
	});

	it('shows a subtitle in at least 42 px, which can be read in a list of posts, or not at all', () => {
		const shown = new Set<boolean>();
		for (const version of ours)
			for (const text of samples) {
				const { subtitleFontPx, titleFontPx } = renderer.setTexts(text, { template: renderer.template(version)! });
				if (subtitleFontPx > 0) expect(subtitleFontPx, `${version}: ${text.subtitle}`).to.be.at.least(42);
				const alone = renderer.setTexts({ ...text, subtitle: '' }, { template: renderer.template(version)! });
				expect(titleFontPx, `${version}: ${text.title}`).to.be.at.least(Math.floor(0.7 * alone.titleFontPx));
				if (text.subtitle !== '') shown.add(subtitleFontPx > 0);
			}
		expect(shown.has(true)).to.equal(true);
		const long = {
			...words,
			subtitle: 'Who rides the sleepers that are back across all of Europe now, who pays for them, and until when will they?',
		};
		expect(renderer.setTexts(long, { template: renderer.template('panel')! }).lines.subtitle).to.equal(0);
	});

	it('leaves out a label that is too long to be read there, and refuses nothing for it', async () => {
		const background = backgroundOf(photo, 'frame');
		const label = 'M'.repeat(45);
		const [without, long, short] = ['', label, 'Harbour'].map((category) => coverOf({ ...words, category }, background, 'frame'));
		expect(Buffer.compare(long!, without!)).to.equal(0);
		expect(Buffer.compare(short!, without!)).to.not.equal(0);
	});

	it('takes its colour from the picture, if that has one and the desk has no brand', async () => {
		const blue = fillIllustration([200, 200, 200]);
		for (let at = 0; at < blue.pixels.length / 4; at += 3) blue.pixels.set([30, 80, 200], at);
		for (const version of ['panel', 'full', 'frame', 'news'] as const) {
			const { tint } = backgroundOf(await fileOf(blue), version);
			expect(tint!.accent[2] - tint!.accent[0], version).to.be.above(60);
			expect(tint!.panel[2], version).to.be.above(tint!.panel[0] + 20);
			expect(backgroundOf(await fileOf(fillIllustration([120, 120, 120])), version), version).to.not.have.property('tint');
		}
		const brand = { name: '', panel: '#14213d', accent: '#c0392b', font: null, font_file: null, logo: null };
		const { bytes, sha256 } = brandFileOf(brand);
		await renderer.addBrand(bytes, true);
		expect(backgroundOf(await fileOf(blue), `panel@${sha256}`)).to.not.have.property('tint');
	});

	it('comes closer to a lone subject, and leaves a picture whole that is lively everywhere', async () => {
		const { pixels, ...size } = fillIllustration([120, 130, 140]);
		for (let y = 400; y < 640; y++)
			for (let x = 600; x < 900; x++) pixels.set((x + y) % 40 < 20 ? [230, 40, 30] : [250, 240, 60], (y * size.widthPx + x) * 3);
		const lively = (file: Buffer, isFocused: boolean): number => {
			const { view } = prepareFrame(file, { widthPx: 1080, heightPx: 632, isFocused }).pixels;
			let count = 0;
			for (let at = 0; at < view.length; at += 3) if (Math.abs(view.bytes[at]! - view.bytes[at + 2]!) > 100) count++;
			return count;
		};
		const lone = await fileOf({ pixels, ...size });
		expect(lively(lone, true)).to.be.above(1.5 * lively(lone, false));
		const noise = await fileOf(noiseIllustration(1));
		const [whole, focused] = [false, true].map((isFocused) =>
			prepareFrame(noise, { widthPx: 1080, heightPx: 720, isFocused }).pixels.view.bytes.slice(),
		);
		expect(Buffer.compare(whole!, focused!)).to.equal(0);
	});

	it('full: leaves no edge of a chart that competes with letters, and a photo as it is', async () => {
		const edgeOf = async (file: Buffer): Promise<{ behind: number; elsewhere: number }> => {
			const background = backgroundOf(file, 'full');
			const pixels = await barePixels(background);
			const isAbove = background.onPicture!.isTextAbove;
			const edge = (from: number, to: number): number => {
				const differences: number[] = [];
				for (let y = from; y < to; y += 4)
					for (let x = 60; x < 1016; x += 4) differences.push(Math.abs(pixels[(y * 1080 + x) * 3]! - pixels[(y * 1080 + x + 4) * 3]!));
				return differences.sort((one, other) => one - other)[Math.floor(differences.length * 0.99)]!;
			};
			return isAbove ? { behind: edge(60, 430), elsewhere: edge(700, 830) } : { behind: edge(650, 1020), elsewhere: edge(60, 320) };
		};
		const chart = await edgeOf(await fileOf(drawIllustration('diagram', 1)));
		expect(chart.behind).to.be.at.most(24);
		expect(chart.elsewhere).to.be.above(100);
		expect((await edgeOf(await fileOf(drawIllustration('painting', 1)))).behind).to.be.above(8);
	});

	it('full: leaves the middle of a picture as it is, where its subject is mostly', async () => {
		const grey = await fileOf(fillIllustration([120, 120, 120], 1536, 1024));
		const bare = await barePixels(backgroundOf(grey, 'full'));
		expect(bare[(440 * 1080 + 540) * 3], 'in row 440').to.equal(120);
		expect(bare[(700 * 1080 + 540) * 3], 'behind the words').to.be.lessThan(90);
	});

	it('gives the same bytes again, also from a background that was written down', () => {
		for (const version of ours) {
			const background = backgroundOf(photo, version);
			const sum = (over: Background): string =>
				createHash('sha256')
					.update(coverOf(words, over, version))
					.digest('hex');
			expect(sum(structuredClone(background)), version).to.equal(sum(background));
			expect(sum(backgroundOf(photo, version)), version).to.equal(sum(background));
		}
	});

	it('keeps in its picture what there is to look at, where a cut around the centre would lose it', async () => {
		// A quiet ground with one lively thing near its right edge.
		const { pixels, ...size } = fillIllustration([120, 130, 140]);
		for (let y = 400; y < 640; y++)
			for (let x = 1300; x < 1500; x++) pixels.set((x + y) % 40 < 20 ? [230, 40, 30] : [250, 240, 60], (y * size.widthPx + x) * 3);
		const file = await fileOf({ pixels, ...size });
		const lively = (isFocused: boolean): number => {
			const { view } = prepareFrame(file, { widthPx: 1080, heightPx: 1080, isFocused }).pixels;
			let count = 0;
			for (let at = 0; at < view.length; at += 3) if (Math.abs(view.bytes[at]! - view.bytes[at + 2]!) > 100) count++;
			return count;
		};
		expect(lively(true)).to.be.above(40_000);
		expect(lively(false)).to.equal(0);
	});

	it('puts words over the quieter half of a picture', async () => {
		const { pixels, ...size } = fillIllustration([60, 70, 80], 1200, 1200);
		for (let y = 800; y < 1100; y++)
			for (let x = 200; x < 1000; x++) pixels.set((x * y) % 31 < 15 ? [200, 40, 30] : [20, 20, 60], (y * size.widthPx + x) * 3);
		const below = backgroundOf(await fileOf({ pixels, ...size }), 'full');
		expect(below.onPicture?.isTextAbove).to.equal(true);
		expect(backgroundOf(photo, 'full').onPicture?.isTextAbove).to.equal(false);
	});

	it('leaves the brightest thing in a dark picture uncovered, be it smooth and the rest lively', async () => {
		const { pixels, ...size } = fillIllustration([40, 44, 52], 1200, 1200);
		for (let y = 0; y < 600; y++)
			for (let x = 0; x < 1200; x++) pixels.set((x * y) % 31 < 15 ? [70, 40, 30] : [20, 20, 60], (y * size.widthPx + x) * 3);
		for (let y = 850; y < 1100; y++) for (let x = 450; x < 750; x++) pixels.set([250, 245, 230], (y * size.widthPx + x) * 3);
		expect(backgroundOf(await fileOf({ pixels, ...size }), 'full').onPicture?.isTextAbove).to.equal(true);
	});

	it('words: shows its large first letter whole and above the words, in every script, or not at all', async () => {
		const tone = toneOf(deskBrand.panel);
		let count = 0;
		for (const text of [...samples, ...otherScripts]) {
			const template = renderer.template('words', text)!;
			const background = renderer.prepareBackground(null, template);
			const pixels = await pixelsOf(
				joined(renderer.renderCover(text, background, { template, fonts: await renderer.openFonts(text) }).png),
			);
			const rows = Array.from({ length: 1080 }, (_, y) => pixels.subarray(y * 3240, (y + 1) * 3240));
			const has = (row: Buffer, isOf: (red: number) => boolean) => row.some((level, at) => at % 3 === 0 && isOf(level));
			const letter = rows.flatMap((row, y) => (has(row, (red) => red === tone[0]) && row.includes(Buffer.from(tone)) ? [y] : []));
			const words = rows.findIndex((row, y) => y > 190 && has(row, (red) => red > 200));
			if (letter.length < 40) continue;
			count++;
			expect(letter[0], text.title).to.be.at.least(66);
			expect(letter.at(-1), text.title).to.be.below(words);
		}
		expect(count).to.be.above(15);
	});

	it('words: shows the first digit of a title without letters', async () => {
		const background = backgroundOf(photo, 'words');
		const initialOf = async (title: string) => {
			const pixels = await pixelsOf(coverOf({ ...words, title, category: '' }, background, 'words'));
			return createHash('sha256')
				.update(pixels.subarray(0, 400 * 3240))
				.digest('hex');
		};
		expect(await initialOf('5 %')).to.equal(await initialOf('5 0 0 €'));
	});

	it('words: leaves no line but the last much shorter than the others, if a size a little smaller avoids it', () => {
		const text = { title: '“Where do I start?” Six questions before you sign a lease', subtitle: '', category: '' };
		expect(renderer.setTexts(text, { template: renderer.template('words')! }).lines.title).to.equal(3);
	});

	it('news: sets source and date by their own letters, whatever script the label has', async () => {
		const background = backgroundOf(photo, 'news');
		const template = renderer.template('news')!;
		const rowsOfLine = async (label: string): Promise<Buffer> => {
			const text = { ...words, category: `${label} · Harbour News · 23 November 2026` };
			const { png } = renderer.renderCover(text, background, { template, fonts: await renderer.openFonts(text) });
			return (await pixelsOf(joined(png))).subarray(990 * 3240);
		};
		expect(Buffer.compare(await rowsOfLine('经济'), await rowsOfLine('Economy'))).to.equal(0);
	});

	it('news: shows source and date, which follow the label, on a line of their own', async () => {
		const background = backgroundOf(photo, 'news');
		const [without, beside] = [words, { ...words, category: 'Travel · Harbour News · 23 November 2026' }].map((text) =>
			coverOf(text, background, 'news'),
		);
		const [first, second] = [await pixelsOf(without!), await pixelsOf(beside!)];
		expect(Buffer.compare(first.subarray(0, 986 * 3240), second.subarray(0, 986 * 3240))).to.equal(0);
		expect(Buffer.compare(first.subarray(986 * 3240), second.subarray(986 * 3240))).to.not.equal(0);
	});
});
