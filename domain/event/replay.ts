/** An interrupted event is posted again at most this often. */
export const MAX_REPLAYS = 3;

const FIRST_PAUSE_MS = 60_000;

/**
 * How long the n-th replay may be silent before the next one: 1 min, 2 min, 4 min.
 * @param replay from 1
 */
export function replayPauseMs(replay: number): number {
	return FIRST_PAUSE_MS * 2 ** (Math.min(replay, MAX_REPLAYS) - 1);
}
