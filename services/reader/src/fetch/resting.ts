/** Entries beyond which those that are over are swept out. */
const SWEEP_AT = 1_000;

/** Hosts that asked to be left alone, and until when. */
export interface Resting {
	/** Whole seconds that are left for a `host:port`; 0: it may be asked. */
	secondsLeft(hostPort: string): number;
	rest(hostPort: string, seconds: number): void;
}

/** @param monotonicMs a clock that only goes forward */
export function createResting(monotonicMs: () => number): Resting {
	const untilMs = new Map<string, number>();
	const secondsLeft = (hostPort: string): number => {
		const left = Math.ceil(((untilMs.get(hostPort) ?? 0) - monotonicMs()) / 1_000);
		if (left > 0) return left;
		untilMs.delete(hostPort);
		return 0;
	};
	return {
		secondsLeft,
		rest(hostPort, seconds) {
			if (untilMs.size >= SWEEP_AT) for (const key of untilMs.keys()) secondsLeft(key);
			untilMs.set(hostPort, monotonicMs() + seconds * 1_000);
		},
	};
}
