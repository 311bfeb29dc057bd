import { centreCut, type Cut, type FrameSize, type Pixels } from '@copydesk/renderer-core';

/** The size in which a picture is analysed; important things are larger than one of its pixels. */
export const LOOKED_AT: FrameSize = { widthPx: 240, heightPx: 160 };

/** A cut at the farthest distance from the centre loses this share, so a picture without a focus keeps its centre. */
const CENTRE_BIAS = 0.15;

/**
 * The most interesting part of a picture with a frame's shape: edges and strong colours count, like the attention strategy of image
 * libraries. Only integers decide, so every processor chooses the same part.
 * @param whole the whole picture, in the size `LOOKED_AT`
 */
export function focusedCut(whole: Pixels, width: number, height: number, frame: FrameSize): Cut {
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
