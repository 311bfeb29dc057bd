import { GREY, GREY_ALPHA, PALETTE, RGB, RGBA, type PngHeader } from './header.ts';
import { PngRefused } from './refusal.ts';
import type { WalkedPng } from './walk.ts';

/** What shows through where an illustration is transparent: white, as on paper. One level for red, green and blue. */
export const PAPER_LEVEL = 255;

/** Writes `width` stored pixels of `row` as 8-bit RGB to `out`. */
export type ToRgb = (row: Uint8Array, width: number, out: Uint8Array) => void;

/**
 * How the pixels of this file become RGB. Samples of 16 bits are rounded to 8, lesser ones stretched, transparent ones laid
 * over the paper. Gamma, profiles and backgrounds are left aside: pictures come as sRGB, and what browsers ignore we do too.
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

/** 65535 becomes 255, rounded to the nearest. */
const from16 = (sample: number): number => (sample * 255 + 32_895) >>> 16;

/** A level laid over the paper; `alpha` in 255ths. The quotient is exact for all 8-bit pairs. */
export function overPaper(level: number, alpha: number): number {
	const sum = level * alpha + PAPER_LEVEL * (255 - alpha) + 128;
	return (sum + (sum >> 8)) >> 8;
}

function paperedPalette(palette: Uint8Array, transparency: Uint8Array | undefined): Uint8Array {
	return palette.map((level, at) => overPaper(level, transparency?.[Math.floor(at / 3)] ?? 255));
}

/** Unpacks samples of 1, 2, 4 or 8 bits. */
function samplesOf(row: Uint8Array, bitDepth: number, width: number, each: (sample: number, x: number) => void): void {
	const mask = 2 ** bitDepth - 1;
	for (let x = 0, bit = 0; x < width; x++, bit += bitDepth) each((row[bit >> 3]! >> (8 - bitDepth - (bit & 7))) & mask, x);
}

function fromIndices({ bitDepth }: PngHeader, colours: Uint8Array): ToRgb {
	return (row, width, out) => {
		let highest = 0;
		samplesOf(row, bitDepth, width, (index, x) => {
			if (index > highest) highest = index;
			out[x * 3] = colours[index * 3]!;
			out[x * 3 + 1] = colours[index * 3 + 1]!;
			out[x * 3 + 2] = colours[index * 3 + 2]!;
		});
		const entries = colours.length / 3;
		if (highest >= entries) throw new PngRefused('undecodable', `Expected palette indices below ${entries} but found ${highest}`);
	};
}

function fromGrey({ bitDepth }: PngHeader, transparent: number | undefined): ToRgb {
	if (bitDepth === 16) {
		return (row, width, out) => {
			for (let x = 0; x < width; x++) {
				const sample = (row[x * 2]! << 8) | row[x * 2 + 1]!;
				out.fill(sample === transparent ? PAPER_LEVEL : from16(sample), x * 3, x * 3 + 3);
			}
		};
	}
	const stretch = 255 / (2 ** bitDepth - 1);
	const levels = Uint8Array.from({ length: 2 ** bitDepth }, (_, sample) => (sample === transparent ? PAPER_LEVEL : sample * stretch));
	return (row, width, out) =>
		samplesOf(row, bitDepth, width, (sample, x) => {
			const level = levels[sample]!;
			out[x * 3] = level;
			out[x * 3 + 1] = level;
			out[x * 3 + 2] = level;
		});
}

function fromRgb({ bitDepth }: PngHeader, transparent: Buffer | undefined): ToRgb {
	const bytes = bitDepth / 8;
	const key = transparent === undefined ? undefined : [0, 1, 2].map((channel) => transparent.readUInt16BE(channel * 2));
	const sampleAt = (row: Uint8Array, at: number): number => (bytes === 1 ? row[at]! : (row[at]! << 8) | row[at + 1]!);
	return (row, width, out) => {
		for (let x = 0; x < width; x++) {
			const samples = [0, 1, 2].map((channel) => sampleAt(row, (x * 3 + channel) * bytes));
			const clear = key !== undefined && samples.every((sample, channel) => sample === key[channel]);
			for (let channel = 0; channel < 3; channel++) {
				out[x * 3 + channel] = clear ? PAPER_LEVEL : bytes === 1 ? samples[channel]! : from16(samples[channel]!);
			}
		}
	};
}

/** @param colours which sample of a pixel is its red, green and blue; alpha is the last one */
function fromAlpha({ bitDepth, channels }: PngHeader, colours: readonly number[]): ToRgb {
	const bytes = bitDepth / 8;
	return (row, width, out) => {
		for (let x = 0; x < width; x++) {
			const level = (channel: number): number => {
				const at = (x * channels + channel) * bytes;
				return bytes === 1 ? row[at]! : from16((row[at]! << 8) | row[at + 1]!);
			};
			const alpha = level(channels - 1);
			for (let channel = 0; channel < 3; channel++) out[x * 3 + channel] = overPaper(level(colours[channel]!), alpha);
		}
	};
}
