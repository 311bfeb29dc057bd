import { core } from './module.ts';
import { Place, type View } from './place.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Rows of 8-bit RGB in the core's memory. */
export interface Pixels {
	readonly view: View;
	readonly widthPx: number;
	readonly rowCount: number;
}

/** The coverage of each pixel, 0…255, in rows without gaps. */
export interface Mask {
	readonly view: View;
	readonly width: number;
	readonly height: number;
}

const canvas = new Place('canvas', core.canvas.value, core.canvasBytes.value);
const masks = new Place('masks', core.masks.value, core.masksBytes.value);

/**
 * Rows to draw on, with whatever they contained before. Valid until the next canvas.
 * @throws RangeError for more than 1080×1080
 */
export function openCanvas(widthPx: number, rowCount: number): Pixels {
	return { view: canvas.let().take(widthPx * 3 * rowCount), widthPx, rowCount };
}

/**
 * Stores a mask next to the earlier ones.
 * @returns undefined if there is no room: then call `dropMasks`, which drops all of them
 * @throws RangeError for a mask that is larger than the whole place
 */
export function keepMask(coverage: Uint8Array, width: number, height: number): Mask | undefined {
	if (!masks.hasRoomFor(coverage.length) && coverage.length <= masks.bytes) return undefined;
	const view = masks.take(coverage.length);
	view.bytes.set(coverage);
	return { view, width, height };
}

export function dropMasks(): void {
	masks.let();
}

/** Covers pixels with a colour as a mask says, its upper left corner at `x`, `y`. Pixels outside are not drawn. */
export function paintMask({ view, widthPx, rowCount }: Pixels, mask: Mask, x: number, y: number, colour: Rgb): void {
	const firstColumn = Math.max(0, -x);
	const columns = Math.min(mask.width, widthPx - x) - firstColumn;
	const firstRow = Math.max(0, -y);
	const rows = Math.min(mask.height, rowCount - y) - firstRow;
	if (columns <= 0 || rows <= 0) return;
	const from = mask.view.at + firstRow * mask.width + firstColumn;
	const to = view.at + ((y + firstRow) * widthPx + x + firstColumn) * 3;
	core.paintMask(from, mask.width, columns, rows, to, widthPx * 3, packed(colour));
}

/** Lays a colour over a whole row, with `share` in 255ths. */
export function fadeRow({ view, widthPx, rowCount }: Pixels, y: number, colour: Rgb, share: number): void {
	if (y < 0 || y >= rowCount) throw new RangeError(`Expected a row from 0 to ${rowCount - 1} but received ${y}`);
	core.fadeRow(view.at + y * widthPx * 3, widthPx * 3, packed(colour), share);
}

const packed = ([red, green, blue]: Rgb): number => red | (green << 8) | (blue << 16);
