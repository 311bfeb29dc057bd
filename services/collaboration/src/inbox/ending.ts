/**
 * What the desk does about an event by itself, for a caller that leaves that to it: it answers the press, tells what was decided, answers
 * what asks for words alone, and closes the event. Until then the event is open, so after a crash it is posted again; the journal sends
 * each word once.
 */
import type { VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { endsWithWords, routeOf, type Route } from '@copydesk/domain/desk/route';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Material } from '@copydesk/domain/material/material';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { closeEvent, isKnownEvent } from '../events/events.ts';
import { findMaterial } from '../materials/read.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { isEdit } from './questions.ts';
import { settle, settling, type Settled } from './settle.ts';
import type { SettledOptions, SettledWords } from './settled.ts';

export interface Ending {
	/**
	 * Begins what the desk does about an admitted event.
	 * @param settled what the event decided, or why it did not
	 * @returns what the graphs get to know of it
	 */
	end(answer: VerifiedEvent, settled?: Settled): Promise<VerifiedEvent>;
	/** Closes an event; closing it again changes nothing. @throws CopydeskError event_not_found */
	done(actor: Actor, eventKey: string, outcome: string): Promise<void>;
	/**
	 * Decides what an event decides about a draft, and tells of it, for a main graph that did not leave that to the service.
	 * @throws CopydeskError event_not_found
	 */
	settle(actor: Actor): Promise<{ readonly refused: boolean; readonly material: Material | undefined }>;
	/** Resolves when nothing is being said any more. */
	idle(): Promise<void>;
}

interface EndingOptions extends Pick<SettledOptions, 'db' | 'operations'> {
	readonly audit: Audit;
	readonly actors: Actors;
	readonly words: SettledWords;
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

/** What was decided goes out, or why it was not; an old button says no more than that. A next version goes on to its preview. */
const isSettled = (way: Route, settled: Settled | undefined): settled is Settled =>
	settled !== undefined && (settled.refused === null || way.route === 'settle' || way.route === 'skip');

function ends(way: Route, settled: Settled | undefined): boolean {
	if (settled !== undefined && settled.refused === null) return settled.decision !== 'back';
	return endsWithWords(way) || way.decision === 'edit' || isSettled(way, settled);
}

const told = ({ draft_key, version, number, title, caption, link, cover_asset_id }: Material): VerifiedEvent['rejected'] => ({
	...{ draft_key, version, number, title, caption, link, cover_asset_id },
});

export function createEnding(options: EndingOptions): Ending {
	const { db, audit, actors, operations, words, onDone, nowMs, log } = options;
	const underWay = new Set<Promise<void>>();

	async function answerPress(actor: Actor, callback_query_id: string, toast: string | null): Promise<void> {
		const named = { purpose: 'answer_callback', entity_key: callback_query_id, callback_query_id };
		try {
			await operations.answerCallback(actor, { ...named, ...(toast === null ? {} : { text: toast }) });
		} catch (error) {
			if (!(error instanceof CopydeskError) || !NEVER_MIND.includes(error.code)) throw error;
		}
	}

	async function finish({ _svc, event_key, callback, intent }: VerifiedEvent, way: Route, settled: Settled | undefined): Promise<void> {
		const actor = await actors.authenticate(_svc ?? '');
		// The press of a planned post was answered when its time was chosen.
		if (callback !== null && callback.id !== '') await answerPress(actor, callback.id, way.toast);
		if (!ends(way, settled)) return;
		const { text, buttons } = way;
		const named = { purpose: 'status', entity_key: `${event_key}:textOfItem` };
		if (isSettled(way, settled)) await words.tell(actor, settled);
		else if (way.decision === 'edit' && intent.kind === 'callback' && isEdit(intent.action))
			await words.askForWords(actor, intent, intent.action);
		else if (text !== null) await operations.status(actor, { ...named, text, ...(buttons === null ? {} : { buttons }) });
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
		async end(given, settled) {
			// A question that was asked since the event was stored is none that it closes.
			const closesNothing = settled === undefined && given.intent?.kind === 'command' && given.intent.name === 'cancel';
			const answer = closesNothing ? { ...given, feedback_session: null } : given;
			const way = routeOf(answer);
			if (way.route === 'stop') return answer;
			const rejected =
				settled?.decision === 'reject' && settled.refused === null ? await findMaterial(db, settled.at.draft_key) : undefined;
			const finished = finish(answer, way, settled)
				.catch((error: unknown) => log.warn({ err: error, event_key: answer.event_key }, 'an event could not be answered'))
				.finally(() => underWay.delete(finished));
			underWay.add(finished);
			return ends(way, settled) ? { ...over(answer), rejected: rejected === undefined ? null : told(rejected) } : answer;
		},
		done,
		settle: (actor) => settleLater(actor, options),
		async idle() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
	};
}

/** What a main graph of before did not leave to the service with the event. */
async function settleLater(actor: Actor, { db, audit, words, nowMs }: EndingOptions): ReturnType<Ending['settle']> {
	const { event_key: eventKey, execution_id: executionId } = actor.context;
	const event = await tables(db).selectFrom('event').select(['intent', 'message_id']).where('event_key', '=', eventKey).executeTakeFirst();
	if (event === undefined) throw new CopydeskError('event_not_found', eventKey);
	const intent = storedIntent(event.intent);
	const by = { intent, sender: actor.participant, messageId: event.message_id ?? 0, eventKey, executionId, atMs: nowMs() };
	const settled = await settling((late) => audit.within((tx, note) => settle(tx, note, by, late)));
	if (settled === undefined && intent.kind === 'callback' && isEdit(intent.action)) await words.askForWords(actor, intent, intent.action);
	if (settled === undefined || settled.decision === 'skip') return { refused: false, material: undefined };
	await words.tell(actor, settled);
	const { draft_key, version } = settled.at;
	const material = await findMaterial(db, draft_key, settled.decision === 'back' ? undefined : version);
	return { refused: settled.refused !== null, material };
}
