import { deflateSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { decode, ILLUSTRATION, PngRefused, prepareFrame, walk, type PngCheck } from '../../../services/renderer/src/png/index.ts';
import { aPng, chunk, chunksOf, fileOf, header, SIGNATURE, storedRows, uint32 } from '../../support/png.ts';

const SUITE = new URL('../../fixtures/pngsuite/', import.meta.url);

/** The check by which a file is refused; `accepted` if it is not. */
function verdict(judge: () => unknown): PngCheck | 'accepted' {
	try {
		judge();
		return 'accepted';
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		return error.check;
	}
}

const imported = (file: Uint8Array): PngCheck | 'accepted' => verdict(() => prepareFrame(file));

const idat = (rows = storedRows()): Buffer => chunk('IDAT', deflateSync(rows));
const end = chunk('IEND');
const gamma = chunk('gAMA', uint32(45_455));
const palette = chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]));
const text = chunk('tEXt', Buffer.from('Comment\0made for a test'));

/** A file whose IHDR data are these 13 bytes. */
const withHeader = (data: Uint8Array): Buffer => fileOf([chunk('IHDR', data), idat(), end]);
const headerData = (change: (data: Buffer) => void): Buffer => {
	const data = Buffer.from(header().subarray(8, 21));
	change(data);
	return data;
};

/** The file with the bytes of its first `type` chunk changed. */
function changed(file: Buffer, type: string, change: (bytes: Buffer) => void): Buffer {
	const { at, bytes } = chunksOf(file).find((one) => one.type === type)!;
	const copy = Buffer.from(file);
	change(copy.subarray(at, at + bytes.length));
	return copy;
}

describe('PNG walker', () => {
	describe('on PngSuite, which others wrote', () => {
		const anySize = { ...ILLUSTRATION, minSidePx: 1 };
		const names = readdirSync(new URL('png/', SUITE)).filter((name) => name.endsWith('.png'));
		const files = [...names.map((name) => new URL(`png/${name}`, SUITE)), new URL('PngSuite.png', SUITE)];
		const isBroken = (file: URL): boolean => /\/x[^/]*\.png$/.test(file.pathname);

		it('accepts all 162 legal files, because a strict judge that refuses good pictures is of no use', () => {
			const refused = files.filter((file) => !isBroken(file) && verdict(() => decode(walk(readFileSync(file), anySize))) !== 'accepted');
			expect(refused).to.deep.equal([]);
			expect(files.filter((file) => !isBroken(file))).to.have.length(162);
		});

		it('refuses all 14 broken ones, each by the check that its name names', () => {
			const verdicts = Object.fromEntries(
				names
					.filter((name) => name.startsWith('x'))
					.map((name) => [name, verdict(() => walk(readFileSync(new URL(`png/${name}`, SUITE)), anySize))]),
			);
			expect(verdicts).to.deep.equal({
				'xc1n0g08.png': 'ihdr', // colour type 1
				'xc9n2c08.png': 'ihdr', // colour type 9
				'xcrn0g04.png': 'signature', // added carriage returns
				'xcsn0g01.png': 'crc', // IDAT
				'xd0n2c08.png': 'ihdr', // bit depth 0
				'xd3n2c08.png': 'ihdr', // bit depth 3
				'xd9n2c08.png': 'ihdr', // bit depth 99
				'xdtn0g01.png': 'idat', // none
				'xhdn0g08.png': 'crc', // IHDR
				'xlfn0g04.png': 'signature', // added line feeds
				'xs1n0g01.png': 'signature',
				'xs2n0g01.png': 'signature',
				'xs4n0g01.png': 'signature',
				'xs7n0g01.png': 'signature',
			});
		});
	});

	describe('on files made wrong on purpose', () => {
		const good = aPng();
		const rows = storedRows();
		const stream = deflateSync(rows);
		const cases: readonly (readonly [what: string, expected: PngCheck, file: Buffer])[] = [
			['a zero-length file', 'signature', Buffer.alloc(0)],
			['text', 'signature', Buffer.from('a text that is long enough to hold a header')],
			['a JPEG called PNG', 'signature', Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(100)])],
			['the signature alone', 'ihdr', SIGNATURE],
			['the signature and garbage', 'ihdr', Buffer.concat([SIGNATURE, Buffer.alloc(64, 0x6f)])],
			['a file cut in IHDR', 'ihdr', good.subarray(0, 20)],
			['a chunk before IHDR', 'ihdr', fileOf([text, header(), idat(), end])],
			['Apple’s CgBI before IHDR', 'ihdr', fileOf([chunk('CgBI', uint32(0x50002006)), header(), idat(), end])],
			['a header under another name', 'ihdr', fileOf([chunk('tEXt', header().subarray(8, 21)), idat(), end])],
			['a second IHDR', 'ihdr', fileOf([header(), header(), idat(), end])],
			['an IHDR of 12 bytes', 'ihdr', withHeader(Buffer.alloc(12, 1))],
			['an IHDR of 14 bytes', 'ihdr', withHeader(Buffer.concat([headerData(() => undefined), Buffer.alloc(1)]))],
			['width 0', 'ihdr', withHeader(headerData((data) => data.writeUInt32BE(0, 0)))],
			['height 0', 'ihdr', withHeader(headerData((data) => data.writeUInt32BE(0, 4)))],
			['width 2^31', 'ihdr', withHeader(headerData((data) => data.writeUInt32BE(2 ** 31, 0)))],
			['colour type 1', 'ihdr', withHeader(headerData((data) => data.writeUInt8(1, 9)))],
			['colour type 7', 'ihdr', withHeader(headerData((data) => data.writeUInt8(7, 9)))],
			['4-bit RGB', 'ihdr', withHeader(headerData((data) => data.writeUInt8(4, 8)))],
			['16-bit palette', 'ihdr', withHeader(headerData((data) => data.set([16, 3], 8)))],
			['compression method 1', 'ihdr', withHeader(headerData((data) => data.writeUInt8(1, 10)))],
			['filter method 64, of MNG', 'ihdr', withHeader(headerData((data) => data.writeUInt8(64, 11)))],
			['interlace method 2', 'ihdr', withHeader(headerData((data) => data.writeUInt8(2, 12)))],

			['a chunk length of 0x7fffffff', 'chunk_length', changed(good, 'IDAT', (bytes) => bytes.writeUInt32BE(0x7fff_ffff))],
			['a chunk length of 0xffffffff', 'chunk_length', changed(good, 'IDAT', (bytes) => bytes.writeUInt32BE(0xffff_ffff))],
			['a last chunk one byte longer than the file', 'chunk_length', changed(good, 'IEND', (bytes) => bytes.writeUInt32BE(1))],
			['a file cut in IDAT', 'chunk_length', good.subarray(0, good.length - 40)],
			['half an IEND', 'chunk_length', good.subarray(0, good.length - 6)],

			['a wrong CRC of IHDR', 'crc', changed(good, 'IHDR', (bytes) => bytes.writeUInt32BE(1, bytes.length - 4))],
			['a wrong CRC of IDAT', 'crc', changed(good, 'IDAT', (bytes) => bytes.writeUInt32BE(1, bytes.length - 4))],
			['a wrong CRC of IEND', 'crc', changed(good, 'IEND', (bytes) => bytes.writeUInt32BE(1, bytes.length - 4))],
			[
				'a wrong CRC of a text that nobody reads',
				'crc',
				changed(aPng({ afterHeader: [text] }), 'tEXt', (bytes) => bytes.writeUInt32BE(1, bytes.length - 4)),
			],
			['one wrong bit in IDAT', 'crc', changed(good, 'IDAT', (bytes) => bytes.writeUInt8(bytes[100]! ^ 4, 100))],

			['an unknown critical chunk', 'order', fileOf([header(), chunk('ABCD'), idat(), end])],
			['a chunk type with the reserved bit', 'order', fileOf([header(), chunk('abcd'), idat(), end])],
			['a chunk type that is not letters', 'order', fileOf([header(), chunk('a1C!'), idat(), end])],
			['gAMA after IDAT', 'order', fileOf([header(), idat(), gamma, end])],
			['gAMA twice', 'order', fileOf([header(), gamma, gamma, idat(), end])],
			['gAMA after PLTE', 'order', fileOf([header(), palette, gamma, idat(), end])],
			['iCCP twice', 'order', fileOf([header(), chunk('iCCP', Buffer.alloc(9)), chunk('iCCP', Buffer.alloc(9)), idat(), end])],
			['tIME twice', 'order', fileOf([header(), chunk('tIME', Buffer.alloc(7)), idat(), chunk('tIME', Buffer.alloc(7)), end])],
			['pHYs after IDAT', 'order', fileOf([header(), idat(), chunk('pHYs', Buffer.alloc(9)), end])],
			['PLTE after IDAT', 'order', fileOf([header(), idat(), palette, end])],
			['PLTE twice', 'order', fileOf([header(), palette, palette, idat(), end])],
			['PLTE after tRNS', 'order', fileOf([header(), chunk('tRNS', Buffer.alloc(6)), palette, idat(), end])],
			['hIST without PLTE', 'order', fileOf([header(), chunk('hIST', Buffer.alloc(4)), idat(), end])],
			['a palette picture without PLTE', 'order', fileOf([header({ colourType: 3 }), idat(storedRows({ colourType: 3 })), end])],
			['a palette of 4 bytes', 'order', fileOf([header(), chunk('PLTE', Buffer.alloc(4)), idat(), end])],
			['an empty palette', 'order', fileOf([header(), chunk('PLTE'), idat(), end])],
			['a palette of 257 colours', 'order', fileOf([header(), chunk('PLTE', Buffer.alloc(771)), idat(), end])],
			[
				'more colours than one bit can name',
				'order',
				fileOf([
					header({ colourType: 3, bitDepth: 1 }),
					chunk('PLTE', Buffer.alloc(9)),
					idat(storedRows({ colourType: 3, bitDepth: 1 })),
					end,
				]),
			],
			['PLTE in a grey picture', 'order', fileOf([header({ colourType: 0 }), palette, idat(storedRows({ colourType: 0 })), end])],
			['tRNS in a picture with alpha', 'order', aPng({ colourType: 6, transparency: Buffer.alloc(6) })],
			['a tRNS of 4 bytes for RGB', 'order', aPng({ transparency: Buffer.alloc(4) })],
			['a tRNS of 1 byte for grey', 'order', aPng({ colourType: 0, transparency: Buffer.alloc(1) })],
			['a tRNS longer than the palette', 'order', aPng({ colourType: 3, bitDepth: 1, transparency: Buffer.alloc(3) })],
			['50000 tiny chunks', 'order', aPng({ afterHeader: Array.from({ length: 50_000 }, () => text) })],

			['no IDAT', 'idat', fileOf([header(), end])],
			[
				'IDATs with a text between them',
				'idat',
				fileOf([header(), chunk('IDAT', stream.subarray(0, 500)), text, chunk('IDAT', stream.subarray(500)), end]),
			],

			['no IEND', 'iend', fileOf([header(), idat()])],
			['an empty chunk instead of IEND', 'iend', fileOf([header(), idat(), chunk('teSt')])],
			['an IEND with data', 'iend', fileOf([header(), idat(), chunk('IEND', Buffer.from('data'))])],

			['one byte after IEND', 'trailing', Buffer.concat([good, Buffer.alloc(1)])],
			['a ZIP after IEND', 'trailing', Buffer.concat([good, Buffer.from('504b0304', 'hex'), Buffer.alloc(200)])],
			['a chunk after IEND', 'trailing', Buffer.concat([good, text])],
			['a second PNG after IEND', 'trailing', Buffer.concat([good, good])],

			[
				'an animation',
				'animated',
				aPng({
					afterHeader: [chunk('acTL', Buffer.concat([uint32(2), uint32(0)]))],
					beforeEnd: [chunk('fcTL', Buffer.alloc(26)), chunk('fdAT', Buffer.alloc(20))],
				}),
			],
			['a frame control without an animation', 'animated', aPng({ afterHeader: [chunk('fcTL', Buffer.alloc(26))] })],
			['frame data without an animation', 'animated', aPng({ beforeEnd: [chunk('fdAT', Buffer.alloc(20))] })],

			['63 px wide', 'geometry', aPng({ width: 63 })],
			['63 px high', 'geometry', aPng({ height: 63 })],
			['2049 px wide', 'geometry', aPng({ width: 2049, bitDepth: 1, colourType: 0 })],
			['2049 px high', 'geometry', aPng({ height: 2049, bitDepth: 1, colourType: 0 })],
			['16000×16000 with a tiny IDAT', 'geometry', fileOf([header({ width: 16_000, height: 16_000 }), idat(), end])],
			['60000×60000 with a tiny IDAT', 'geometry', fileOf([header({ width: 60_000, height: 60_000 }), idat(), end])],

			['an empty IDAT', 'undecodable', fileOf([header(), chunk('IDAT'), end])],
			['an IDAT that is not zlib', 'undecodable', fileOf([header(), chunk('IDAT', Buffer.alloc(100, 0x55)), end])],
			[
				'a wrong bit in the stream under a right CRC',
				'undecodable',
				fileOf([
					header(),
					chunk(
						'IDAT',
						stream.map((byte, at) => (at === 200 ? byte ^ 1 : byte)),
					),
					end,
				]),
			],
			[
				'a wrong Adler-32 under a right CRC',
				'undecodable',
				fileOf([
					header(),
					chunk(
						'IDAT',
						stream.map((byte, at) => (at === stream.length - 1 ? byte ^ 1 : byte)),
					),
					end,
				]),
			],
			['no Adler-32', 'undecodable', fileOf([header(), chunk('IDAT', stream.subarray(0, -4)), end])],
			[
				'a stream that wants a preset dictionary',
				'undecodable',
				fileOf([header(), chunk('IDAT', deflateSync(rows, { dictionary: Buffer.from('dictionary') })), end]),
			],
			['one row too few', 'undecodable', fileOf([header(), idat(rows.subarray(0, -193)), end])],
			['one row too many', 'undecodable', fileOf([header(), idat(Buffer.concat([rows, rows.subarray(0, 193)])), end])],
			['one byte too few', 'undecodable', fileOf([header(), idat(rows.subarray(0, -1)), end])],
			['one byte too many', 'undecodable', fileOf([header(), idat(Buffer.concat([rows, Buffer.alloc(1)])), end])],
			['an interlaced stream of a plain picture’s length', 'undecodable', fileOf([header({ interlaced: true }), idat(), end])],
			[
				'bytes after the stream in the same IDAT',
				'undecodable',
				fileOf([header(), chunk('IDAT', Buffer.concat([stream, Buffer.from('and more')])), end]),
			],
			[
				'another IDAT after the stream’s end',
				'undecodable',
				fileOf([header(), chunk('IDAT', stream), chunk('IDAT', Buffer.from('garbage')), end]),
			],
			['filter type 5 in the first row', 'undecodable', aPng({ filter: (y) => (y === 0 ? 5 : 0) })],
			['filter type 9 in the last row', 'undecodable', aPng({ filter: (y) => (y === 63 ? 9 : 0) })],
			[
				'filter type 255 in an interlaced grey picture',
				'undecodable',
				aPng({ colourType: 0, interlaced: true, filter: (y) => (y === 7 ? 255 : 0) }),
			],
			[
				'a palette index out of range',
				'undecodable',
				aPng({ colourType: 3, palette: Buffer.alloc(9), pixel: (x, y) => [x === 63 && y === 63 ? 3 : 2] }),
			],
		];

		it('accepts the file that all of them were made from', () => {
			expect(imported(good)).to.equal('accepted');
		});

		for (const [what, expected, file] of cases) {
			it(`names \`${expected}\` for ${what}`, () => {
				expect(imported(file)).to.equal(expected);
			});
		}

		it('names the first check that fails, so that the same file is always refused for the same reason', () => {
			const animatedAndSmall = aPng({ width: 10, height: 10, afterHeader: [chunk('acTL', Buffer.alloc(8))] });
			expect(imported(animatedAndSmall)).to.equal('animated');
			expect(imported(Buffer.concat([animatedAndSmall, Buffer.alloc(1)]))).to.equal('trailing');
			const alsoDamaged = changed(animatedAndSmall, 'IDAT', (bytes) => bytes.writeUInt32BE(1, bytes.length - 4));
			expect(imported(Buffer.concat([alsoDamaged, Buffer.alloc(1)]))).to.equal('crc');
		});

		it('says what it expected and what it found', () => {
			expect(() => walk(aPng({ width: 63 }))).to.throw(PngRefused, 'Expected a width from 64 to 2048 px but received 63');
			expect(() => walk(Buffer.concat([good, Buffer.alloc(3)]))).to.throw(PngRefused, 'Expected nothing after IEND but found 3 bytes');
		});
	});

	describe('on unusual files that are legal', () => {
		const cases: readonly (readonly [what: string, file: Buffer])[] = [
			['an unknown ancillary chunk', aPng({ afterHeader: [chunk('abCd', Buffer.alloc(5))] })],
			['IDAT in pieces of one byte', aPng({ idatBytes: 1, pixel: () => [1, 2, 3] })],
			['empty IDATs around the stream', fileOf([header(), chunk('IDAT'), idat(), chunk('IDAT'), end])],
			['a suggested palette for RGB', fileOf([header(), palette, idat(), end])],
			['texts before and after the picture', aPng({ afterHeader: [text, text], beforeEnd: [text] })],
			['eXIf after the picture', aPng({ beforeEnd: [chunk('eXIf', Buffer.from('4d4d002a00000008', 'hex'))] })],
			['provenance data of an image generator', aPng({ afterHeader: [chunk('caBX', Buffer.alloc(3000, 7))] })],
			['a profile that is garbage, because profiles are not read', aPng({ afterHeader: [chunk('iCCP', Buffer.from('name\0\0garbage'))] })],
			['64×64', aPng({ width: 64, height: 64 })],
			['2048×2048', aPng({ width: 2048, height: 2048, colourType: 0, bitDepth: 1, filter: () => 0 })],
			['64×2048', aPng({ width: 64, height: 2048, colourType: 0 })],
			['2048×64', aPng({ width: 2048, height: 64, colourType: 0 })],
		];

		for (const [what, file] of cases) {
			it(`accepts ${what}`, () => {
				expect(imported(file)).to.equal('accepted');
			});
		}
	});

	it('refuses every truncation of a real file, because half an upload must not become an image', () => {
		const file = aPng({ afterHeader: [gamma, text], idatBytes: 2_000, beforeEnd: [text] });
		const chunks = chunksOf(file);
		const firstIdatEnd = chunks.find(({ type }) => type === 'IDAT')!;
		const boundaries = new Set(chunks.map(({ at }) => at));
		for (let length = 0; length < file.length; length++) {
			let expected: PngCheck = 'chunk_length';
			if (length < 8) expected = 'signature';
			else if (length < 29) expected = 'ihdr';
			else if (boundaries.has(length)) expected = length < firstIdatEnd.at + firstIdatEnd.bytes.length ? 'idat' : 'iend';
			expect(imported(file.subarray(0, length)), `cut after ${length} bytes`).to.equal(expected);
		}
		expect(imported(file)).to.equal('accepted');
	}).timeout(60_000);

	it('refuses a file in which any one bit of any byte was turned, in whatever chunk', () => {
		const file = aPng({
			colourType: 3,
			bitDepth: 4,
			transparency: Buffer.alloc(3, 9),
			afterHeader: [gamma, text],
			idatBytes: 300,
			beforeEnd: [text],
		});
		const chunks = chunksOf(file);
		expect(chunks.map(({ type }) => type)).to.include.members(['IHDR', 'gAMA', 'tEXt', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
		for (let at = 0; at < file.length; at++) {
			for (const bit of [at % 8, (at + 5) % 8]) {
				const wrong = Buffer.from(file);
				wrong[at] = wrong[at]! ^ (1 << bit);
				const found = imported(wrong);
				const within = chunks.findLast((one) => one.at <= at);
				const place = `bit ${bit} of byte ${at}, in ${within?.type ?? 'the signature'}`;
				if (within === undefined) expect(found, place).to.equal('signature');
				else if (within.type === 'IHDR') expect(found, place).to.be.oneOf(['ihdr', 'crc']);
				// A length that is wrong but still inside the file points to other bytes, whose CRC does not fit.
				else if (at < within.at + 4) expect(found, place).to.be.oneOf(['chunk_length', 'crc']);
				else expect(found, place).to.equal('crc');
			}
		}
	}).timeout(60_000);

	it('never inflates what it does not show', () => {
		// Were the compressed text or profile read, these would be refused: their streams are broken.
		const broken = Buffer.from('key\0\0not a zlib stream');
		expect(
			imported(
				aPng({
					afterHeader: [chunk('iCCP', broken)],
					beforeEnd: [chunk('zTXt', broken), chunk('iTXt', Buffer.from('key\0\x01\0\0\0not zlib'))],
				}),
			),
		).to.equal('accepted');
	});
});
