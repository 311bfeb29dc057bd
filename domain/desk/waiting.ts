import type { Intent } from './asked.ts';

/** A request for a post may wait: it takes long anyway. A press, a reply or a question never waits. */
export function mayWait({ kind }: Intent): boolean {
	return kind === 'post_request';
}
