/** Pixels and files of the renderer's own encoder, for tests that look at them whole. */
import { encodeBands, finishPng, openCore, openPng, type EncodedBand, type PngFile } from '../../services/renderer/src/png/index.ts';
import { fillPixels, sinkFrame } from '../../services/renderer/src/template/background.ts';

/** A file in one piece. */
export const joined = ({ parts }: PngFile): Buffer => Buffer.concat(parts);

/** Some rows as bands that last. */
export function bandsOf(rgb: Uint8Array, width: number, bandRows: number): EncodedBand[] {
	const { core, memory } = openCore();
	const rowBytes = width * 3;
	const atOnce = Math.max(1, Math.floor(core.canvasBytes.value / (bandRows * rowBytes))) * bandRows * rowBytes;
	const bands: EncodedBand[] = [];
	for (let at = 0; at < rgb.length; at += atOnce) {
		const rows = rgb.subarray(at, at + atOnce);
		memory.set(rows, core.canvas.value);
		const views = encodeBands(memory.subarray(core.canvas.value, core.canvas.value + rows.length), rowBytes, bandRows);
		bands.push(...views.map((band) => ({ ...band, bytes: band.bytes.slice() })));
	}
	return bands;
}

/** A whole file of pixels; its first `opening` bands stand in a chunk of their own. */
export function encoded(rgb: Uint8Array, width: number, bandRows = 60, opening = 0): Buffer {
	const bands = bandsOf(rgb, width, bandRows);
	return joined(finishPng(openPng(bands.slice(0, opening), width, rgb.length / width / 3), bands.slice(opening)));
}

/** The whole cover but its text, 1080×1080 RGB, of a frame of 1080×720. */
export function paintBackground(frame: Uint8Array): Uint8Array {
	const pixels = new Uint8Array(1080 * 1080 * 3);
	const { ink, rows } = sinkFrame(frame);
	pixels.set(rows);
	fillPixels(pixels.subarray(rows.length), ink);
	return pixels;
}
