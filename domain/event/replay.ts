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

/**
 * This header says that the service was away, for the report or for the call that failed: that broke the execution, and no failure
 * of its step. What had been pressed is carried out now that the service is there again.
 */
export const REPEATED_REPORT = 'X-Copydesk-Repeated';

/** What packages of before said instead, in place of the failure's own class. */
const SERVICE_AWAY = 'ServiceAwayError';

/** What n8n ends the execution of a killed worker with, in a queue. It passes on the words alone, without the name of the class. */
export const STALLED = 'MaxStalledCountError';
export const STALLED_WORDS = 'This execution failed to be processed too many times';

/**
 * What n8n calls an execution whose process was killed. It says so when that process has been started again, so nothing of
 * the execution runs any more; it is no failure of a step.
 */
const DEATHS: readonly string[] = ['WorkflowCrashedError', 'NodeCrashedError', STALLED, SERVICE_AWAY];

export function isDeath(errorClass: string): boolean {
	return DEATHS.includes(errorClass);
}
