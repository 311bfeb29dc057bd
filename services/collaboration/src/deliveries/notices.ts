/**
 * What the desk tells people by itself: decisions, failures, interruptions, and publications that nobody confirmed.
 * Each is journalled under a key of its own, so nobody is told twice; none of them ever changes a decision.
 */
import type { DeliveryAnswer, TellDecisionAnswer, TellDecisionRequest } from '@copydesk/domain/api/collaboration';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import { copiesOf } from '../materials/read.ts';
import { noKeyboard } from '../messenger/buttons.ts';
import type { Admission } from '../participants/admission.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { answerOf, findDelivery } from './journal.ts';
import type { Delivery, DeliverySpec } from './journal.ts';
import type { Sender } from './send.ts';

export type Decision = TellDecisionRequest['decision'];

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

export interface Cause {
	readonly actor: { readonly userId: number; readonly chatId: number } | null;
	readonly eventKey: string | null;
	readonly executionId: string | null;
}

export interface Notices {
	/** A message to one person, keyed, in their language; never rejects. */
	tell(
		person: Participant,
		key: { purpose: string; entityKey: string },
		text: (messages: Messages) => string,
		cause?: Cause,
		keyboard?: (messages: Messages) => unknown,
	): Promise<DeliveryAnswer>;
	decision(
		version: Version & { readonly title: string | null; readonly published_message_id: number | null },
		decision: Decision,
		by: Participant,
		cause: Cause,
	): Promise<TellDecisionAnswer['notified']>;
	/** Takes the buttons off every copy of this version and older ones. */
	removeButtons(version: Version, cause: Cause): Promise<TellDecisionAnswer['buttons']>;
	/** Tells the owner what is known of a publication that nobody confirmed, and what to do. Undefined without an owner. */
	unknownPublication(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Tells both what a person found out about a publication. */
	reconciled(delivery: Delivery): Promise<void>;
}

export interface NoticesOptions {
	readonly db: Database;
	readonly sender: Sender;
	readonly admission: Admission;
	readonly languages: Languages;
	readonly channelId: number;
	readonly log: Log;
}

const NOBODY: Cause = { actor: null, eventKey: null, executionId: null };

export function createNotices({ db, sender, admission, languages, channelId, log }: NoticesOptions): Notices {
	/** What the journal says when an attempt ended in an error: somebody else may be sending the same right now. */
	const standing = (attempted: Parameters<typeof findDelivery>[1]): Promise<Delivery | undefined> =>
		findDelivery(db, attempted).catch(() => undefined);

	const tell: Notices['tell'] = async (person, { purpose, entityKey }, text, cause = NOBODY, keyboard) => {
		const spec: DeliverySpec = {
			purpose,
			entityKey,
			recipientUserId: person.userId,
			operation: 'notice',
			chatId: person.chatId,
			...cause,
			material: null,
		};
		try {
			const { delivery, repeated } = await sender.send({
				prepare: async () => spec,
				async build({ chatId }) {
					const messages = await languages.messagesFor(person);
					const markup = keyboard === undefined ? {} : { reply_markup: keyboard(messages) };
					return { method: 'sendMessage', fields: { chat_id: chatId, text: text(messages), ...markup } };
				},
				allowed: async () => (await admission.active(person.userId)) !== undefined,
			});
			return answerOf(delivery, repeated);
		} catch (error) {
			const stands = await standing(spec);
			if (stands !== undefined) return answerOf(stands, true);
			log.warn({ err: error, purpose, entity_key: entityKey }, 'a notice could not be sent');
			return {
				status: 'not_sent',
				confirmed: false,
				repeated: false,
				message_id: null,
				file_id: null,
				attempts: 0,
				error_code: 'not_attempted',
			};
		}
	};

	const removeButtons: Notices['removeButtons'] = async ({ draft_key, version }, cause) => {
		const versions = await db.query('select version from material where draft_key = $1 and version <= $2 order by version', [
			draft_key,
			version,
		]);
		const copies = (await Promise.all(versions.map((row) => copiesOf(db, { draft_key, version: Number(row['version']) })))).flat();
		return Promise.all(
			copies.map(async (copy) => {
				const key = { purpose: 'unbutton', entityKey: copy.deliveryId, recipientUserId: copy.userId, operation: 'unbutton' } as const;
				try {
					const { delivery } = await sender.send({
						prepare: async () => ({
							...key,
							chatId: copy.chatId,
							...cause,
							material: null,
						}),
						build: async ({ chatId }) => ({
							method: 'editMessageReplyMarkup',
							fields: { chat_id: chatId, message_id: copy.messageId, reply_markup: noKeyboard },
						}),
						// Taking a button away is right whoever the copy belongs to.
						allowed: async () => true,
					});
					return { user_id: copy.userId, message_id: copy.messageId, status: delivery.state };
				} catch (error) {
					const stands = await standing(key);
					if (stands === undefined) log.warn({ err: error, delivery_id: copy.deliveryId }, 'buttons could not be removed');
					return { user_id: copy.userId, message_id: copy.messageId, status: stands?.state ?? 'not_sent' };
				}
			}),
		);
	};

	return {
		tell,

		async decision(version, decision, by, cause) {
			const people = await admission.everyone();
			const link = channelLink(channelId, version.published_message_id ?? undefined);
			return Promise.all(
				people.map(async (person) => ({
					user_id: person.userId,
					status: (
						await tell(
							person,
							{ purpose: `decision.${decision}`, entityKey: decisionKey(version, decision, cause) },
							(messages) =>
								messages.decisions[decision]({
									draft: messages.titled(draftName(version.draft_key, version.version), version.title),
									by: person.userId === by.userId ? null : personName(messages, by),
									link,
								}),
							cause,
						)
					).status,
				})),
			);
		},

		removeButtons,

		async unknownPublication(delivery) {
			const owner = await admission.owner();
			if (owner === undefined || delivery.material === null) return undefined;
			const { draftKey, version } = delivery.material;
			return tell(owner, { purpose: 'publication_unknown', entityKey: `${delivery.deliveryId}:${delivery.attempts}` }, (messages) =>
				messages.publicationToSettle({
					draft: draftName(draftKey, version),
					reason: delivery.errorCode ?? 'unknown',
					channel: channelLink(channelId),
					deliveryId: delivery.deliveryId,
				}),
			);
		},

		async reconciled(delivery) {
			if (delivery.material === null) return;
			const { draftKey, version } = delivery.material;
			const draft = draftName(draftKey, version);
			const link = channelLink(channelId, delivery.messageId ?? undefined);
			const text = (messages: Messages) =>
				delivery.state === 'sent' ? messages.publicationConfirmed({ draft, link }) : messages.publicationMissing({ draft });
			for (const person of await admission.everyone())
				await tell(person, { purpose: 'publication_reconciled', entityKey: `${delivery.deliveryId}:${delivery.attempts}` }, text);
			if (delivery.state === 'sent') await removeButtons({ draft_key: draftKey, version }, NOBODY);
		},
	};
}

/** Feedback may be asked for several times on one version; every other decision is made once. */
function decisionKey({ draft_key, version }: Version, decision: Decision, { eventKey }: Cause): string {
	return decision === 'awaiting_feedback' ? `${draft_key}:${version}:${eventKey ?? ''}` : `${draft_key}:${version}`;
}

/** @see https://core.telegram.org/api/links#private-message-links */
export function channelLink(channelId: number, messageId?: number): string {
	const inner = String(channelId).replace(/^-100/, '').replace(/^-/, '');
	return `https://t.me/c/${inner}${messageId === undefined || messageId === 0 ? '' : `/${messageId}`}`;
}
