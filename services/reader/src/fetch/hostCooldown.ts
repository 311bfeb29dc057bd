/** The number of entries from which expired ones are removed. */
const SWEEP_AT = 1_000;

/** The hosts that asked for a pause, and when each pause ends. */
export interface HostCooldown {
	/** The remaining pause of a `host:port`, in whole seconds; 0: it may be asked. */
	secondsLeft(hostPort: string): number;
	begin(hostPort: string, seconds: number): void;
}

/** @param monotonicMs a clock that never goes back */
export function createHostCooldown(monotonicMs: () => number): HostCooldown {
	const untilMs = new Map<string, number>();
	const secondsLeft = (hostPort: string): number => {
		const left = Math.ceil(((untilMs.get(hostPort) ?? 0) - monotonicMs()) / 1_000);
		if (left > 0) return left;
		untilMs.delete(hostPort);
		return 0;
	};
	return {
		secondsLeft,
		begin(hostPort, seconds) {
			if (untilMs.size >= SWEEP_AT) for (const key of untilMs.keys()) secondsLeft(key);
			untilMs.set(hostPort, monotonicMs() + seconds * 1_000);
		},
	};
}
