import type { DeliveryAnswer, OnboardAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Database } from '@copydesk/kit/database/types';
import { answerOf, causeOf, findDelivery } from '../deliveries/journal.ts';
import type { Sender } from '../deliveries/send.ts';
import { pictureOf } from '../messenger/covers.ts';
import type { Covers } from '../messenger/covers.ts';
import { photoMessage } from '../messenger/requests.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';

/** The test set is sent once, ever. */
export const ONBOARDING_KEY = 'multiuser_v1';

interface OnboardingOptions {
	readonly db: Database;
	readonly sender: Sender;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly covers: Covers;
}

/** One test picture without buttons to everybody: a stored image, no AI, no channel. */
export async function onboard(actor: Actor, options: OnboardingOptions): Promise<OnboardAnswer> {
	const people = await options.actors.everyone();
	const deliveries = await Promise.all(
		people.map(async (person) => ({ user_id: person.userId, ...(await sendTest(actor, person, options)) })),
	);
	return { key: ONBOARDING_KEY, deliveries };
}

async function sendTest(
	actor: Actor,
	person: Participant,
	{ db, sender, actors, languages, covers }: OnboardingOptions,
): Promise<DeliveryAnswer> {
	const spec = {
		purpose: 'onboarding',
		entity_key: ONBOARDING_KEY,
		recipient_user_id: person.userId,
		operation: 'onboarding',
		chat_id: person.chatId,
		...causeOf(actor),
	} as const;
	const isActive = async ({ userId }: Participant) => (await actors.active(userId)) !== undefined;
	try {
		const { delivery, repeated } = await sender.send({
			prepare: async () => spec,
			async build({ chat_id }) {
				const language = await languages.of(person);
				const cover = await covers.onboarding(language);
				const picture = 'missing' in cover ? cover : await pictureOf(covers, cover.assetId);
				if ('missing' in picture) return picture;
				return photoMessage(chat_id, picture, messagesIn(language).captions.onboarding);
			},
			allowed: async () => (await isActive(actor.participant)) && isActive(person),
		});
		return answerOf(delivery, repeated);
	} catch (error) {
		// Another call is sending the same set right now: how that stands is the answer.
		const isUnderWay = error instanceof CopydeskError && error.code === 'delivery_in_flight';
		const delivery = isUnderWay ? await findDelivery(db, spec) : undefined;
		if (delivery === undefined) throw error;
		return answerOf(delivery, true);
	}
}
