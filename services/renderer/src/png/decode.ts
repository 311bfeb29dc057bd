import { passesOf, rowBytes, type Pass } from './header.ts';
import { inflateRows } from './inflate.ts';
import { toRgb } from './pixels.ts';
import { PngRefused } from './refusal.ts';
import type { WalkedPng } from './walk.ts';

/** A whole picture: 8-bit RGB, rows from the top. */
export interface Picture {
	readonly rgb: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** Every legal PNG, as 8-bit RGB over the paper. @throws PngRefused `undecodable` */
export function decode(png: WalkedPng): Picture {
	const { header } = png;
	const { width, height } = header;
	const stored = inflateRows(png);
	const convert = toRgb(png);
	const rgb = new Uint8Array(width * height * 3);
	const line = new Uint8Array(width * 3);
	let at = 0;
	for (const pass of passesOf(header)) {
		const bytes = rowBytes(header, pass.width);
		const pixelBytes = Math.max(1, (header.channels * header.bitDepth) / 8);
		for (let y = 0; y < pass.height; y++, at += bytes + 1) {
			unfilter(stored, at, bytes, pixelBytes, y === 0);
			convert(stored.subarray(at + 1, at + 1 + bytes), pass.width, line);
			place(line, pass, y, rgb, width);
		}
	}
	return { rgb, width, height };
}

function place(line: Uint8Array, pass: Pass, y: number, rgb: Uint8Array, width: number): void {
	const rowAt = (pass.y + y * pass.stepY) * width + pass.x;
	if (pass.stepX === 1) {
		rgb.set(line.subarray(0, pass.width * 3), rowAt * 3);
		return;
	}
	for (let x = 0; x < pass.width; x++) {
		const to = (rowAt + x * pass.stepX) * 3;
		rgb[to] = line[x * 3]!;
		rgb[to + 1] = line[x * 3 + 1]!;
		rgb[to + 2] = line[x * 3 + 2]!;
	}
}

/** Undoes the filter of the row at `at` (its filter byte) in place; the row above has been undone. */
function unfilter(rows: Uint8Array, at: number, bytes: number, pixelBytes: number, isFirst: boolean): void {
	const filter = rows[at]!;
	if (filter > 4) throw new PngRefused('undecodable', `Expected filter types 0 to 4 but found ${filter}`);
	const up = at - bytes;
	for (let i = 0; i < bytes; i++) {
		const a = i < pixelBytes ? 0 : rows[at + 1 + i - pixelBytes]!;
		const b = isFirst ? 0 : rows[up + i]!;
		const c = isFirst || i < pixelBytes ? 0 : rows[up + i - pixelBytes]!;
		const guess = filter === 0 ? 0 : filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : paeth(a, b, c);
		rows[at + 1 + i] = rows[at + 1 + i]! + guess;
	}
}

function paeth(a: number, b: number, c: number): number {
	const toA = Math.abs(b - c);
	const toB = Math.abs(a - c);
	const toC = Math.abs(a + b - 2 * c);
	return toA <= toB && toA <= toC ? a : toB <= toC ? b : c;
}
