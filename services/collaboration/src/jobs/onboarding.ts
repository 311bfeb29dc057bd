/** The test set: one picture without buttons for each person, a stored image, no AI, no channel. */
import { sql } from 'kysely';
import type { DeliveryAnswer, OnboardAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, answerOf, causeOf, findDelivery, type Cause } from '../deliveries/journal.ts';
import type { Sender } from '../deliveries/send.ts';
import { pictureOf, type Covers } from '../messenger/covers.ts';
import { photoMessage } from '../messenger/requests.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

/** The test set is sent once, ever. */
export const ONBOARDING_KEY = 'multiuser_v1';
const PURPOSE = 'onboarding';
/** The one later attempt for a person who could not be reached. */
const LATER_KEY = `${ONBOARDING_KEY}:later`;

export interface OnboardingOptions {
	readonly db: Database;
	readonly sender: Sender;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly covers: Covers;
}

/** Sends the test set to everybody, once. */
export async function onboard(actor: Actor, options: OnboardingOptions): Promise<OnboardAnswer> {
	const people = await options.actors.everyone();
	const allowed = async () => (await options.actors.active(actor.participant.userId)) !== undefined;
	const deliveries = await Promise.all(
		people.map(async (person) => ({ user_id: person.userId, ...(await sendTest(person, causeOf(actor), allowed, options)) })),
	);
	return { key: ONBOARDING_KEY, deliveries };
}

/** @returns one round: sends the set to people whom the messenger refused because they had not pressed Start, once they do */
export function createOwedOnboarding(options: OnboardingOptions): () => Promise<void> {
	return async () => {
		for (const userId of await refusedAndBack(options.db)) {
			const person = await options.actors.active(userId);
			if (person !== undefined) await sendTest(person, NOBODY, async () => true, options);
		}
	};
}

/** People whose set was refused and who pressed Start since. Without `userId`, only those who have had no second attempt. */
async function refusedAndBack(db: Database, userId?: number): Promise<readonly number[]> {
	const refused = tables(db)
		.selectFrom('delivery as d')
		.select('d.recipient_user_id')
		.where(({ and }) => and({ 'd.purpose': PURPOSE, 'd.entity_key': ONBOARDING_KEY, 'd.state': 'rejected' }))
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom('event as e')
					.select('e.event_key')
					.whereRef('e.user_id', '=', 'd.recipient_user_id')
					.whereRef('e.received_at_ms', '>', 'd.changed_at_ms')
					// Written exactly as in the index of these events.
					.where(sql<boolean>`e.intent_kind = 'start' and e.state = 'handled'`),
			),
		);
	const owed = refused.where(({ not, exists, selectFrom }) =>
		not(
			exists(
				selectFrom('delivery as l')
					.select('l.delivery_id')
					.whereRef('l.recipient_user_id', '=', 'd.recipient_user_id')
					.where(({ and }) => and({ 'l.purpose': PURPOSE, 'l.entity_key': LATER_KEY })),
			),
		),
	);
	const rows = await (userId === undefined ? owed : refused.where('d.recipient_user_id', '=', userId)).execute();
	return rows.map(({ recipient_user_id }) => recipient_user_id);
}

async function sendTest(
	person: Participant,
	cause: Cause,
	allowed: () => Promise<boolean>,
	{ db, sender, actors, languages, covers }: OnboardingOptions,
): Promise<DeliveryAnswer> {
	const isBack = (await refusedAndBack(db, person.userId)).length > 0;
	const spec = {
		purpose: PURPOSE,
		entity_key: isBack ? LATER_KEY : ONBOARDING_KEY,
		recipient_user_id: person.userId,
		operation: 'onboarding',
		chat_id: person.chatId,
		...cause,
	} as const;
	try {
		const { delivery, repeated } = await sender.send({
			prepare: async () => spec,
			async build({ chat_id }) {
				const language = await languages.of(person);
				const cover = await covers.onboarding(language);
				const picture = 'missing' in cover ? cover : await pictureOf(covers, cover.assetId);
				if ('missing' in picture) return picture;
				return photoMessage(chat_id, picture, { text: messagesIn(language).captions.onboarding, entities: [] });
			},
			allowed: async () => (await allowed()) && (await actors.active(person.userId)) !== undefined,
		});
		return answerOf(delivery, repeated);
	} catch (error) {
		// Another call is sending the same set now: return its state.
		const isUnderWay = error instanceof CopydeskError && error.code === 'delivery_in_flight';
		const delivery = isUnderWay ? await findDelivery(db, spec) : undefined;
		if (delivery === undefined) throw error;
		return answerOf(delivery, true);
	}
}
