/** Growing pauses between attempts to tell somebody something. In memory: after a restart it is simply tried at once. */
interface Backoff {
	/** Whether this one may be tried now. */
	due(key: string): boolean;
	/** Notes a failed attempt; false when it is given up, and then it is never due again. */
	again(key: string): boolean;
}

const FIRST_PAUSE_MS = 10_000;
/** The last pause ends after some 23 hours. */
const MAX_ATTEMPTS = 14;

export function createBackoff(nowMs: () => number): Backoff {
	const waiting = new Map<string, { attempts: number; dueMs: number }>();
	return {
		due: (key) => (waiting.get(key)?.dueMs ?? 0) <= nowMs(),
		again(key) {
			const attempts = (waiting.get(key)?.attempts ?? 0) + 1;
			if (attempts >= MAX_ATTEMPTS) {
				waiting.set(key, { attempts, dueMs: Number.POSITIVE_INFINITY });
				return false;
			}
			waiting.set(key, { attempts, dueMs: nowMs() + FIRST_PAUSE_MS * 2 ** (attempts - 1) });
			return true;
		},
	};
}
