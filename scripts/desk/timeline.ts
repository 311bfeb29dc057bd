export function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

/** Prints each step as it happens, with the time since the step before and since the beginning. */
export class Timeline {
	readonly startedAtMs = Date.now();
	#lastMs = this.startedAtMs;

	mark(what: string): void {
		const nowMs = Date.now();
		process.stdout.write(`  ${seconds(nowMs - this.startedAtMs).padStart(8)}  +${seconds(nowMs - this.#lastMs).padStart(7)}  ${what}\n`);
		this.#lastMs = nowMs;
	}
}
