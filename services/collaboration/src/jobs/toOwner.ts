/** Sends messages of the background jobs to the owner, with growing pauses until they arrive; also after a crash. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import type { Actors } from '../participants/actors.ts';
import { createBackoff } from '../deliveries/backoff.ts';
import type { Notice, Tell } from '../deliveries/tell.ts';

export interface ToOwnerOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly nowMs: () => number;
}

type Status = DeliveryAnswer['status'];

/** @returns its delivery status; undefined if it is not due, or if the desk has no owner */
type ToOwner = (notice: Notice) => Promise<Status | undefined>;

/** @param unsaid the states of a notice that is retried */
export function createToOwner({ tell, actors, nowMs }: ToOwnerOptions, unsaid: readonly Status[]): ToOwner {
	const backoff = createBackoff(nowMs);
	return async (notice) => {
		const owner = backoff.due(notice.entity_key) ? await actors.owner() : undefined;
		if (owner === undefined) return undefined;
		const { status } = await tell(owner, notice);
		if (unsaid.includes(status)) backoff.again(notice.entity_key);
		return status;
	};
}
