/**
 * What the desk tells people by itself: decisions, failures, interruptions, and publications that nobody confirmed.
 * Each is journalled under a key of its own, so nobody is told twice; none of them ever changes a decision.
 */
import type { DeliveryAnswer, TellDecisionAnswer, TellDecisionRequest } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import { copiesOf } from '../materials/read.ts';
import { noKeyboard } from '../messenger/buttons.ts';
import type { Admission } from '../participants/admission.ts';
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
	/** A text to one person, keyed; never rejects. */
	tell(
		person: Participant,
		key: { purpose: string; entityKey: string },
		text: string,
		cause?: Cause,
		keyboard?: unknown,
	): Promise<DeliveryAnswer>;
	decision(
		version: Version & { readonly title: string | null; readonly published_message_id: number | null },
		decision: Decision,
		by: string,
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
	readonly channelId: number;
	readonly log: Log;
}

const NOBODY: Cause = { actor: null, eventKey: null, executionId: null };

export function createNotices({ db, sender, admission, channelId, log }: NoticesOptions): Notices {
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
				build: async ({ chatId }) => ({
					method: 'sendMessage',
					fields: { chat_id: chatId, text, ...(keyboard === undefined ? {} : { reply_markup: keyboard }) },
				}),
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
			const text = decisionText(version, decision, by, channelId);
			const people = await admission.everyone();
			return Promise.all(
				people.map(async (person) => ({
					user_id: person.userId,
					status: (await tell(person, { purpose: `decision.${decision}`, entityKey: decisionKey(version, decision, cause) }, text, cause))
						.status,
				})),
			);
		},

		removeButtons,

		async unknownPublication(delivery) {
			const owner = await admission.owner();
			if (owner === undefined || delivery.material === null) return undefined;
			const { draftKey, version } = delivery.material;
			return tell(
				owner,
				{ purpose: 'publication_unknown', entityKey: `${delivery.deliveryId}:${delivery.attempts}` },
				[
					`The messenger did not confirm the publication of ${draftKey} v${version} (${delivery.errorCode ?? 'no answer'}). It may be in the channel or not; it will not be sent again by itself.`,
					`Please look: ${channelLink(channelId)}`,
					`It is there:  npm run operator -- reconcile ${delivery.deliveryId} --sent <message id>`,
					`It is not:  npm run operator -- reconcile ${delivery.deliveryId} --not-sent`,
				].join('\n\n'),
			);
		},

		async reconciled(delivery) {
			if (delivery.material === null) return;
			const { draftKey, version } = delivery.material;
			const text =
				delivery.state === 'sent'
					? `✅ The publication of ${draftKey} v${version} is confirmed.\n${channelLink(channelId, delivery.messageId ?? undefined)}`
					: `The publication of ${draftKey} v${version} did not happen. It waits for a decision again; its buttons work.`;
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

function decisionText(
	material: Version & { readonly title: string | null; readonly published_message_id: number | null },
	decision: Decision,
	by: string,
	channelId: number,
): string {
	const name = `${material.draft_key} v${material.version}${material.title === null ? '' : ` “${material.title}”`}`;
	switch (decision) {
		case 'awaiting_feedback':
			return `✏️ ${by} is giving feedback on ${name}.`;
		case 'superseded':
			return `🔁 ${name} was replaced by a new version.`;
		case 'rejected':
			return `🗑 ${by} rejected ${name}.`;
		case 'published':
			return `✅ ${by} published ${name}.\n${channelLink(channelId, material.published_message_id ?? undefined)}`;
	}
}
