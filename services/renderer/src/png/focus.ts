import { centreCut, type Cut, type FrameSize, type Pixels } from '@copydesk/renderer-core';

/** The size in which a picture is analysed; important things are larger than one of its pixels. */
export const LOOKED_AT: FrameSize = { widthPx: 240, heightPx: 160 };

/** A cut at the farthest distance from the centre loses this share, so a picture without a focus keeps its centre. */
const CENTRE_BIAS = 0.15;

/** How much closer a cut may come, the closest first. */
const CLOSER = [0.72, 0.78, 0.84, 0.9] as const;
/** A closer cut keeps this share of what there is to look at. */
const KEPT_CLOSER = 0.94;
/** A closer cut is enlarged by no more than this. */
const MOST_ENLARGED = 1.12;

/**
 * The most interesting part of a picture with a frame's shape, closer to its subject if there is little to look at around it.
 * @param whole the whole picture, in the size `LOOKED_AT`
 */
export function closeCut(whole: Pixels, width: number, height: number, frame: FrameSize): Cut {
	const cut = focusedCut(whole, width, height, frame);
	const sums = sumsOf(whole);
	const across = whole.widthPx / width;
	const down = whole.rowCount / height;
	const seen = ({ x, y, widthPx, heightPx }: Cut): number => {
		const at = (column: number, row: number): number => sums[Math.round(row * down) * (whole.widthPx + 1) + Math.round(column * across)]!;
		return at(x + widthPx, y + heightPx) - at(x, y + heightPx) - at(x + widthPx, y) + at(x, y);
	};
	const least = KEPT_CLOSER * seen(cut);
	for (const share of CLOSER) {
		const size = { widthPx: cut.widthPx * share, heightPx: cut.heightPx * share };
		if (frame.widthPx > size.widthPx * MOST_ENLARGED) continue;
		let best: Cut | undefined;
		let most = least;
		for (let i = 0; i <= STEPS; i++)
			for (let j = 0; j <= STEPS; j++) {
				const part = {
					...size,
					x: cut.x + ((cut.widthPx - size.widthPx) * i) / STEPS,
					y: cut.y + ((cut.heightPx - size.heightPx) * j) / STEPS,
				};
				const value = seen(part);
				if (value > most) [best, most] = [part, value];
			}
		if (best !== undefined) return best;
	}
	return cut;
}

/** How many places are tried across and down. */
const STEPS = 8;

/** What there is to look at above and left of each pixel. Half of a picture is ground, which does not count. */
function sumsOf({ view, widthPx, rowCount }: Pixels): Float64Array {
	const values = new Float64Array(widthPx * rowCount);
	each(view.bytes, widthPx, rowCount, (x, y, value) => (values[y * widthPx + x] = value));
	const ground = values.slice().sort()[values.length >> 1]!;
	const sums = new Float64Array((widthPx + 1) * (rowCount + 1));
	for (let y = 1; y <= rowCount; y++)
		for (let x = 1; x <= widthPx; x++) {
			const at = y * (widthPx + 1) + x;
			const value = Math.max(0, values[(y - 1) * widthPx + x - 1]! - ground);
			sums[at] = value + sums[at - 1]! + sums[at - widthPx - 1]! - sums[at - widthPx - 2]!;
		}
	return sums;
}

/**
 * The most interesting part of a picture with a frame's shape: edges and strong colours count, like the attention strategy of image
 * libraries. Only integers decide, so every processor chooses the same part.
 * @param whole the whole picture, in the size `LOOKED_AT`
 */
function focusedCut(whole: Pixels, width: number, height: number, frame: FrameSize): Cut {
	const cut = centreCut(width, height, frame);
	const isWide = cut.widthPx < width;
	const weights = isWide ? columnWeights(whole) : rowWeights(whole);
	const share = isWide ? cut.widthPx / width : cut.heightPx / height;
	const kept = Math.max(1, Math.round(weights.length * share));
	const free = weights.length - kept;
	if (free === 0) return cut;
	let sum = 0;
	for (let i = 0; i < kept; i++) sum += weights[i]!;
	let best = 0;
	let most = -1;
	for (let start = 0; start <= free; start++) {
		const value = sum * (1 - CENTRE_BIAS * Math.abs((2 * start) / free - 1));
		if (value > most) [best, most] = [start, value];
		sum += (weights[start + kept] ?? 0) - weights[start]!;
	}
	return isWide ? { ...cut, x: ((width - cut.widthPx) * best) / free } : { ...cut, y: ((height - cut.heightPx) * best) / free };
}

/** How interesting a pixel is: its difference from the right and lower neighbours, and the strength of its colour. */
export function attention(bytes: Uint8Array, at: number, right: number, below: number): number {
	const red = bytes[at]!;
	const green = bytes[at + 1]!;
	const blue = bytes[at + 2]!;
	const edge =
		Math.abs(2 * red + 5 * green + blue - (2 * bytes[right]! + 5 * bytes[right + 1]! + bytes[right + 2]!)) +
		Math.abs(2 * red + 5 * green + blue - (2 * bytes[below]! + 5 * bytes[below + 1]! + bytes[below + 2]!));
	const strength = Math.max(red, green, blue) - Math.min(red, green, blue);
	return (edge >> 2) + (strength >> 1);
}

function columnWeights({ view, widthPx, rowCount }: Pixels): Float64Array {
	const weights = new Float64Array(widthPx);
	each(view.bytes, widthPx, rowCount, (x, _y, value) => (weights[x]! += value));
	return weights;
}

function rowWeights({ view, widthPx, rowCount }: Pixels): Float64Array {
	const weights = new Float64Array(rowCount);
	each(view.bytes, widthPx, rowCount, (_x, y, value) => (weights[y]! += value));
	return weights;
}

function each(bytes: Uint8Array, widthPx: number, rowCount: number, see: (x: number, y: number, value: number) => void): void {
	for (let y = 0; y < rowCount - 1; y++) {
		for (let x = 0; x < widthPx - 1; x++) {
			const at = (y * widthPx + x) * 3;
			see(x, y, attention(bytes, at, at + 3, at + widthPx * 3));
		}
	}
}
