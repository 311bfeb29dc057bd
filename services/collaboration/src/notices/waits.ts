/** One message for each request that waits until a time: it says until when, has the buttons, and in the end shows the result. */
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { Buttons } from '@copydesk/domain/chat/callback';
import { draftName, firstWords, goesOnName, personName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, messageUnder } from '../deliveries/journal.ts';
import type { EndProgress } from '../deliveries/progress.ts';
import { isTold, type Tell } from '../deliveries/tell.ts';
import { draftOf, type StoredEvent } from '../events/events.ts';
import { CANCELLED, whyOf } from '../events/waits.ts';
import { draftsCalled } from '../materials/read.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';

export interface WaitNoticesOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly endProgress: EndProgress;
	readonly actors: Actors;
	readonly nowMs: () => number;
	/** The time zone of times in messages. */
	readonly timeZone: string;
}

const PURPOSE = 'waits';

/** Shows people how an event waits, or how it ended. @returns whether everybody has been told */
export function createWaitNotices({ db, tell, endProgress, actors, nowMs, timeZone }: WaitNoticesOptions) {
	async function aboutOf(event: StoredEvent): Promise<(messages: Messages) => string | null> {
		const intent = storedIntent(event.intent);
		const draft = (await draftOf(db, event.event_key)) ?? (intent.kind === 'callback' ? intent : null);
		const called = draft === null ? undefined : (await draftsCalled(db, [draft.draft_key])).get(draft.draft_key);
		if (called !== undefined) return (messages) => draftName(messages, called);
		const words = intent.kind === 'post_request' || intent.kind === 'feedback_reply' ? firstWords(intent.text) : '';
		return ({ waits }) => (words === '' ? null : waits.words({ words }));
	}

	/** The message about this wait that the person already has. */
	const placeOf = ({ event_key, wait_count }: StoredEvent, { userId }: Participant) => {
		const keys = Array.from({ length: wait_count }, (_, index) => `${event_key}:${index + 1}`);
		const all = keys.flatMap((key) => [key, `${key}#anew`]);
		return messageUnder(db, { purpose: PURPOSE, recipient_user_id: userId }, ...all);
	};

	return async (event: StoredEvent): Promise<boolean> => {
		const { event_key, user_id, wait_why, wait_count, wait_until_ms, waiting } = event;
		const why = whyOf(event);
		const actor = user_id === null ? undefined : await actors.active(user_id);
		// The owner can lift a limit, and cannot end what others asked for.
		const owner = wait_why === null ? undefined : await actors.owner();
		const about = await aboutOf(event);
		const isOver = waiting === 0 || wait_until_ms === null || why === null;
		const lifter = event.lifted_by === null ? undefined : await actors.known(event.lifted_by);
		const isCancelled = event.outcome === CANCELLED;
		let isDone = true;
		for (const person of new Set([actor, owner].filter((each) => each !== undefined))) {
			const isOwn = person.userId === user_id;
			const place = await placeOf(event, person);
			if (isOver && place === null) continue;
			const { status } = await tell(person, {
				purpose: PURPOSE,
				entity_key: isOver ? `${event_key}:${wait_count}:over` : `${event_key}:${wait_count}`,
				inPlaceOf: place,
				cause: { ...NOBODY, event_key },
				text(messages) {
					if (isCancelled) return messages.waits.cancelled;
					if (isOver && storedIntent(event.intent).kind === 'usage') return messages.waits.ended;
					if (isOver)
						return lifter === undefined ? messages.waits.goesOnNow : messages.waits.lifted({ name: personName(messages, lifter) });
					const said = { about: about(messages), goesOn: goesOnName(messages, timeZone, wait_until_ms, nowMs()) };
					return isOwn || actor === undefined || wait_why === null
						? messages.waits.told[why](said)
						: messages.waits.ofOther[wait_why]({ ...said, name: personName(messages, actor) });
				},
				...(isOver ? {} : { keyboard: (messages: Messages) => keyboardOf(messages, buttonsFor(event, person, isOwn)) }),
			});
			if (!isTold(status)) isDone = false;
			if (isCancelled && isOwn) await endProgress(person, event_key);
		}
		return isDone;
	};
}

/** The desk's own limits can be lifted; a wait that Telegram or a provider asks for cannot. */
function buttonsFor({ event_key, wait_why }: StoredEvent, { role }: Participant, isOwn: boolean): Buttons {
	const about = { draft_key: event_key, version: 1 };
	const lift = role === 'owner' && wait_why !== null ? [{ action: 'lift_limit' as const, ...about }] : [];
	return [[...lift, ...(isOwn ? [{ action: 'cancel_wait' as const, ...about }] : [])]];
}
