import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again after each pause until the answer is there; the test’s own limit ends it. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false, pauseMs = 10): Promise<T> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await sleep(pauseMs);
	}
}
