import { deliveryAnswer } from '../deliveries/journal.ts';
import type { DeliveryAnswer } from '../deliveries/journal.ts';
import type { Sender } from '../deliveries/send.ts';
import type { Covers } from '../messenger/covers.ts';
import type { Actor, Admission } from '../participants/admission.ts';

/** The test set is sent once, ever. */
export const ONBOARDING_KEY = 'multiuser_v1';

const CAPTION = 'This is a test of the desk: a cover and a caption, as a preview will look. There is nothing to press and nothing is published.';

export interface OnboardingAnswer {
	readonly key: typeof ONBOARDING_KEY;
	readonly deliveries: readonly ({ readonly user_id: number } & DeliveryAnswer)[];
}

/** One test picture without buttons to everybody: a stored image, no AI, no channel. */
export async function onboard(actor: Actor, { sender, admission, covers }: { sender: Sender; admission: Admission; covers: Covers }): Promise<OnboardingAnswer> {
	const people = await admission.everyone();
	const deliveries = await Promise.all(
		people.map(async (person) => {
			const { delivery, repeated } = await sender.send({
				prepare: async () => ({
					purpose: 'onboarding',
					entityKey: ONBOARDING_KEY,
					recipientUserId: person.userId,
					operation: 'onboarding',
					chatId: person.chatId,
					actor: { userId: actor.participant.userId, chatId: actor.participant.chatId },
					eventKey: actor.claims.event_key,
					executionId: actor.claims.execution_id,
					material: null,
				}),
				async build({ chatId }) {
					const cover = await covers.onboarding();
					if ('missing' in cover) return cover;
					const found = await covers.fetch(cover.assetId);
					return 'missing' in found ? found : { method: 'sendPhoto', fields: { chat_id: chatId, caption: CAPTION }, photo: { bytes: found.bytes, fileName: `${cover.assetId}.png` } };
				},
				allowed: async () => (await admission.active(actor.participant.userId)) !== undefined && (await admission.active(person.userId)) !== undefined,
			});
			return { user_id: person.userId, ...deliveryAnswer(delivery, repeated) };
		}),
	);
	return { key: ONBOARDING_KEY, deliveries };
}
