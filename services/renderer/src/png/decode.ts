import { beginRows, unfilterRow } from '@copydesk/renderer-core';
import { forget } from '../forget.ts';
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

/**
 * Decodes any legal PNG as 8-bit RGB over white.
 * @throws PngRefused `undecodable`
 */
export function decode(png: WalkedPng): Picture {
	const { header } = png;
	const { width, height } = header;
	const stored = inflateRows(png);
	const convert = toRgb(png);
	const rgb = new Uint8Array(width * height * 3);
	const line = new Uint8Array(width * 3);
	const pixelBytes = Math.max(1, (header.channels * header.bitDepth) / 8);
	let at = 0;
	for (const pass of passesOf(header)) {
		const bytes = rowBytes(header, pass.width);
		const row = new Uint8Array(bytes);
		beginRows();
		for (let y = 0; y < pass.height; y++, at += bytes + 1) {
			if (!unfilterRow(stored.subarray(at, at + bytes + 1), pixelBytes, row)) throw noSuchFilter(stored[at]!);
			convert(row, pass.width, line);
			place(line, pass, y, rgb, width);
		}
	}
	forget(stored);
	return { rgb, width, height };
}

export const noSuchFilter = (type: number): PngRefused => new PngRefused('undecodable', `Expected filter types 0 to 4 but found ${type}`);

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
