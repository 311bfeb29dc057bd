import type { OnboardAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import { answerOf, findDelivery } from '../deliveries/journal.ts';
import type { Sender, Sent } from '../deliveries/send.ts';
import type { Covers } from '../messenger/covers.ts';
import type { Actor, Admission } from '../participants/admission.ts';
import type { Languages } from '../participants/languages.ts';

/** The test set is sent once, ever. */
export const ONBOARDING_KEY = 'multiuser_v1';

/** One test picture without buttons to everybody: a stored image, no AI, no channel. */
export async function onboard(
	actor: Actor,
	{
		db,
		sender,
		admission,
		languages,
		covers,
	}: { db: Database; sender: Sender; admission: Admission; languages: Languages; covers: Covers },
): Promise<OnboardAnswer> {
	const people = await admission.everyone();
	const deliveries = await Promise.all(
		people.map(async (person) => {
			const key = { purpose: 'onboarding', entityKey: ONBOARDING_KEY, recipientUserId: person.userId, operation: 'onboarding' } as const;
			const sending = sender.send({
				prepare: async () => ({
					...key,
					chatId: person.chatId,
					actor: { userId: actor.participant.userId, chatId: actor.participant.chatId },
					eventKey: actor.claims.event_key,
					executionId: actor.claims.execution_id,
					material: null,
				}),
				async build({ chatId }) {
					const cover = await covers.onboarding();
					if ('missing' in cover) return cover;
					const { captions } = await languages.messagesFor(person);
					const found = await covers.fetch(cover.assetId);
					return 'missing' in found
						? found
						: {
								method: 'sendPhoto',
								fields: { chat_id: chatId, caption: captions.onboarding },
								photo: { bytes: found.bytes, fileName: `${cover.assetId}.png` },
							};
				},
				allowed: async () =>
					(await admission.active(actor.participant.userId)) !== undefined && (await admission.active(person.userId)) !== undefined,
			});
			const { delivery, repeated } = await sending.catch((error: unknown) => underWay(db, key, error));
			return { user_id: person.userId, ...answerOf(delivery, repeated) };
		}),
	);
	return { key: ONBOARDING_KEY, deliveries };
}

/** Another call is sending the same set right now: how that stands is the answer. */
async function underWay(db: Database, key: Parameters<typeof findDelivery>[1], error: unknown): Promise<Sent> {
	const delivery = error instanceof CopydeskError && error.code === 'delivery_in_flight' ? await findDelivery(db, key) : undefined;
	if (delivery === undefined) throw error;
	return { delivery, repeated: true };
}
