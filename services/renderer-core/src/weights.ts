/** Weights are fixed-point: this many fraction bits, so that every processor comes to the same sums. */
const WEIGHT_BITS = 14;

/** For each target sample: the first source sample it takes from, and the weights of that and the next ones. */
interface Weights {
	/** Source samples per target sample; even. */
	readonly taps: number;
	readonly first: Int32Array;
	/** `taps` for each target sample, summing to 2^14. */
	readonly weights: Int16Array;
}

/** The core has room for eight taps: a picture that shrinks to less than half is sampled a little too coarsely. */
const MOST_WIDENING = 2;

/** The Catmull-Rom spline: sharp without ringing that would be seen, and exact where nothing is scaled. */
function catmullRom(distance: number): number {
	const x = Math.abs(distance);
	if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
	if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
	return 0;
}

/**
 * How `targetSize` samples are made of the `length` ones from `start` on (both may be fractions) of a row of `sourceSize`.
 * When shrinking, the spline is widened so that every source sample counts. Beyond an edge its last sample repeats.
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

/** Rounds each weight and gives what rounding lost to the largest, so that a flat area stays what it was. */
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
