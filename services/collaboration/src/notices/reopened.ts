/** Puts back what a question removed, after it was closed without a change, in the existing messages. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import type { Cause } from '../deliveries/journal.ts';
import { copiesOf, sessionClosed } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { inLanguageOfReader, setButtons } from './buttons.ts';
import { placesOfQuestion } from './places.ts';
import type { NoticesOptions } from './unconfirmed.ts';

/** The key for giving a copy its buttons back at this step of its version's journal. */
const reopenedKey = (deliveryId: string, seq: number): string => `${deliveryId}:open:${seq}`;

/** Puts the buttons back below the copies, and edits the messages that said that somebody gives feedback. */
type Reopened = (material: Material, cause: Cause) => Promise<readonly DeliveryAnswer['status'][]>;

function createReopened({ db, trySend, tell, actors, languages, copyButtons }: NoticesOptions): Reopened {
	return async (material, cause) => {
		const { draft_key, version, seq } = material;
		const keyboard = await copyButtons({ draft_key, version });
		if (keyboard === undefined) return [];
		const shown = await setButtons(trySend, await copiesOf(db, material), {
			key: ({ deliveryId }) => reopenedKey(deliveryId, seq),
			keyboard: inLanguageOfReader(keyboard, { actors, languages }),
			cause,
		});
		const people = await actors.everyone();
		for (const [userId, { messageId: inPlaceOf, isMenu }] of await placesOfQuestion(db, people, material)) {
			const person = people.find((each) => each.userId === userId);
			if (person === undefined) continue;
			await tell(person, {
				purpose: 'feedback_closed',
				entity_key: `${draft_key}:${version}:${seq}`,
				inPlaceOf,
				// Who was asked is told in an answer of their own.
				text: (messages) => (isMenu ? messages.menu.closed : messages.feedbackClosed({ draft: draftName(messages, material) })),
				cause,
			});
		}
		return shown.map(({ status }) => status);
	};
}

export interface Closings {
	/** Puts the buttons back after a question was closed without a change. */
	readonly reopened: Reopened;
	/** The same right after somebody closed it; tells the person who was asked, if that is another one. */
	readonly closed: (material: Material, by: Participant, cause: Cause) => Promise<void>;
}

export function createClosings(options: NoticesOptions): Closings {
	const { db, tell, actors } = options;
	const reopened = createReopened(options);
	return {
		reopened,
		async closed(material, by, cause) {
			const holderId = await sessionClosed(db, material);
			const holder = holderId === undefined ? undefined : await actors.active(holderId);
			if (holder !== undefined)
				await tell(holder, {
					purpose: 'session_closed',
					entity_key: `${material.draft_key}:${material.version}:${cause.event_key}`,
					text: (messages) => messages.feedbackClosedBy({ draft: draftName(messages, material), by: personName(messages, by) }),
					cause,
				});
			await reopened(material, cause);
		},
	};
}
