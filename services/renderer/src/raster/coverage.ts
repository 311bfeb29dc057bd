import type { Outline } from '../fonts/face.ts';

/** A glyph's coverage of each pixel, 0…255, with its position relative to the pen on the baseline, y downwards. */
export interface Mask {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
	/** Valid until the next mask is made. */
	readonly coverage: Uint8Array;
}

const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0) };

/**
 * These arrays are used for one mask after another, and numbers pass from function to function in them: a new array for each mask and an
 * object for each number would be megabytes for the garbage collector.
 */
let usedCells = new Float64Array(0);
let usedCoverage = new Uint8Array(0);
/** The straight edges of an outline: x and y of its two ends each, in pixels. */
let edges = new Float64Array(4_096);

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
	if (usedCells.length < stride * height) usedCells = new Float64Array(stride * height);
	if (usedCoverage.length < width * height) usedCoverage = new Uint8Array(width * height);
	const cells = usedCells.fill(0, 0, stride * height);
	const coverage = usedCoverage.subarray(0, width * height);
	const end = flatten(outline.commands, scale, shift - left, -top);
	for (let at = 0; at < end; at += 4) addEdge(cells, stride, edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!);
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

/** Writes the edges of an outline. @returns how many numbers they are */
function flatten(commands: Float64Array, scale: number, dx: number, dy: number): number {
	let end = 0;
	let startX = 0;
	let startY = 0;
	let x = 0;
	let y = 0;
	for (let at = 0; at <= commands.length; ) {
		// A contour is closed before the next one, and after the last.
		const kind = commands[at] ?? 0;
		const points = kind === 0 ? 1 : kind;
		const x0 = x;
		const y0 = y;
		const ax = commands[at + 1]! * scale + dx;
		const ay = dy - commands[at + 2]! * scale;
		const bx = points > 1 ? commands[at + 3]! * scale + dx : 0;
		const by = points > 1 ? dy - commands[at + 4]! * scale : 0;
		const endX = kind === 0 ? startX : kind === 1 ? ax : kind === 2 ? bx : commands[at + 5]! * scale + dx;
		const endY = kind === 0 ? startY : kind === 1 ? ay : kind === 2 ? by : dy - commands[at + 6]! * scale;
		at += 1 + 2 * points;
		let pieces = 1;
		if (kind === 2) {
			const bend = Math.abs(x0 - 2 * ax + endX) + Math.abs(y0 - 2 * ay + endY);
			pieces = Math.ceil(Math.sqrt(bend / (4 * FLATNESS_PX))) + 1;
		} else if (kind === 3) {
			const bend = Math.abs(x0 - 2 * ax + bx) + Math.abs(ax - 2 * bx + endX) + Math.abs(y0 - 2 * ay + by) + Math.abs(ay - 2 * by + endY);
			pieces = Math.ceil(Math.sqrt((3 * bend) / (4 * FLATNESS_PX))) + 1;
		}
		for (let piece = 1; piece <= pieces; piece++) {
			let nextX = endX;
			let nextY = endY;
			if (piece < pieces) {
				const t = piece / pieces;
				const s = 1 - t;
				if (kind === 2) {
					nextX = s * s * x0 + 2 * s * t * ax + t * t * endX;
					nextY = s * s * y0 + 2 * s * t * ay + t * t * endY;
				} else {
					const p = s * s * s;
					const q = 3 * s * s * t;
					const r = 3 * s * t * t;
					const u = t * t * t;
					nextX = p * x0 + q * ax + r * bx + u * endX;
					nextY = p * y0 + q * ay + r * by + u * endY;
				}
			}
			if (y !== nextY) {
				if (end === edges.length) {
					const longer = new Float64Array(2 * end);
					longer.set(edges);
					edges = longer;
				}
				edges[end++] = x;
				edges[end++] = y;
				edges[end++] = nextX;
				edges[end++] = nextY;
			}
			x = nextX;
			y = nextY;
		}
		if (kind === 0) {
			startX = x = ax;
			startY = y = ay;
		}
	}
	return end;
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
