/**
 * What the desk does about an event by itself, for a caller that leaves that to it: it answers the press, and an event that asks for words
 * alone is answered and closed. Until then the event is open, so after a crash it is posted again; the journal sends each word once.
 */
import type { VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { endsWithWords, wayOf } from '@copydesk/domain/desk/route';
import type { Way } from '@copydesk/domain/desk/route';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import type { Operations } from '../deliveries/operations.ts';
import { closeEvent, isKnownEvent } from '../events/events.ts';
import type { Actor, Actors } from '../participants/actors.ts';

export interface Ending {
	/** Begins what the desk does about an admitted event. @returns what the graphs get to know of it */
	end(answer: VerifiedEvent): VerifiedEvent;
	/** Closes an event; closing it again changes nothing. @throws CopydeskError event_not_found */
	done(actor: Actor, eventKey: string, outcome: string): Promise<void>;
	/** Resolves when nothing is being said any more. */
	idle(): Promise<void>;
}

interface EndingOptions {
	readonly audit: Audit;
	readonly actors: Actors;
	readonly operations: Operations;
	/** Called when an event is done: there may be room for a waiting one. */
	readonly onDone: () => void;
	readonly nowMs: () => number;
	readonly log: Log;
}

/** A press that the messenger does not take any more changes nothing; another call may be answering it. */
const NEVER_MIND: readonly string[] = ['delivery_in_flight', 'delivery_unknown', 'busy', 'unavailable'];

/** What the graphs get to know of an event that has ended: nothing may be done under it. */
export const over = (answer: VerifiedEvent): VerifiedEvent => ({
	...answer,
	...({ ended: true, _svc: null, expires_at: null, intent: { kind: 'ignored' } } as const),
});

export function createEnding({ audit, actors, operations, onDone, nowMs, log }: EndingOptions): Ending {
	const underWay = new Set<Promise<void>>();

	async function answerPress(actor: Actor, callback_query_id: string, toast: string | null): Promise<void> {
		const named = { purpose: 'answer_callback', entity_key: callback_query_id, callback_query_id };
		try {
			await operations.answerCallback(actor, { ...named, ...(toast === null ? {} : { text: toast }) });
		} catch (error) {
			if (!(error instanceof CopydeskError) || !NEVER_MIND.includes(error.code)) throw error;
		}
	}

	async function finish({ _svc, event_key, callback }: VerifiedEvent, way: Way): Promise<void> {
		const actor = await actors.authenticate(_svc ?? '');
		// The press of a planned post was answered when its time was chosen.
		if (callback !== null && callback.id !== '') await answerPress(actor, callback.id, way.toast);
		if (!endsWithWords(way)) return;
		const { text, buttons } = way;
		const named = { purpose: 'status', entity_key: `${event_key}:textOfItem` };
		if (text !== null) await operations.status(actor, { ...named, text, ...(buttons === null ? {} : { buttons }) });
		await done(actor, event_key, way.outcome);
	}

	async function done({ participant, context }: Actor, eventKey: string, outcome: string): Promise<void> {
		if (eventKey !== context.event_key) throw new CopydeskError('event_not_found', `${eventKey} is not the event of this context`);
		await audit.within(async (tx, note) => {
			if (!(await closeEvent(tx, eventKey, { state: 'handled', outcome }, nowMs()))) {
				if (eventKey.startsWith('u:') && !(await isKnownEvent(tx, eventKey))) throw new CopydeskError('event_not_found', eventKey);
				return;
			}
			note({
				actorUserId: participant.userId,
				action: 'event.handled',
				entity: `event:${eventKey}`,
				outcome: 'ok',
				executionId: context.execution_id,
				detail: { result: outcome },
			});
		});
		onDone();
	}

	return {
		end(answer) {
			const way = wayOf(answer);
			if (way.route === 'stop') return answer;
			const finished = finish(answer, way)
				.catch((error: unknown) => log.warn({ err: error, event_key: answer.event_key }, 'an event could not be answered'))
				.finally(() => underWay.delete(finished));
			underWay.add(finished);
			return endsWithWords(way) ? over(answer) : answer;
		},
		done,
		async idle() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
	};
}
