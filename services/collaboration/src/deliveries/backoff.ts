/** Growing pauses between attempts to tell somebody something. In memory: after a restart it is simply tried at once. */
export interface Backoff {
	/** Whether this one may be tried now. */
	due(key: string): boolean;
	/** Notes a failed attempt; false when it is time to give up. */
	again(key: string): boolean;
}

const FIRST_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 10;

export function createBackoff(nowMs: () => number): Backoff {
	const waiting = new Map<string, { attempts: number; dueMs: number }>();
	return {
		due: (key) => (waiting.get(key)?.dueMs ?? 0) <= nowMs(),
		again(key) {
			const attempts = (waiting.get(key)?.attempts ?? 0) + 1;
			if (attempts >= MAX_ATTEMPTS) {
				waiting.delete(key);
				return false;
			}
			waiting.set(key, { attempts, dueMs: nowMs() + FIRST_PAUSE_MS * 2 ** (attempts - 1) });
			return true;
		},
	};
}
