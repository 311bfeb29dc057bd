/** One Ctrl-C arrives up to three times: from the terminal, from npm, and handed on by set-up. */
const SAME_PRESS_MS = 1_000;

/** Turns Ctrl-C, SIGTERM, SIGHUP and a starter that went away into one request to stop. */
export class StopSignals {
	/** Resolves at the first request. */
	readonly asked: Promise<void>;
	#firstAtMs: number | undefined;
	#second: () => void = () => undefined;

	constructor() {
		this.asked = new Promise((resolve) => {
			const ask = (): void => {
				if (this.#firstAtMs === undefined) {
					this.#firstAtMs = Date.now();
					resolve();
				} else if (Date.now() - this.#firstAtMs > SAME_PRESS_MS) {
					this.#second();
				}
			};
			for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
			process.on('disconnect', ask);
		});
	}

	get wasAsked(): boolean {
		return this.#firstAtMs !== undefined;
	}

	/** What a second press, a while later, does. */
	onSecond(work: () => void): void {
		this.#second = work;
	}
}
