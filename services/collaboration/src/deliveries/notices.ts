/**
 * What the desk tells people by itself: decisions, failures, interruptions, and publications that nobody confirmed.
 * Each is journalled under a key of its own, so nobody is told twice; none of them ever changes a decision.
 */
import type { DeliveryAnswer, TellDecisionAnswer, TellDecisionRequest } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import { cardKey } from '@copydesk/domain/news/batch';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import { copiesUpTo } from '../materials/read.ts';
import type { DeliveredCopy, VersionRef } from '../materials/read.ts';
import { cardsOf } from '../news/cards.ts';
import { withoutButtons } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { NOBODY, versionOf } from './journal.ts';
import type { Cause, Delivery } from './journal.ts';
import type { Notice, Tell, Try } from './tell.ts';

export type Decision = Exclude<TellDecisionRequest['decision'], 'taken' | 'dismissed'>;

export interface Notices {
	/** A message to one person, keyed, in their language; never rejects. */
	readonly tell: Tell;
	decision(material: Material, decision: Decision, by: Participant, cause: Cause): Promise<TellDecisionAnswer['notified']>;
	/** Takes the buttons off every copy of this version and older ones. */
	removeButtons(version: VersionRef, cause: Cause): Promise<TellDecisionAnswer['buttons']>;
	/** Takes the buttons off every card of an item. */
	clearCards(ref: ItemRef, cause: Cause): Promise<TellDecisionAnswer['buttons']>;
	/** Tells the others who have a card of it. */
	cardDecision(item: Item, decision: 'taken' | 'dismissed', by: Participant, cause: Cause): Promise<TellDecisionAnswer['notified']>;
	/** Tells the owner what is known of a publication that nobody confirmed, and what to do. Undefined without an owner. */
	unknownPublication(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Tells both what a person found out about a publication. */
	reconciled(delivery: Delivery): Promise<void>;
}

export interface NoticesOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly channelId: number;
}

export function createNotices({ db, trySend, tell, actors, channelId }: NoticesOptions): Notices {
	const tellEverybody = async (noticeFor: (person: Participant) => Notice, isMeant: (person: Participant) => boolean = () => true) => {
		const people = (await actors.everyone()).filter(isMeant);
		return Promise.all(people.map(async (person) => ({ user_id: person.userId, status: (await tell(person, noticeFor(person))).status })));
	};

	const removeButtons: Notices['removeButtons'] = async (version, cause) => takeButtonsOff(trySend, await copiesUpTo(db, version), cause);
	const clearCards: Notices['clearCards'] = async (ref, cause) => takeButtonsOff(trySend, await cardsOf(db, ref), cause);

	return {
		tell,
		removeButtons,
		clearCards,

		async cardDecision(item, decision, by, cause) {
			const holders = new Set((await cardsOf(db, item)).map(({ userId }) => userId));
			const notice: Notice = {
				purpose: `decision.${decision}`,
				entity_key: cardKey(item),
				text: (messages) => messages.news[decision]({ by: personName(messages, by), title: item.title }),
				cause,
			};
			return tellEverybody(
				() => notice,
				({ userId }) => userId !== by.userId && holders.has(userId),
			);
		},

		decision(material, decision, by, cause) {
			const draft = draftName(material.draft_key, material.version);
			const link = channelLink(channelId, material.published_message_id);
			return tellEverybody((person) => ({
				purpose: `decision.${decision}`,
				entity_key: decisionKey(material, decision, cause),
				text: (messages) =>
					messages.decisions[decision]({
						draft: messages.titled(draft, material.title),
						by: person.userId === by.userId ? null : personName(messages, by),
						link,
					}),
				cause,
			}));
		},

		async unknownPublication(delivery) {
			const owner = await actors.owner();
			const version = versionOf(delivery);
			if (owner === undefined || version === undefined) return undefined;
			return tell(owner, {
				purpose: 'publication_unknown',
				entity_key: attemptKey(delivery),
				text: (messages) =>
					messages.publicationToSettle({
						draft: draftName(version.draft_key, version.version),
						channel: channelLink(channelId),
						deliveryId: delivery.delivery_id,
					}),
			});
		},

		async reconciled(delivery) {
			const version = versionOf(delivery);
			if (version === undefined) return;
			const draft = draftName(version.draft_key, version.version);
			const link = channelLink(channelId, delivery.message_id);
			const isThere = delivery.state === 'sent';
			await tellEverybody(() => ({
				purpose: 'publication_reconciled',
				entity_key: attemptKey(delivery),
				text: (messages) => (isThere ? messages.publicationConfirmed({ draft, link }) : messages.publicationMissing({ draft })),
			}));
			if (isThere) await removeButtons(version, NOBODY);
		},
	};
}

/** Copies of a version, or cards of an item. */
type Buttoned = Pick<DeliveredCopy, 'deliveryId' | 'userId' | 'chatId' | 'messageId'>;

function takeButtonsOff(trySend: Try, copies: readonly Buttoned[], cause: Cause): Promise<TellDecisionAnswer['buttons']> {
	return Promise.all(
		copies.map(async ({ deliveryId, userId, chatId, messageId }) => {
			const to = { recipient_user_id: userId, chat_id: chatId };
			const sent = await trySend(
				{ purpose: 'unbutton', entity_key: deliveryId, operation: 'unbutton', ...to, ...cause },
				// Taking a button away is right whoever the copy belongs to.
				{ build: async () => withoutButtons(chatId, messageId), allowed: async () => true },
			);
			return { user_id: userId, message_id: messageId, status: sent?.delivery.state ?? 'not_sent' };
		}),
	);
}

/** Each attempt is told of by itself. */
const attemptKey = ({ delivery_id, attempts }: Delivery): string => `${delivery_id}:${attempts}`;

/** Feedback may be asked for several times on one version; every other decision is made once. */
function decisionKey({ draft_key, version }: VersionRef, decision: Decision, { event_key }: Cause): string {
	return decision === 'awaiting_feedback' ? `${draft_key}:${version}:${event_key ?? ''}` : `${draft_key}:${version}`;
}

/** @see https://core.telegram.org/api/links#private-message-links */
export function channelLink(channelId: number, messageId: number | null = null): string {
	const inner = String(channelId).replace(/^-100/, '').replace(/^-/, '');
	return `https://t.me/c/${inner}${messageId === null || messageId === 0 ? '' : `/${messageId}`}`;
}
