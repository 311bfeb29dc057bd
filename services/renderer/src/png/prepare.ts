import { decode } from './decode.ts';
import type { PngHeader } from './header.ts';
import { ILLUSTRATION, walk, type PngBounds } from './walk.ts';
import { WEIGHT_BITS, weightsOf } from './weights.ts';

/** The illustration's place on a cover. */
export const FRAME_WIDTH_PX = 1080;
export const FRAME_HEIGHT_PX = 720;

/** An illustration cut and scaled to its place. */
export interface Frame {
	/** 1080×720 pixels of 8-bit RGB, rows from the top. */
	readonly rgb: Uint8Array;
	readonly width: number;
	readonly height: number;
	/** Of the file it was made from. */
	readonly source: PngHeader;
}

/**
 * Judges a PNG file whole and makes the frame of it: the largest 3:2 part around the centre, scaled to 1080×720.
 * @throws PngRefused with the first check that fails
 */
export function prepareFrame(file: Uint8Array, bounds: PngBounds = ILLUSTRATION): Frame {
	const png = walk(file, bounds);
	const { rgb, width, height } = decode(png);
	const cutWidth = Math.min(width, (height * FRAME_WIDTH_PX) / FRAME_HEIGHT_PX);
	const cutHeight = Math.min(height, (width * FRAME_HEIGHT_PX) / FRAME_WIDTH_PX);
	const across = weightsOf(width, (width - cutWidth) / 2, cutWidth, FRAME_WIDTH_PX);
	const down = weightsOf(height, (height - cutHeight) / 2, cutHeight, FRAME_HEIGHT_PX);
	const narrow = new Uint8Array(FRAME_WIDTH_PX * 3 * height);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < FRAME_WIDTH_PX; x++) {
			for (let channel = 0; channel < 3; channel++) {
				let sum = 0;
				for (let tap = 0; tap < across.taps; tap++) sum += rgb[(y * width + across.first[x]! + tap) * 3 + channel]! * across.weights[x * across.taps + tap]!;
				narrow[(y * FRAME_WIDTH_PX + x) * 3 + channel] = level(sum);
			}
		}
	}
	const frame = new Uint8Array(FRAME_WIDTH_PX * 3 * FRAME_HEIGHT_PX);
	for (let y = 0; y < FRAME_HEIGHT_PX; y++) {
		for (let i = 0; i < FRAME_WIDTH_PX * 3; i++) {
			let sum = 0;
			for (let tap = 0; tap < down.taps; tap++) sum += narrow[(down.first[y]! + tap) * FRAME_WIDTH_PX * 3 + i]! * down.weights[y * down.taps + tap]!;
			frame[y * FRAME_WIDTH_PX * 3 + i] = level(sum);
		}
	}
	return { rgb: frame, width: FRAME_WIDTH_PX, height: FRAME_HEIGHT_PX, source: png.header };
}

const level = (sum: number): number => Math.min(255, Math.max(0, (sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS));
