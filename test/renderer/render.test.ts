import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import fc from 'fast-check';
import { Jimp } from 'jimp';
import sharp from 'sharp';
import { CopydeskError } from '@copydesk/domain/errors';
import { openCanvas } from '@copydesk/renderer-core';
import { type Background, type Cover, type CoverText, createRenderer, type Renderer } from '../../services/renderer/src/render.ts';
import { readBuiltIn } from '../../services/renderer/src/template/consultation.ts';
import { ffSquare } from '../../services/renderer/src/template/ffSquare.ts';
import { coverHashes } from '../support/coverHashes.ts';
import { coverTexts, samples } from '../support/coverTexts.ts';
import { encoded, frameOf, joined, paintBackground } from '../support/encoded.ts';
import { drawIllustration } from '../support/illustrations.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const text = (title: string, subtitle = '', category = ''): CoverText => ({ title, subtitle, category });

describe('a cover', function () {
	this.timeout(60_000);
	let renderer: Renderer;
	let background: Background;
	/** The picture without words. */
	let bare: Uint8Array;
	before(() => {
		renderer = createRenderer();
		const frame = drawIllustration('flat', 1, 1080, 720).pixels;
		background = renderer.prepareBackground(frameOf(frame));
		bare = paintBackground(frame);
	});

	/** A cover with its file in one piece, which lasts. */
	function cover(words: CoverText, over = background, options = {}): Omit<Cover, 'png'> & { readonly png: Buffer } {
		const made = renderer.renderCover(words, over, options);
		return { ...made, png: joined(made.png) };
	}

	async function pixelsOf(png: Buffer): Promise<Buffer> {
		return sharp(png).raw().toBuffer();
	}

	function refusal(words: CoverText, options = {}): CopydeskError {
		try {
			cover(words, background, options);
		} catch (error) {
			if (error instanceof CopydeskError) return error;
			throw error;
		}
		throw new Error('It was made');
	}

	it('is made in this order, because the title takes the height that label and subtitle leave', () => {
		// A clock that ticks whenever somebody looks: each deadline is over before another step.
		const stoppedBefore = [0, 1, 2, 3, 4, 5, 6].map((deadlineMs) => {
			let ticks = 0;
			return refusal(coverTexts[0]!, { deadlineMs, now: () => ticks++ }).detail.replace('the deadline passed before ', '');
		});
		expect(stoppedBefore).to.deep.equal(['cleanText', 'setCategory', 'setSubtitle', 'setTitle', 'placeTexts', 'paintTexts', 'encodePng']);
	});

	it('is a 1080×1080 RGB PNG that two independent decoders read alike, pixel by pixel', async () => {
		const { png } = cover(coverTexts[0]!);
		expect(await sharp(png).metadata()).to.include({ format: 'png', width: 1080, height: 1080, channels: 3, depth: 'uchar' });
		const bySharp = await sharp(png).ensureAlpha().raw().toBuffer();
		const byJimp = await Jimp.read(png);
		expect([byJimp.bitmap.width, byJimp.bitmap.height]).to.deep.equal([1080, 1080]);
		expect(Buffer.compare(bySharp, byJimp.bitmap.data)).to.equal(0);
	});

	it('shows its illustration, its rule, and letters in their colours', async () => {
		const { png } = cover(text('MMM', 'mmm', 'Label'));
		const pixels = await pixelsOf(png);
		const untouched = ffSquare.fadeStartY * 3240;
		expect(Buffer.compare(pixels.subarray(0, untouched), bare.subarray(0, untouched))).to.equal(0);
		const colours = new Set<string>();
		for (let at = untouched; at < pixels.length; at += 3) colours.add(pixels.subarray(at, at + 3).join());
		for (const colour of [ffSquare.paper, ffSquare.softPaper, ffSquare.accent]) expect(colours).to.include(colour.join());
	});

	it('keeps all ink inside the margins and above the lower edge', async () => {
		for (const words of coverTexts) {
			const pixels = await pixelsOf(cover(words).png);
			// A quotation mark hangs in the margin, and so does the tail of a j.
			const hangs = /^[“«]/u.test(words.title) ? ffSquare.mostHangPx : /\bj/.test(words.title) ? 10 : 0;
			for (let y = 0; y < 1080; y++) {
				for (const [from, to] of [
					[0, ffSquare.marginPx - 1 - hangs],
					[1080 - ffSquare.marginPx + 2, 1080],
				] as const) {
					const start = (y * 1080 + from) * 3;
					const end = (y * 1080 + to) * 3;
					if (Buffer.compare(pixels.subarray(start, end), bare.subarray(start, end)) !== 0)
						throw new Error(`"${words.title}" leaves the margin in row ${y}`);
				}
			}
			const below = ffSquare.textBottomY * 3240;
			expect(Buffer.compare(pixels.subarray(below), bare.subarray(below)), words.title).to.equal(0);
		}
	});

	it('draws every letter to its foot, wherever the words are', async () => {
		for (const [size, letters] of [
			[160, 10],
			[140, 11],
			[124, 12],
			[112, 14],
			[104, 15],
			[96, 16],
			[88, 18],
		] as const) {
			const { png, titleFontPx } = cover(text('g'.repeat(letters)));
			expect(titleFontPx).to.equal(size);
			const pixels = await pixelsOf(png);
			const changed = (row: number): boolean =>
				Buffer.compare(pixels.subarray(row * 3240, (row + 1) * 3240), bare.subarray(row * 3240, (row + 1) * 3240)) !== 0;
			let lowest = 1079;
			while (!changed(lowest)) lowest--;
			let highest = lowest;
			while (changed(highest - 1)) highest--;
			// From the ear to the foot, a g of this face is 0.74 em tall.
			expect(lowest + 1 - highest, `${size} px`).to.be.within(0.73 * size, 0.75 * size + 2);
		}
	});

	it('lets no pile of marks climb out of the place of words: it fits there, or is refused', async () => {
		for (const piled of ['x', 'xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx', 'Ế'.normalize('NFD')]) {
			for (const count of [1, 3, 6, 10, 20, 60]) {
				const marks = `${'\u{302}'.repeat(count)}${'\u{323}'.repeat(count)}`.slice(0, 80);
				for (const words of [
					text(`${piled}${marks}`.slice(0, 95), '', 'Label'),
					text('Rain', `x${marks}`),
					text('Rain', '', `x${marks}`.slice(0, 45)),
				]) {
					let png: Buffer;
					try {
						({ png } = cover(words));
					} catch (error) {
						expect(error).to.have.property('code', 'layout_overflow');
						continue;
					}
					const pixels = await pixelsOf(png);
					expect(
						Buffer.compare(pixels.subarray(0, ffSquare.textTopY * 3240), bare.subarray(0, ffSquare.textTopY * 3240)),
						words.title,
					).to.equal(0);
				}
			}
		}
	});

	it('tells its lines and its title size', () => {
		expect(cover(text('Rain')))
			.to.include({ titleFontPx: 160 })
			.and.to.have.deep.property('lines', { title: 1, subtitle: 0 });
		expect(
			cover(
				text(
					'Как подготовить город к жаре: пять решений, которые работают',
					'Тень, вода и деревья дают больше, чем кондиционеры — и стоят в разы меньше',
					'Городская среда',
				),
			),
		).to.have.deep.property('lines', { title: 3, subtitle: 2 });
	});

	it('takes a subtitle and a label of nothing visible as none', () => {
		const alone = sha256(cover(text('Rain')).png);
		expect(sha256(cover(text('Rain', '\u{200B} ', '\u{FEFF}')).png)).to.equal(alone);
	});

	it('comes out in every script', () => {
		for (const { script, ...words } of samples) {
			expect(cover(words).titleFontPx, `${script}: ${words.title}`).to.be.within(56, 160);
		}
	});

	it('has room for the longest texts that a request may carry', () => {
		const words = text(
			'Сто дней без машины: как один квартал решил оставить дворы деревьям, детям и тишине до осени 26',
			'Жители договорились за месяц, спорили полгода, а теперь считают, сколько сэкономили на парковках и сколько стоит новая липа 5',
			'W'.repeat(45),
		);
		expect([words.title.length, words.subtitle.length, words.category.length]).to.deep.equal([95, 125, 45]);
		expect(cover(words).lines).to.deep.equal({ title: 3, subtitle: 2 });
	});

	it('is made or refused by name, whatever the words: nothing else ever comes out', () => {
		const ours = fc.constantFrom(...'abcdefgXYZ 0123456789 «»“”—-.,!?абвгдежзийклмнЁЇґќαβγδέώ  ếậỗ\u{301}\u{323}\u{AD}\u{200D}\u{A0}');
		const words = (maxLength: number): fc.Arbitrary<string> =>
			fc.oneof(fc.string({ unit: ours, maxLength }), fc.string({ unit: 'binary', maxLength }));
		fc.assert(
			fc.property(words(95), words(125), words(45), (title, subtitle, category) => {
				try {
					const { lines, png } = cover({ title, subtitle, category });
					return lines.title >= 1 && lines.title <= 3 && lines.subtitle <= 2 && png.length > 0;
				} catch (error) {
					return error instanceof CopydeskError && ['layout_overflow', 'unsupported_character', 'invalid_request'].includes(error.code);
				}
			}),
			{ numRuns: 400 },
		);
	});

	describe('is refused', () => {
		it('when a text needs more lines than it may have, each text by name', () => {
			const error = refusal(text('ЩЩЩЩЩЩЩЩЩ '.repeat(9).trim(), 'ЩЩЩЩЩЩЩЩЩЩЩЩЩЩ '.repeat(8).trim()));
			expect(error.code).to.equal('layout_overflow');
			expect(error.fields).to.deep.equal([
				{ path: 'subtitle', message: 'needs 4 lines, 2 allowed' },
				{ path: 'title', message: 'needs 5 lines, 3 allowed' },
			]);
		});

		it('when one word is wider than the line, since a word is never cut', () => {
			const error = refusal(text('W'.repeat(95)));
			expect(error.code).to.equal('layout_overflow');
			expect(error.fields).to.deep.equal([
				{ path: 'title', message: 'has a word wider than the line, 936 px, at the smallest size, 46 px' },
			]);
		});

		const strangers: readonly (readonly [string, CoverText, string, string])[] = [
			['Arabic', text('شتاء'), 'title', 'U+0634'],
			['Hebrew in the subtitle', text('Ok', 'שלום'), 'subtitle', 'U+05E9'],
			['Han in the label', text('Ok', '', '中文'), 'category', 'U+4E2D'],
			['Hangul', text('안녕'), 'title', 'U+C548'],
			['Thai', text('ไทย'), 'title', 'U+0E44'],
			['a picture', text('Fire 🔥 season'), 'title', 'U+1F525'],
			['a sign asked for as a picture', text('Love ❤\u{FE0F}'), 'title', 'U+FE0F'],
			['private use', text('\u{F8FF} pie'), 'title', 'U+F8FF'],
			['an unassigned code point', text('a\u{378}b'), 'title', 'U+0378'],
			['a sign of our scripts that no font has', text('a\u{1D7D8}b'), 'title', 'U+1D7D8'],
		];
		for (const [name, words, path, named] of strangers) {
			it(`for ${name}, with field and code point`, () => {
				const error = refusal(words);
				expect(error.code).to.equal('unsupported_character');
				expect(error.fields).to.have.length(1);
				expect(error.fields[0]).to.include({ path });
				expect(error.fields[0]?.message).to.include(named);
			});
		}

		it('without a title that can be seen', () => {
			for (const blank of ['', ' ', '\u{A0}\u{3000}', '\u{200B}\u{2060}', '\u{AD}']) {
				expect(refusal(text(blank, 'Subtitle')), JSON.stringify(blank)).to.have.property('code', 'invalid_request');
			}
		});

		it('for its letters before its length, because the words must change in any case', () => {
			expect(refusal(text('W'.repeat(95), '中'))).to.have.property('code', 'unsupported_character');
		});

		it('when the deadline passes between two steps', () => {
			let clock = 0;
			const late = (deadlineMs: number): unknown => cover(text('Rain'), background, { deadlineMs, now: () => clock++ });
			expect(() => late(3)).to.throw(CopydeskError, /busy: the deadline passed before setTitle/);
			clock = 0;
			expect(() => late(100)).not.to.throw();
		});
	});

	describe('has the same bytes', () => {
		it('whatever was made before it', () => {
			const first = sha256(cover(coverTexts[3]!).png);
			for (const words of coverTexts) cover(words);
			expect(sha256(cover(coverTexts[3]!).png)).to.equal(first);
		});

		it('when the same words are typed composed or decomposed, or with space around them', () => {
			const { title, subtitle, category } = coverTexts[7]!;
			const composed = sha256(cover({ title, subtitle, category }).png);
			expect(sha256(cover({ title: title.normalize('NFD'), subtitle: subtitle.normalize('NFD'), category: ` ${category} ` }).png)).to.equal(
				composed,
			);
		});

		it('whether a band was drawn again or was kept encoded', async () => {
			for (const words of coverTexts.slice(0, 4)) {
				const { png } = cover(words);
				const pixels = await pixelsOf(png);
				expect(encoded(pixels, 1080, ffSquare.bandRows, 10).equals(png), words.title).to.equal(true);
			}
		});

		it('as on the machine where this line was written, down to the pixel', async () => {
			// Changes only together with the template: fonts, parameters or the way lines are broken and drawn.
			const stripes = new Uint8Array(1080 * 720 * 3).map((_, i) => (i * 7 + Math.floor(i / 3240) * 3) % 256);
			const over = renderer.prepareBackground(frameOf(stripes));
			const hashes: string[] = [];
			for (const words of coverTexts.slice(3, 15).filter((_, i) => i % 4 === 0)) {
				hashes.push(sha256(await pixelsOf(cover(words, over).png)).slice(0, 16));
			}
			expect(hashes).to.deep.equal(['2eafca9289378a49', 'b289ef3ed195ccb7', '5c4c85351a1de30d']);
		});

		it('after the background was written down and read again', () => {
			const again = structuredClone(background);
			expect(sha256(cover(coverTexts[1]!, again).png)).to.equal(sha256(cover(coverTexts[1]!).png));
		});

		it('in two threads at once, and in another process that knows of no font, locale or home', async () => {
			const program = new URL('../support/coverHashes.ts', import.meta.url);
			const inThread = async (): Promise<string[]> =>
				new Promise((resolve, reject) => {
					new Worker(program).once('message', resolve).once('error', reject);
				});
			const inProcess = promisify(execFile)(process.execPath, [program.pathname], {
				env: { FONTCONFIG_FILE: '/nonexistent', LC_ALL: 'tr_TR.UTF-8' },
			});
			const [one, two, { stdout }] = await Promise.all([inThread(), inThread(), inProcess]);
			const here = coverHashes();
			expect(new Set(here).size).to.equal(coverTexts.length);
			expect(one).to.deep.equal(here);
			expect(two).to.deep.equal(here);
			expect(JSON.parse(stdout)).to.deep.equal(here);
		});
	});

	describe('belongs to a template', () => {
		it('whose fingerprint is the same for every renderer of this version', () => {
			expect(renderer.templateFingerprint).to.match(/^[0-9a-f]{64}$/);
			expect(createRenderer().templateFingerprint).to.equal(renderer.templateFingerprint);
		});

		it('with an illustration of its own', async () => {
			expect(await sharp(readBuiltIn()).metadata()).to.include({ format: 'png', width: 1536, height: 1024 });
		});

		it('that refuses a frame of another size', () => {
			expect(() => renderer.prepareBackground(openCanvas(1080, 480))).to.throw(RangeError, 'Expected a frame of 1080×720');
		});
	});
});
