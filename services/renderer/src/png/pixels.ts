import { GREY, GREY_ALPHA, PALETTE, RGB, RGBA, type PngHeader } from './header.ts';
import { PngRefused } from './refusal.ts';
import type { WalkedPng } from './walk.ts';

/** The background of transparent illustrations: white. One level for red, green and blue. */
const PAPER_LEVEL = 255;

/** Writes `width` stored pixels of `row` as 8-bit RGB to `out`. */
type ToRgb = (row: Uint8Array, width: number, out: Uint8Array) => void;

/**
 * Returns the conversion of this file's pixels to RGB. Samples of 16 bits are rounded to 8, smaller ones stretched, and transparent ones
 * laid over white. Gamma, profiles and backgrounds are ignored as in browsers, because pictures arrive as sRGB.
 */
export function toRgb({ header, palette, transparency }: WalkedPng): ToRgb {
	switch (header.colourType) {
		case PALETTE:
			return fromIndices(header, paperedPalette(palette!, transparency));
		case GREY:
			return fromGrey(header, transparency?.readUInt16BE(0));
		case RGB:
			return fromRgb(header, transparency);
		case GREY_ALPHA:
			return fromAlpha(header, [0, 0, 0]);
		case RGBA:
			return fromAlpha(header, [0, 1, 2]);
	}
}

/** 16 bits to 8, rounded to the nearest: 65535 becomes 255. */
const from16 = (sample: number): number => (sample * 255 + 32_895) >>> 16;

/** A level over white; `alpha` in 255ths. The quotient is exact for all 8-bit pairs. */
function overPaper(level: number, alpha: number): number {
	const sum = level * alpha + PAPER_LEVEL * (255 - alpha) + 128;
	return (sum + (sum >> 8)) >> 8;
}

function paperedPalette(palette: Uint8Array, transparency: Uint8Array | undefined): Uint8Array {
	return palette.map((level, at) => overPaper(level, transparency?.[Math.floor(at / 3)] ?? 255));
}

/** Samples of 1, 2, 4 or 8 bits as one byte each. */
function unpacked(row: Uint8Array, bitDepth: number, width: number): Uint8Array {
	if (bitDepth === 8) return row;
	const samples = new Uint8Array(width);
	const mask = 2 ** bitDepth - 1;
	for (let x = 0, bit = 0; x < width; x++, bit += bitDepth) samples[x] = (row[bit >> 3]! >> (8 - bitDepth - (bit & 7))) & mask;
	return samples;
}

const read16 = (row: Uint8Array, at: number): number => (row[at]! << 8) | row[at + 1]!;

function fromIndices({ bitDepth }: PngHeader, colours: Uint8Array): ToRgb {
	return (row, width, out) => {
		const indices = unpacked(row, bitDepth, width);
		let highest = 0;
		for (let x = 0, to = 0; x < width; x++, to += 3) {
			const index = indices[x]!;
			if (index > highest) highest = index;
			out[to] = colours[index * 3]!;
			out[to + 1] = colours[index * 3 + 1]!;
			out[to + 2] = colours[index * 3 + 2]!;
		}
		const entries = colours.length / 3;
		if (highest >= entries) throw new PngRefused('undecodable', `Expected palette indices below ${entries} but found ${highest}`);
	};
}

/** @param transparent the one transparent sample, if there is one */
function fromGrey({ bitDepth }: PngHeader, transparent: number | undefined): ToRgb {
	if (bitDepth === 16) {
		return (row, width, out) => {
			for (let x = 0, to = 0; x < width; x++, to += 3) {
				const sample = read16(row, x * 2);
				const level = sample === transparent ? PAPER_LEVEL : from16(sample);
				out[to] = level;
				out[to + 1] = level;
				out[to + 2] = level;
			}
		};
	}
	const stretch = 255 / (2 ** bitDepth - 1);
	const levels = Uint8Array.from({ length: 2 ** bitDepth }, (_, sample) => (sample === transparent ? PAPER_LEVEL : sample * stretch));
	return (row, width, out) => {
		const samples = unpacked(row, bitDepth, width);
		for (let x = 0, to = 0; x < width; x++, to += 3) {
			const level = levels[samples[x]!]!;
			out[to] = level;
			out[to + 1] = level;
			out[to + 2] = level;
		}
	};
}

/** @param transparent the one transparent colour as three 16-bit samples, if there is one */
function fromRgb({ bitDepth }: PngHeader, transparent: Buffer | undefined): ToRgb {
	const bytes = bitDepth / 8;
	return (row, width, out) => {
		if (bytes === 1) out.set(row.subarray(0, width * 3));
		else for (let i = 0; i < width * 3; i++) out[i] = from16(read16(row, i * 2));
		if (transparent === undefined) return;
		for (let x = 0; x < width; x++) {
			if (isColour(row, x * 3 * bytes, bytes, transparent)) out.fill(PAPER_LEVEL, x * 3, x * 3 + 3);
		}
	};
}

function isColour(row: Uint8Array, at: number, bytes: number, colour: Buffer): boolean {
	for (let channel = 0; channel < 3; channel++) {
		const sample = bytes === 1 ? row[at + channel]! : read16(row, at + channel * 2);
		if (sample !== colour.readUInt16BE(channel * 2)) return false;
	}
	return true;
}

/** @param colours the sample indices of red, green and blue; alpha is the last sample */
function fromAlpha({ bitDepth, channels }: PngHeader, [red, green, blue]: readonly [number, number, number]): ToRgb {
	const level =
		bitDepth === 8
			? (row: Uint8Array, sample: number): number => row[sample]!
			: (row: Uint8Array, sample: number): number => from16(read16(row, sample * 2));
	return (row, width, out) => {
		for (let x = 0, from = 0, to = 0; x < width; x++, from += channels, to += 3) {
			const alpha = level(row, from + channels - 1);
			out[to] = overPaper(level(row, from + red), alpha);
			out[to + 1] = overPaper(level(row, from + green), alpha);
			out[to + 2] = overPaper(level(row, from + blue), alpha);
		}
	};
}
