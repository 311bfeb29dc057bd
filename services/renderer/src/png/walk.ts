import { crc32 } from 'node:zlib';
import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@copydesk/domain/limits';
import { GREY, GREY_ALPHA, PALETTE, parseHeader, RGB, RGBA, type PngHeader } from './header.ts';
import { PngRefused } from './refusal.ts';

/** The first eight bytes of the format. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length, type and CRC. */
const CHUNK_FRAME_BYTES = 12;
const IHDR_BYTES = 13;
/** Below 2^31, however large the file. */
const MAX_CHUNK_BYTES = 0x7fff_ffff;

export interface PngBounds {
	readonly minSidePx: number;
	readonly maxSidePx: number;
	/** A 10 MiB file in 4 KiB chunks has 2,560; a file of empty chunks could have 800,000. */
	readonly maxChunks: number;
}

/** The limits of an illustration. */
export const ILLUSTRATION: PngBounds = { minSidePx: MIN_IMAGE_SIDE_PX, maxSidePx: MAX_IMAGE_SIDE_PX, maxChunks: 8_192 };

/** A file with a valid structure. All bytes are views of the file; no pixel has been inflated. */
export interface WalkedPng {
	readonly header: PngHeader;
	/** RGB triples. */
	readonly palette: Buffer | undefined;
	/** The tRNS chunk: the alpha of palette entries, or the one transparent grey level or colour. */
	readonly transparency: Buffer | undefined;
	/** The chunks of the picture's zlib stream. */
	readonly idat: readonly Buffer[];
}

interface Chunk {
	readonly type: string;
	readonly data: Buffer;
}

/**
 * Where a chunk may occur, and whether only once. Other chunks may occur anywhere except between two IDATs.
 * @see https://www.w3.org/TR/png-3/#5ChunkOrdering
 */
const PLACES: Readonly<Record<string, { readonly before?: 'PLTE' | 'IDAT'; readonly once?: true; readonly afterPalette?: true }>> = {
	PLTE: { before: 'IDAT', once: true },
	cHRM: { before: 'PLTE', once: true },
	cICP: { before: 'PLTE', once: true },
	gAMA: { before: 'PLTE', once: true },
	iCCP: { before: 'PLTE', once: true },
	mDCV: { before: 'PLTE', once: true },
	cLLI: { before: 'PLTE', once: true },
	sBIT: { before: 'PLTE', once: true },
	sRGB: { before: 'PLTE', once: true },
	bKGD: { before: 'IDAT', once: true, afterPalette: true },
	hIST: { before: 'IDAT', once: true, afterPalette: true },
	tRNS: { before: 'IDAT', once: true, afterPalette: true },
	pHYs: { before: 'IDAT', once: true },
	sPLT: { before: 'IDAT' },
	eXIf: { once: true },
	tIME: { once: true },
};

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT']);
const LETTERS = /^[A-Za-z]{4}$/;

/**
 * Validates a file's structure, without inflating pixels. Its time and memory depend on the size of the file, not on its header.
 * Compressed texts and profiles are never inflated.
 * @throws PngRefused with the first check that fails
 * @see https://www.w3.org/TR/png-3/
 */
export function walk(file: Uint8Array, bounds: PngBounds = ILLUSTRATION): WalkedPng {
	const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
	if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
		throw new PngRefused(
			'signature',
			`Expected the PNG signature but received ${bytes.length === 0 ? 'an empty file' : bytes.toString('hex', 0, SIGNATURE.length)}`,
		);
	}
	const header = readHeader(bytes);
	const { chunks, end } = readChunks(bytes, bounds.maxChunks);
	checkOrder(chunks);
	const palette = checkPalette(header, chunks);
	const transparency = checkTransparency(header, chunks, palette);
	const idat = checkIdat(chunks);
	checkEnd(chunks, bytes.length - end);
	const animation = chunks.find(({ type }) => ANIMATION.has(type));
	if (animation !== undefined) throw new PngRefused('animated', `Expected a still picture but found an ${animation.type} chunk`);
	for (const [side, px] of [
		['width', header.width],
		['height', header.height],
	] as const) {
		if (px < bounds.minSidePx || px > bounds.maxSidePx) {
			throw new PngRefused('geometry', `Expected a ${side} from ${bounds.minSidePx} to ${bounds.maxSidePx} px but received ${px}`);
		}
	}
	return { header, palette, transparency, idat };
}

function readHeader(bytes: Buffer): PngHeader {
	const dataAt = SIGNATURE.length + 8;
	if (bytes.length < dataAt + IHDR_BYTES)
		throw new PngRefused('ihdr', `Expected an IHDR chunk of 13 bytes but the file ends after ${bytes.length}`);
	const type = bytes.toString('latin1', dataAt - 4, dataAt);
	if (type !== 'IHDR') throw new PngRefused('ihdr', `Expected IHDR as the first chunk but found ${printable(type)}`);
	const length = bytes.readUInt32BE(SIGNATURE.length);
	if (length !== IHDR_BYTES) throw new PngRefused('ihdr', `Expected an IHDR chunk of 13 bytes but it has ${length}`);
	return parseHeader(bytes.subarray(dataAt, dataAt + IHDR_BYTES));
}

/** All chunks up to the first IEND, or to the file's end, and the offset after them. */
function readChunks(bytes: Buffer, maxChunks: number): { chunks: Chunk[]; end: number } {
	const chunks: Chunk[] = [];
	let at = SIGNATURE.length;
	while (at < bytes.length) {
		if (bytes.length - at < CHUNK_FRAME_BYTES)
			throw new PngRefused('chunk_length', `Expected a whole chunk at byte ${at} but only ${bytes.length - at} bytes remain`);
		const length = bytes.readUInt32BE(at);
		const left = Math.min(bytes.length - at - CHUNK_FRAME_BYTES, MAX_CHUNK_BYTES);
		if (length > left)
			throw new PngRefused('chunk_length', `Expected at most ${left} bytes in the chunk at byte ${at} but it claims ${length}`);
		const type = bytes.toString('latin1', at + 4, at + 8);
		const crcAt = at + 8 + length;
		const found = bytes.readUInt32BE(crcAt);
		const expected = crc32(bytes.subarray(at + 4, crcAt));
		if (found !== expected)
			throw new PngRefused('crc', `Expected CRC ${hex(expected)} for chunk ${printable(type)} at byte ${at} but found ${hex(found)}`);
		if (type === 'IHDR' && chunks.length > 0) throw new PngRefused('ihdr', `Expected one IHDR chunk but found a second at byte ${at}`);
		if (chunks.length === maxChunks) throw new PngRefused('order', `Expected at most ${maxChunks} chunks but there are more`);
		chunks.push({ type, data: bytes.subarray(at + 8, crcAt) });
		at = crcAt + 4;
		if (type === 'IEND') break;
	}
	return { chunks, end: at };
}

function checkOrder(chunks: readonly Chunk[]): void {
	const seen = new Set<string>();
	for (const { type } of chunks) {
		if (!LETTERS.test(type)) throw new PngRefused('order', `Expected four letters as a chunk's type but found ${printable(type)}`);
		if (isLower(type[2]!)) throw new PngRefused('order', `Expected a capital third letter (reserved) in a chunk's type but found ${type}`);
		if (!isLower(type[0]!) && !CRITICAL.has(type))
			throw new PngRefused('order', `Expected only IHDR, PLTE, IDAT and IEND as critical chunks but found ${type}`);
		const place = PLACES[type];
		if (place?.once && seen.has(type)) throw new PngRefused('order', `Expected one ${type} chunk but found two`);
		if (place?.before !== undefined && seen.has('IDAT')) throw new PngRefused('order', `Expected ${type} before IDAT`);
		if (place?.before === 'PLTE' && seen.has('PLTE')) throw new PngRefused('order', `Expected ${type} before PLTE`);
		if (type === 'PLTE') {
			const early = [...seen].find((earlier) => PLACES[earlier]?.afterPalette);
			if (early !== undefined) throw new PngRefused('order', `Expected ${early} after PLTE`);
		}
		if (type === 'hIST' && !seen.has('PLTE')) throw new PngRefused('order', 'Expected PLTE before hIST');
		seen.add(type);
	}
}

function checkPalette({ colourType, bitDepth }: PngHeader, chunks: readonly Chunk[]): Buffer | undefined {
	const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
	if (palette === undefined) {
		if (colourType === PALETTE) throw new PngRefused('order', 'Expected a PLTE chunk for colour type 3 but there is none');
		return undefined;
	}
	if (colourType === GREY || colourType === GREY_ALPHA)
		throw new PngRefused('order', `Expected no PLTE chunk for colour type ${colourType}`);
	const most = colourType === PALETTE ? 2 ** bitDepth : 256;
	if (palette.length % 3 !== 0 || palette.length < 3 || palette.length > most * 3) {
		throw new PngRefused('order', `Expected a PLTE chunk of 1 to ${most} RGB entries but it has ${palette.length} bytes`);
	}
	return palette;
}

function checkTransparency({ colourType }: PngHeader, chunks: readonly Chunk[], palette: Buffer | undefined): Buffer | undefined {
	const transparency = chunks.find(({ type }) => type === 'tRNS')?.data;
	if (transparency === undefined) return undefined;
	if (colourType === GREY_ALPHA || colourType === RGBA)
		throw new PngRefused('order', `Expected no tRNS chunk for colour type ${colourType}`);
	const { length } = transparency;
	if (colourType === GREY && length !== 2)
		throw new PngRefused('order', `Expected a tRNS chunk of 2 bytes for colour type 0 but it has ${length}`);
	if (colourType === RGB && length !== 6)
		throw new PngRefused('order', `Expected a tRNS chunk of 6 bytes for colour type 2 but it has ${length}`);
	if (colourType === PALETTE && palette !== undefined && (length < 1 || length > palette.length / 3)) {
		throw new PngRefused('order', `Expected a tRNS chunk of 1 to ${palette.length / 3} bytes but it has ${length}`);
	}
	return transparency;
}

function checkIdat(chunks: readonly Chunk[]): Buffer[] {
	const first = chunks.findIndex(({ type }) => type === 'IDAT');
	if (first === -1) throw new PngRefused('idat', 'Expected at least one IDAT chunk but there is none');
	const last = chunks.findLastIndex(({ type }) => type === 'IDAT');
	const run = chunks.slice(first, last + 1);
	const stranger = run.find(({ type }) => type !== 'IDAT');
	if (stranger !== undefined) throw new PngRefused('idat', `Expected the IDAT chunks together but ${stranger.type} is between them`);
	return run.map(({ data }) => data);
}

function checkEnd(chunks: readonly Chunk[], bytesAfter: number): void {
	const last = chunks.at(-1)!;
	if (last.type !== 'IEND') throw new PngRefused('iend', `Expected IEND as the last chunk but found ${last.type}`);
	if (last.data.length > 0) throw new PngRefused('iend', `Expected an empty IEND chunk but it has ${last.data.length} bytes`);
	if (bytesAfter > 0) throw new PngRefused('trailing', `Expected nothing after IEND but found ${bytesAfter} bytes`);
}

const isLower = (letter: string): boolean => letter >= 'a';
const hex = (crc: number): string => crc.toString(16).padStart(8, '0');
const printable = (type: string): string => (LETTERS.test(type) ? type : `0x${Buffer.from(type, 'latin1').toString('hex')}`);
