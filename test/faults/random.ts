/** Chance that can be had again: the same seed and index give the same draws on every machine. */
export interface Random {
	/** A whole number from 0 to `bound - 1`. */
	below(bound: number): number;
	/** From `low` to `high`, both included. */
	between(low: number, high: number): number;
	chance(probability: number): boolean;
	pick<T>(items: readonly T[]): T;
	/** One of the keys, as often as its weight says. */
	weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** mulberry32 over a hashed pair, so that neighbouring indices share nothing. */
export function randomOf(seed: number, index: number): Random {
	let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35)) >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	for (let warm = 0; warm < 4; warm += 1) next();
	const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound);
	return {
		below,
		between: (low, high) => low + below(high - low + 1),
		chance: (probability) => next() / 0x1_0000_0000 < probability,
		pick: (items) => {
			if (items.length === 0) throw new Error('Nothing to pick from');
			return items[below(items.length)] as (typeof items)[number];
		},
		weighted: (weights) => {
			const entries = Object.entries(weights) as [keyof typeof weights, number][];
			let left = (next() / 0x1_0000_0000) * entries.reduce((sum, [, weight]) => sum + weight, 0);
			for (const [key, weight] of entries) {
				left -= weight;
				if (left < 0) return key;
			}
			return (entries.at(-1) as [keyof typeof weights, number])[0];
		},
	};
}
