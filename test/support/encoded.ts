/** Pixels and files of the renderer's own encoder, for tests that look at them whole. */
import { beginFrame, encodeSomeBands, finishFrame, openCanvas, pushRgb, type EncodedBand, type Pixels } from '@copydesk/renderer-core';
import { finishPng, openPng, type PngFile } from '../../services/renderer/src/png/index.ts';
import { fillPixels, sinkFrame } from '../../services/renderer/src/template/background.ts';

/** A file in one piece. */
export const joined = ({ parts }: PngFile): Buffer => Buffer.concat(parts);

/** Some rows as bands. */
export function bandsOf(rgb: Uint8Array, width: number, bandRows: number, isDrawn = false): EncodedBand[] {
	const bandBytes = bandRows * width * 3;
	const bands: EncodedBand[] = [];
	for (let at = 0; at < rgb.length; at += bandBytes) {
		const rows = rgb.subarray(at, at + bandBytes);
		const canvas = openCanvas(width, rows.length / width / 3);
		canvas.view.bytes.set(rows);
		bands.push(...encodeSomeBands(canvas, bandRows, () => true, isDrawn).map((band) => band!));
	}
	return bands;
}

/** A whole file of pixels; its first `opening` bands are in a chunk of their own. */
export function encoded(rgb: Uint8Array, width: number, bandRows = 60, opening = 0, isDrawn = false): Buffer {
	const bands = bandsOf(rgb, width, bandRows, isDrawn);
	return joined(finishPng(openPng(bands.slice(0, opening), width, rgb.length / width / 3), bands.slice(opening)));
}

/** A frame of these pixels, 1080×720 RGB. */
export function frameOf(rgb: Uint8Array): Pixels {
	beginFrame(1080, 720, { widthPx: 1080, heightPx: 720 });
	pushRgb(rgb);
	return finishFrame();
}

/** The whole cover but its text, 1080×1080 RGB, of a frame of 1080×720. */
export function paintBackground(rgb: Uint8Array): Uint8Array {
	const pixels = new Uint8Array(1080 * 1080 * 3);
	const frame = frameOf(rgb);
	const ink = sinkFrame(frame);
	pixels.set(frame.view.bytes);
	fillPixels(pixels.subarray(frame.view.length), ink);
	return pixels;
}
