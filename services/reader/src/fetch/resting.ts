/** The number of entries from which expired ones are removed. */
const SWEEP_AT = 1_000;

/** Hosts that asked for a pause, and until when. */
export interface Resting {
	/** The remaining pause of a `host:port`, in whole seconds; 0: it may be asked. */
	secondsLeft(hostPort: string): number;
	rest(hostPort: string, seconds: number): void;
}

/** @param monotonicMs a clock that never goes back */
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
