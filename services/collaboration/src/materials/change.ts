import type { Database } from '@copydesk/kit/database/types';
import { withinAgain, type Audit, type Note } from '../audit/audit.ts';
import { touchLease } from '../events/lease.ts';
import type { Acting, Actor } from '../participants/actors.ts';
import type { Origin } from './write.ts';

/** One change under an event: its transaction, its author and its origin. */
export interface ChangeBy<By extends Acting> {
	readonly tx: Database;
	readonly note: Note;
	readonly actor: By;
	readonly origin: Origin;
}

/** The change of somebody who asked for it with a context. */
export type Change = ChangeBy<Actor>;

export type Changing = <T>(actor: Actor, work: (change: Change) => Promise<T>) => Promise<T>;

/** Runs work in one transaction and renews the event's lease, because its execution is alive. */
export function createChanging(audit: Audit, nowMs: () => number): Changing {
	return (actor, work) =>
		withinAgain(audit, async (tx, note) => {
			const { event_key: eventKey, execution_id: executionId } = actor.context;
			const origin = { actorUserId: actor.participant.userId, eventKey, executionId, atMs: nowMs() };
			await touchLease(tx, eventKey, origin.atMs);
			return work({ tx, note, actor, origin });
		});
}
