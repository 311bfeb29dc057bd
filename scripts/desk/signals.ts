/** One Ctrl-C arrives up to three times: from the terminal, from npm, and handed on by set-up. */
const SAME_PRESS_MS = 1_000;

/** Turns Ctrl-C, SIGTERM, SIGHUP and a starter that went away into one request to stop. */
export class StopSignals {
	/** Resolves at the first request. */
	readonly asked: Promise<void>;
	readonly #controller = new AbortController();
	#lastAtMs: number | undefined;
	#again: () => void = () => undefined;

	constructor() {
		this.asked = new Promise((resolve) => {
			const ask = (): void => {
				const sinceMs = Date.now() - (this.#lastAtMs ?? 0);
				if (this.#lastAtMs === undefined) {
					this.#controller.abort();
					resolve();
				} else if (sinceMs > SAME_PRESS_MS) this.#again();
				this.#lastAtMs = Date.now();
			};
			for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
			process.on('disconnect', ask);
		});
	}

	/** Aborted at the first request. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** What a further press, a while later, does. */
	onAgain(work: () => void): void {
		this.#again = work;
	}
}
