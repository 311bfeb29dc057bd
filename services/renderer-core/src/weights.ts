/** The fraction bits of a weight. Fixed-point weights give the same sums on every processor. */
const WEIGHT_BITS = 14;

/** For each target sample: its first source sample, and the weights of that and the next ones. */
interface Weights {
	/** Source samples per target sample; even. */
	readonly taps: number;
	readonly first: Int32Array;
	/** `taps` weights per target sample, with the sum 2^14. */
	readonly weights: Int16Array;
}

/** The core has room for eight taps, so a picture that shrinks to less than half is sampled slightly too coarsely. */
const MOST_WIDENING = 2;

/** The Catmull-Rom spline: sharp without visible ringing, and exact without scaling. */
function catmullRom(distance: number): number {
	const x = Math.abs(distance);
	if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
	if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
	return 0;
}

/**
 * Weights for `targetSize` samples from `length` ones beginning at `start` (both may be fractions) in a row of `sourceSize`. When
 * shrinking, the spline is widened so that every source sample counts. Beyond an edge its last sample repeats.
 */
export function weightsOf(sourceSize: number, start: number, length: number, targetSize: number): Weights {
	const scale = length / targetSize;
	const widening = Math.min(MOST_WIDENING, Math.max(1, scale));
	const taps = 2 * Math.ceil(2 * widening);
	if (taps > sourceSize) throw new RangeError(`Expected at least ${taps} source samples but received ${sourceSize}`);
	const first = new Int32Array(targetSize);
	const weights = new Int16Array(targetSize * taps);
	for (let i = 0; i < targetSize; i++) {
		const centre = start + (i + 0.5) * scale - 0.5;
		const from = Math.ceil(centre - 2 * widening);
		const base = Math.min(Math.max(from, 0), sourceSize - taps);
		const exact = new Float64Array(taps);
		let sum = 0;
		for (let sample = from; sample < from + taps; sample++) {
			const weight = catmullRom((sample - centre) / widening);
			const slot = Math.min(Math.max(sample, 0), sourceSize - 1) - base;
			exact[slot] = exact[slot]! + weight;
			sum += weight;
		}
		first[i] = base;
		weights.set(quantised(exact, sum), i * taps);
	}
	return { taps, first, weights };
}

/** Rounds the weights and adds the rounding error to the largest one, so that a flat area stays unchanged. */
function quantised(exact: Float64Array, sum: number): Int16Array {
	const one = 2 ** WEIGHT_BITS;
	const rounded = Int16Array.from(exact, (weight) => Math.round((weight / sum) * one));
	let total = 0;
	let largest = 0;
	rounded.forEach((weight, i) => {
		total += weight;
		if (weight > rounded[largest]!) largest = i;
	});
	rounded[largest] = rounded[largest]! + one - total;
	return rounded;
}
