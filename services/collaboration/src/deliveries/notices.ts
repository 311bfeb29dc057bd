/**
 * What the desk tells people by itself: decisions, failures, interruptions, and publications that nobody confirmed.
 * Each is journalled under a key of its own, so nobody is told twice; none of them ever changes a decision.
 */
import type { DeliveryAnswer, TellDecisionAnswer, TellDecisionRequest } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import { cardKey } from '@copydesk/domain/news/batch';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import { copiesOf, copiesUpTo } from '../materials/read.ts';
import type { DeliveredCopy, VersionRef } from '../materials/read.ts';
import { cardsOf } from '../news/cards.ts';
import { keyboardOf, noKeyboard, previewKeyboard } from '../messenger/buttons.ts';
import { withButtons } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
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
	/** Asks the owner about a publication that nobody confirmed; until then its previews have no buttons. Undefined without an owner. */
	unknownPublication(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Asks whoever may have a preview that nobody confirmed. */
	unknownPreview(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Tells both what a person found out about a publication. */
	reconciled(delivery: Delivery): Promise<void>;
}

export interface NoticesOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly channelId: number;
}

export function createNotices({ db, trySend, tell, actors, languages, channelId }: NoticesOptions): Notices {
	const tellEverybody = async (noticeFor: (person: Participant) => Notice, isMeant: (person: Participant) => boolean = () => true) => {
		const people = (await actors.everyone()).filter(isMeant);
		return Promise.all(people.map(async (person) => ({ user_id: person.userId, status: (await tell(person, noticeFor(person))).status })));
	};

	const removeButtons: Notices['removeButtons'] = async (version, cause) => takeButtonsOff(trySend, await copiesUpTo(db, version), cause);
	/** Of the copies of one version, until somebody decides: under a key of its own, because buttons may go and come back. */
	const changeButtons = async (version: VersionRef, why: string, keyboardFor: (messages: Messages) => object) =>
		setButtons(trySend, await copiesOf(db, version), {
			key: ({ deliveryId }) => `${deliveryId}:${why}`,
			async keyboard({ userId }) {
				const person = await actors.known(userId);
				return person === undefined ? noKeyboard : keyboardFor(await languages.messagesFor(person));
			},
			cause: NOBODY,
		});
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
			const version = { draft_key: material.draft_key, version: material.version };
			return tellEverybody((person) => ({
				purpose: `decision.${decision}`,
				entity_key: decisionKey(material, decision, cause),
				text: (messages) =>
					messages.decisions[decision]({
						draft: messages.titled(draft, material.title),
						by: person.userId === by.userId ? null : personName(messages, by),
						link,
					}),
				...(decision === 'rejected' ? { keyboard: (messages: Messages) => keyboardOf(messages, [[{ action: 'undo', ...version }]]) } : {}),
				cause,
			}));
		},

		async unknownPublication(delivery) {
			const owner = await actors.owner();
			const version = versionOf(delivery);
			if (owner === undefined || version === undefined) return undefined;
			await changeButtons(version, `unknown:${attemptKey(delivery)}`, () => noKeyboard);
			return tell(owner, {
				purpose: 'publication_unknown',
				entity_key: attemptKey(delivery),
				text: (messages) => {
					const draft = draftName(version.draft_key, version.version);
					return messages.publicationToSettle({ draft, channel: channelLink(channelId) });
				},
				keyboard: (messages) =>
					keyboardOf(messages, [
						[
							{ action: 'there', ...version },
							{ action: 'not_there', ...version },
						],
					]),
			});
		},

		async unknownPreview(delivery) {
			const person = await actors.active(delivery.recipient_user_id);
			const version = versionOf(delivery);
			if (person === undefined || version === undefined) return undefined;
			return tell(person, {
				purpose: 'preview_unknown',
				entity_key: attemptKey(delivery),
				text: (messages) => messages.previewToSettle({ draft: draftName(version.draft_key, version.version) }),
				keyboard: (messages) => keyboardOf(messages, [[{ action: 'absent', ...version }]]),
			});
		},

		async reconciled(delivery) {
			const version = versionOf(delivery);
			if (version === undefined) return;
			const draft = draftName(version.draft_key, version.version);
			const link = channelLink(channelId, delivery.message_id);
			const isThere = delivery.state === 'sent';
			if (isThere) await removeButtons(version, NOBODY);
			else await changeButtons(version, `back:${attemptKey(delivery)}`, (messages) => previewKeyboard(messages, version));
			await tellEverybody(() => ({
				purpose: 'publication_reconciled',
				entity_key: attemptKey(delivery),
				text: (messages) => (isThere ? messages.publicationConfirmed({ draft, link }) : messages.publicationMissing({ draft })),
			}));
		},
	};
}

/** Copies of a version, or cards of an item. */
type Buttoned = Pick<DeliveredCopy, 'deliveryId' | 'userId' | 'chatId' | 'messageId'>;

const takeButtonsOff = (trySend: Try, copies: readonly Buttoned[], cause: Cause): Promise<TellDecisionAnswer['buttons']> =>
	setButtons(trySend, copies, { key: ({ deliveryId }) => deliveryId, keyboard: async () => noKeyboard, cause });

interface NewButtons {
	readonly key: (copy: Buttoned) => string;
	readonly keyboard: (copy: Buttoned) => Promise<object>;
	readonly cause: Cause;
}

function setButtons(
	trySend: Try,
	copies: readonly Buttoned[],
	{ key, keyboard, cause }: NewButtons,
): Promise<TellDecisionAnswer['buttons']> {
	return Promise.all(
		copies.map(async (copy) => {
			const { userId, chatId, messageId } = copy;
			const to = { recipient_user_id: userId, chat_id: chatId };
			const sent = await trySend(
				{ purpose: 'unbutton', entity_key: key(copy), operation: 'unbutton', ...to, ...cause },
				// What stands below a message is right whoever the message belongs to.
				{ build: async () => withButtons(chatId, messageId, await keyboard(copy)), allowed: async () => true },
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
