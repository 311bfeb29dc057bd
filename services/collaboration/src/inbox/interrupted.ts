/** Tells people whose work was given up, with a button to continue. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { makesRequest } from '@copydesk/domain/chat/callback';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { MAX_REPLAYS } from '@copydesk/domain/event/replay';
import { draftKeyOf } from '@copydesk/domain/ids';
import { draftName, personName, timeName } from '@copydesk/domain/messages/sentences';
import type { Called } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { EndProgress } from '../deliveries/progress.ts';
import type { Notice, Tell } from '../deliveries/tell.ts';
import type { StoredEvent } from '../events/events.ts';
import { calledOf } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { resumeKeyboard, sendAgainKeyboard } from '../messenger/buttons.ts';
import type { Paid } from '../owed/owed.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

interface InterruptedOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly endProgress: EndProgress;
	readonly actors: Actors;
	/** The time zone of times in messages. */
	readonly timeZone: string;
}

/** Tells people about an interrupted or abandoned event. */
export type TellGivenUp = (eventKey: string) => Promise<Paid>;

export function createInterrupted({ db, tell, endProgress, actors, timeZone }: InterruptedOptions): TellGivenUp {
	return async (event_key) => {
		const event = await tables(db).selectFrom('event').selectAll().where('event_key', '=', event_key).executeTakeFirst();
		if (event?.state !== 'interrupted' && event?.state !== 'abandoned') return 'moot';
		const actor = event.user_id === null ? undefined : await actors.known(event.user_id);
		const owner = await actors.owner();
		const people = event.state === 'interrupted' ? [actor ?? owner] : [actor, owner];
		const of = draftOfEvent(event);
		const called = of === undefined ? null : await calledOf(db, of);
		const told: DeliveryAnswer['status'][] = [];
		for (const person of new Map(people.flatMap((each) => (each === undefined ? [] : [[each.userId, each] as const]))).values()) {
			const { status } = await tell(person, noticeOf(event, called, timeZone, person, actor));
			// Somebody who was disabled is told nothing.
			if (status !== 'revoked') told.push(status);
			await endProgress(person, event_key);
		}
		return told;
	};
}

const draftOfEvent = ({ draft_key, version }: StoredEvent): VersionRef | undefined =>
	draft_key === null || version === null ? undefined : { draft_key, version };

function noticeOf(
	event: StoredEvent,
	called: Called | null,
	timeZone: string,
	person: Participant,
	actor: Participant | undefined,
): Notice {
	const { event_key, state } = event;
	const of = draftOfEvent(event);
	return {
		purpose: state,
		entity_key: event_key,
		text(messages) {
			const by = actor === undefined || person.userId === actor.userId ? null : personName(messages, actor);
			const draft = called === null ? null : draftName(messages, called);
			const at = timeName(messages, timeZone, event.received_at_ms);
			return state === 'interrupted'
				? messages.interrupted({ by, draft, at })
				: messages.abandoned({ by, draft, at, attempts: MAX_REPLAYS });
		},
		...(of === undefined ? again(event, person) : { keyboard: (messages) => resumeKeyboard(messages, of) }),
	};
}

/**
 * A button that makes the post of the same message, for the person who wrote it. A request that was a command, or a press of news, is given
 * again.
 */
function again({ intent, update_id, user_id }: StoredEvent, person: Participant): Pick<Notice, 'keyboard'> {
	if (person.userId !== user_id) return {};
	const asked = storedIntent(intent);
	const isPress = asked.kind === 'callback' && makesRequest(asked.action);
	if (!isPress && asked.kind !== 'words' && asked.kind !== 'post_request') return {};
	// A press may have made the request of an earlier message.
	const { draft_key = draftKeyOf(update_id) } = asked;
	return { keyboard: (messages) => sendAgainKeyboard(messages, { draft_key, version: 1 }) };
}
