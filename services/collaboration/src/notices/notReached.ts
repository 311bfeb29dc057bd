/** Tells the recipient and the others about a message that did not arrive. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { calledOf } from '../materials/read.ts';
import type { Actors } from '../participants/actors.ts';
import { attemptKey, type Delivery } from '../deliveries/journal.ts';
import type { Tell } from '../deliveries/tell.ts';

/** The purpose of these notices. */
export const NOT_REACHED = 'unsent';

/** @returns the outcome of the notice to the recipient; undefined if that person is not active */
export type NotReached = (delivery: Delivery) => Promise<DeliveryAnswer | undefined>;

export function createNotReached({
	db,
	tell,
	actors,
}: {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
}): NotReached {
	return async (delivery) => {
		const { recipient_user_id, draft_key, version, operation } = delivery;
		const missing = await actors.active(recipient_user_id);
		if (missing === undefined || draft_key === null) return undefined;
		const called = await calledOf(db, { draft_key, ...(version === null ? {} : { version }) });
		const isQuestion = operation === 'prompt';
		const told = { purpose: NOT_REACHED, entity_key: attemptKey(delivery) };
		const others = (await actors.everyone()).filter(({ userId }) => userId !== recipient_user_id);
		await Promise.all(
			others.map((person) =>
				tell(person, {
					...told,
					text(messages) {
						const about = { name: personName(messages, missing), draft: draftName(messages, called) };
						return isQuestion ? messages.questionUnsentTo(about) : messages.previewUnsentTo(about);
					},
				}),
			),
		);
		return tell(missing, {
			...told,
			text(messages) {
				const draft = draftName(messages, called);
				return isQuestion ? messages.questionUnsent({ draft }) : messages.previewUnsent({ draft, number: called.number });
			},
		});
	};
}
