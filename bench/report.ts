/** What a bench gives back. */
export interface Report {
	readonly title: string;
	/** Asked for with --try: to look at, not to keep. */
	readonly isTry: boolean;
	/** How it was measured, a paragraph each. */
	readonly notes: readonly string[];
	readonly tables: readonly {
		readonly heading: string;
		readonly columns: readonly string[];
		readonly rows: readonly (readonly string[])[];
	}[];
}

export type Bench = (args: readonly string[]) => Promise<Report>;

export interface Timing {
	readonly count: number;
	readonly perSecond: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
}

/**
 * @param tookMs how long each took
 * @param wholeMs how long all of it took together
 */
export function timingOf(tookMs: readonly number[], wholeMs: number): Timing {
	const sorted = [...tookMs].sort((one, other) => one - other);
	const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
	return { count: sorted.length, perSecond: (sorted.length / wholeMs) * 1_000, p50Ms: at(0.5), p99Ms: at(0.99) };
}
