import type { Intent } from './asked.ts';

/** A request for a post takes long and nobody watches it; a press, a reply or a question is never kept waiting. */
export function mayWait({ kind }: Intent): boolean {
	return kind === 'post_request';
}
