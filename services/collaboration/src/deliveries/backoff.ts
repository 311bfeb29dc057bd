/** Growing pauses between attempts to send a message. They are in memory: after a restart the next attempt comes at once. */
interface Backoff {
	/** Whether this key may be tried now. */
	due(key: string): boolean;
	/** Notes a failed attempt. False: the attempts are used up, and the key is never due again. */
	again(key: string): boolean;
}

const FIRST_PAUSE_MS = 10_000;
/** With this many attempts the last pause ends after about 23 hours. */
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
