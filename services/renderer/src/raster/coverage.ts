import type { Outline } from '../fonts/face.ts';

/** A glyph's coverage of each pixel, 0…255, with its position relative to the pen on the baseline, y downwards. */
export interface Mask {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
	readonly coverage: Uint8Array;
}

const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0) };

/** A curve is divided until its chords differ from it by less than this, in pixels. */
const FLATNESS_PX = 0.05;

/**
 * Exact area coverage of an outline. Each edge adds, to every pixel that it crosses, its height there, weighted by the share of the pixel
 * to its right. A running sum along the row then gives the coverage. It uses only + − × ÷, √, floor and comparison of doubles. IEEE 754
 * defines these to the last bit, so every processor gives the same result.
 *
 * @param scale pixels per font unit
 * @param shift right shift of the outline in pixels, 0 ≤ shift < 1
 */
export function rasterise(outline: Outline, scale: number, shift: number): Mask {
	if (outline.xMin > outline.xMax) return EMPTY;
	const left = Math.floor(outline.xMin * scale + shift);
	const top = Math.floor(-outline.yMax * scale);
	const width = Math.floor(outline.xMax * scale + shift) + 1 - left;
	const height = Math.floor(-outline.yMin * scale) + 1 - top;
	// Two more cells per row, for what an edge in the last column adds to the next one.
	const stride = width + 2;
	const cells = new Float64Array(stride * height);
	traceOutline(outline.commands, scale, shift - left, -top, (x0, y0, x1, y1) => addEdge(cells, stride, x0, y0, x1, y1));
	const coverage = new Uint8Array(width * height);
	for (let y = 0; y < height; y++) {
		let sum = 0;
		for (let x = 0; x < width; x++) {
			sum += cells[y * stride + x]!;
			const covered = Math.abs(sum);
			coverage[y * width + x] = covered >= 1 ? 255 : Math.floor(covered * 255 + 0.5);
		}
	}
	return { left, top, width, height, coverage };
}

type Edge = (x0: number, y0: number, x1: number, y1: number) => void;

function traceOutline(commands: Float64Array, scale: number, dx: number, dy: number, edge: Edge): void {
	let startX = 0;
	let startY = 0;
	let x = 0;
	let y = 0;
	const lineTo = (nextX: number, nextY: number): void => {
		edge(x, y, nextX, nextY);
		x = nextX;
		y = nextY;
	};
	for (let i = 0; i < commands.length; ) {
		const kind = commands[i]!;
		const px = (k: number): number => commands[i + k]! * scale + dx;
		const py = (k: number): number => dy - commands[i + k]! * scale;
		if (kind === 0) {
			edge(x, y, startX, startY);
			x = startX = px(1);
			y = startY = py(2);
			i += 3;
		} else if (kind === 1) {
			lineTo(px(1), py(2));
			i += 3;
		} else if (kind === 2) {
			quadraticTo(x, y, px(1), py(2), px(3), py(4), lineTo);
			i += 5;
		} else {
			cubicTo(x, y, px(1), py(2), px(3), py(4), px(5), py(6), lineTo);
			i += 7;
		}
	}
	edge(x, y, startX, startY);
}

function quadraticTo(x0: number, y0: number, cx: number, cy: number, x1: number, y1: number, lineTo: (x: number, y: number) => void): void {
	const bend = Math.abs(x0 - 2 * cx + x1) + Math.abs(y0 - 2 * cy + y1);
	const pieces = Math.ceil(Math.sqrt(bend / (4 * FLATNESS_PX))) + 1;
	for (let k = 1; k < pieces; k++) {
		const t = k / pieces;
		const s = 1 - t;
		lineTo(s * s * x0 + 2 * s * t * cx + t * t * x1, s * s * y0 + 2 * s * t * cy + t * t * y1);
	}
	lineTo(x1, y1);
}

function cubicTo(
	x0: number,
	y0: number,
	ax: number,
	ay: number,
	bx: number,
	by: number,
	x1: number,
	y1: number,
	lineTo: (x: number, y: number) => void,
): void {
	const bend = Math.abs(x0 - 2 * ax + bx) + Math.abs(ax - 2 * bx + x1) + Math.abs(y0 - 2 * ay + by) + Math.abs(ay - 2 * by + y1);
	const pieces = Math.ceil(Math.sqrt((3 * bend) / (4 * FLATNESS_PX))) + 1;
	for (let k = 1; k < pieces; k++) {
		const t = k / pieces;
		const s = 1 - t;
		const p = s * s * s;
		const q = 3 * s * s * t;
		const r = 3 * s * t * t;
		const u = t * t * t;
		lineTo(p * x0 + q * ax + r * bx + u * x1, p * y0 + q * ay + r * by + u * y1);
	}
	lineTo(x1, y1);
}

/** Adds one straight edge: divided at every row, and within a row at every column. */
function addEdge(cells: Float64Array, stride: number, x0: number, y0: number, x1: number, y1: number): void {
	if (y0 === y1) return;
	const sign = y0 < y1 ? 1 : -1;
	const topX = sign > 0 ? x0 : x1;
	const topY = sign > 0 ? y0 : y1;
	const bottomX = sign > 0 ? x1 : x0;
	const bottomY = sign > 0 ? y1 : y0;
	const slope = (bottomX - topX) / (bottomY - topY);
	let x = topX;
	let y = topY;
	for (let row = Math.floor(topY); y < bottomY; row++) {
		const nextY = row + 1 < bottomY ? row + 1 : bottomY;
		const nextX = nextY === bottomY ? bottomX : topX + slope * (nextY - topY);
		addRowPiece(cells, row * stride, x, nextX, (nextY - y) * sign);
		x = nextX;
		y = nextY;
	}
}

function addRowPiece(cells: Float64Array, rowStart: number, xa: number, xb: number, height: number): void {
	const from = xa < xb ? xa : xb;
	const to = xa < xb ? xb : xa;
	const first = Math.floor(from);
	if (to <= first + 1) {
		addCell(cells, rowStart + first, (from + to) * 0.5 - first, height);
		return;
	}
	const heightPerPx = height / (to - from);
	let x = from;
	for (let column = first; x < to; column++) {
		const nextX = column + 1 < to ? column + 1 : to;
		addCell(cells, rowStart + column, (x + nextX) * 0.5 - column, (nextX - x) * heightPerPx);
		x = nextX;
	}
}

/** `meanX` is the mean position of the piece in the pixel: everything to its right is covered, and so are all later pixels. */
function addCell(cells: Float64Array, cell: number, meanX: number, height: number): void {
	cells[cell]! += height * (1 - meanX);
	cells[cell + 1]! += height * meanX;
}
