import { beginRows, type Rgb, unfilterRow } from '@copydesk/renderer-core';
import { inflateRows } from '../png/inflate.ts';
import { RGBA } from '../png/header.ts';
import { PngRefused } from '../png/refusal.ts';
import { walk } from '../png/walk.ts';
import { contrast, mixed } from '@copydesk/domain/cover/contrast';

/** A picture with transparency: 8-bit RGBA, rows from the top. */
export interface Logo {
	readonly rgba: Uint8Array;
	readonly widthPx: number;
	readonly heightPx: number;
}

/** Reads a logo in its one stored form: a PNG of 8-bit RGBA. @throws PngRefused */
export function readLogo(file: Uint8Array): Logo {
	const png = walk(file);
	const { width, height, colourType, bitDepth, interlaced } = png.header;
	if (colourType !== RGBA || bitDepth !== 8 || interlaced) throw new PngRefused('ihdr', 'Expected 8-bit RGBA that is not interlaced');
	const stored = inflateRows(png);
	const rgba = new Uint8Array(width * height * 4);
	const bytes = width * 4;
	beginRows();
	for (let y = 0; y < height; y++) {
		const row = rgba.subarray(y * bytes, (y + 1) * bytes);
		if (!unfilterRow(stored.subarray(y * (bytes + 1), (y + 1) * (bytes + 1)), 4, row))
			throw new PngRefused('undecodable', 'Expected filter types 0 to 4');
	}
	return { rgba, widthPx: width, heightPx: height };
}

/** Shrinks a logo into a box; never enlarges it. Each pixel is the mean of its source pixels, weighted by opacity. */
export function fitLogo({ rgba, widthPx, heightPx }: Logo, boxWidthPx: number, boxHeightPx: number): Logo {
	const scale = Math.min(1, boxWidthPx / widthPx, boxHeightPx / heightPx);
	const [width, height] = [Math.max(1, Math.round(widthPx * scale)), Math.max(1, Math.round(heightPx * scale))];
	const fitted = new Uint8Array(width * height * 4);
	for (let y = 0; y < height; y++) {
		const [top, bottom] = [Math.floor((y * heightPx) / height), Math.ceil(((y + 1) * heightPx) / height)];
		for (let x = 0; x < width; x++) {
			const [left, right] = [Math.floor((x * widthPx) / width), Math.ceil(((x + 1) * widthPx) / width)];
			const sums = [0, 0, 0, 0];
			for (let v = top; v < bottom; v++)
				for (let u = left; u < right; u++) {
					const at = (v * widthPx + u) * 4;
					const alpha = rgba[at + 3]!;
					for (let i = 0; i < 3; i++) sums[i]! += rgba[at + i]! * alpha;
					sums[3]! += alpha;
				}
			const to = (y * width + x) * 4;
			const opacity = sums[3]!;
			for (let i = 0; i < 3; i++) fitted[to + i] = opacity === 0 ? 0 : Math.round(sums[i]! / opacity);
			fitted[to + 3] = Math.round(opacity / ((bottom - top) * (right - left)));
		}
	}
	return { rgba: fitted, widthPx: width, heightPx: height };
}

/** Draws a logo on pixels of 8-bit RGB. */
export function drawLogo(bytes: Uint8Array, rowPx: number, { rgba, widthPx, heightPx }: Logo, x: number, y: number): void {
	for (let row = 0; row < heightPx; row++)
		for (let column = 0; column < widthPx; column++) {
			const from = (row * widthPx + column) * 4;
			const to = ((y + row) * rowPx + x + column) * 3;
			const alpha = rgba[from + 3]!;
			for (let i = 0; i < 3; i++) bytes[to + i] = Math.round((rgba[from + i]! * alpha + bytes[to + i]! * (255 - alpha)) / 255);
		}
}

/** Pixels with less opacity belong to the logo's edges. */
const SEEN = 128;

/**
 * The contrast between a logo's mark as it is drawn and its ground, at the median pixel. For a logo without transparency, the ground is
 * the colour of its corner. 21 for a logo that shows nothing but its ground.
 */
export function logoContrast({ rgba, widthPx, heightPx }: Logo, panel: Rgb): number {
	const pixel = (at: number): Rgb => [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
	const isLikeCorner = (at: number): boolean => [0, 1, 2].every((i) => rgba[at + i] === rgba[i]);
	const corners = [0, widthPx - 1, (heightPx - 1) * widthPx, heightPx * widthPx - 1].map((index) => index * 4);
	const hasOwnGround = corners.every((at) => rgba[at + 3]! === 255 && isLikeCorner(at));
	const ground = hasOwnGround ? pixel(0) : panel;
	const ratios: number[] = [];
	for (let at = 0; at < rgba.length; at += 4) {
		if (rgba[at + 3]! < SEEN || (hasOwnGround && isLikeCorner(at))) continue;
		ratios.push(contrast(mixed(ground, pixel(at), rgba[at + 3]! / 255), ground));
	}
	return Float64Array.from(ratios).sort()[Math.floor(ratios.length / 2)] ?? (hasOwnGround ? contrast(ground, panel) : 1);
}
