/** One Ctrl-C arrives up to three times: from the terminal, from npm, and handed on by set-up. */
const SAME_PRESS_MS = 1_000;

/** Turns Ctrl-C, SIGTERM, SIGHUP and a starter that went away into one request to stop. */
export class StopSignals {
	/** Resolves at the first request. */
	readonly asked: Promise<void>;
	readonly #controller = new AbortController();
	#firstAtMs: number | undefined;
	#second: () => void = () => undefined;

	constructor() {
		this.asked = new Promise((resolve) => {
			const ask = (): void => {
				if (this.#firstAtMs === undefined) {
					this.#firstAtMs = Date.now();
					this.#controller.abort();
					resolve();
				} else if (Date.now() - this.#firstAtMs > SAME_PRESS_MS) {
					this.#second();
				}
			};
			for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
			process.on('disconnect', ask);
		});
	}

	/** Aborted at the first request. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** What a second press, a while later, does. */
	onSecond(work: () => void): void {
		this.#second = work;
	}
}
