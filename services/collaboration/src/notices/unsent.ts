/** What did not arrive is told to whom it was for, and to the other. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import type { Actors } from '../participants/actors.ts';
import { attemptKey } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import type { Tell } from '../deliveries/tell.ts';

/** Under this purpose people are told what did not arrive. */
export const UNSENT = 'unsent';

/** @returns the outcome of the message; undefined when its recipient takes part no more */
export type Unsent = (delivery: Delivery) => Promise<DeliveryAnswer | undefined>;

export function createUnsent({ tell, actors }: { readonly tell: Tell; readonly actors: Actors }): Unsent {
	return async (delivery) => {
		const { recipient_user_id, draft_key, version, operation } = delivery;
		const missing = await actors.active(recipient_user_id);
		if (missing === undefined || draft_key === null) return undefined;
		const draft = draftName(draft_key, version);
		const isQuestion = operation === 'prompt';
		const told = { purpose: UNSENT, entity_key: attemptKey(delivery) };
		const others = (await actors.everyone()).filter(({ userId }) => userId !== recipient_user_id);
		await Promise.all(
			others.map((person) =>
				tell(person, {
					...told,
					text(messages) {
						const about = { name: personName(messages, missing), draft };
						return isQuestion ? messages.questionUnsentTo(about) : messages.previewUnsentTo(about);
					},
				}),
			),
		);
		return tell(missing, {
			...told,
			text: (messages) => (isQuestion ? messages.questionUnsent({ draft }) : messages.previewUnsent({ draft, draftKey: draft_key })),
		});
	};
}
