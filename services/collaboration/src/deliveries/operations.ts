/**
 * The restricted set of things that may be sent. Text of a preview and of a publication is the row's, never the
 * request's; people and channel are ours, never the request's.
 */
import type { DeliverAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { judgePreview, judgePrompt } from '@copydesk/domain/material/copies';
import { accepted } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgePublication } from '@copydesk/domain/material/publication';
import type { Database } from '@copydesk/kit/database/types';
import { lockMaterial } from '../materials/read.ts';
import { hashOfContent } from '../materials/row.ts';
import { previewKeyboard } from '../messenger/buttons.ts';
import type { MessengerRequest } from '../messenger/client.ts';
import type { Covers } from '../messenger/covers.ts';
import type { Actor, Admission } from '../participants/admission.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { publicationsOf } from './journal.ts';
import type { Delivery, DeliverySpec, Operation } from './journal.ts';
import type { Sender, Sent } from './send.ts';

export interface Named {
	readonly purpose: string;
	readonly entity_key: string;
}

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

export interface Operations {
	/** A text to the initiator. `progress`: the first message of a work, the only one that is tried twice. */
	status(actor: Actor, input: Named & { text: string; progress?: boolean }): Promise<Sent>;
	reply(actor: Actor, input: Named & { text: string; reply_to_message_id?: number }): Promise<Sent>;
	prompt(actor: Actor, input: Named & Version & { text: string }): Promise<Sent>;
	answerCallback(actor: Actor, input: Named & { callback_query_id: string; text?: string; show_alert?: boolean }): Promise<Sent>;
	preview(actor: Actor, input: Named & Version & { recipient_user_id: number }): Promise<Sent>;
	publish(actor: Actor, input: Version): Promise<Sent>;
}

export interface OperationsOptions {
	readonly sender: Sender;
	readonly admission: Admission;
	readonly languages: Languages;
	readonly covers: Covers;
	readonly channelId: number;
}

/** The one key under which a version goes to the channel; see `publicationKey`. */
export const PUBLISH_PURPOSE = 'publish';
export const CHANNEL_RECIPIENT = 0;

export function createOperations({ sender, admission, languages, covers, channelId }: OperationsOptions): Operations {
	const actorActive = async ({ participant }: Actor): Promise<boolean> => (await admission.active(participant.userId)) !== undefined;

	const specOf = (actor: Actor, operation: Operation, named: Named, chatId: number, recipientUserId: number): DeliverySpec => ({
		purpose: named.purpose,
		entityKey: named.entity_key,
		recipientUserId,
		operation,
		chatId,
		actor: { userId: actor.participant.userId, chatId: actor.participant.chatId },
		eventKey: actor.claims.event_key,
		executionId: actor.claims.execution_id,
		material: null,
	});

	/** To the one who began the operation, and nobody else. */
	const toInitiator = (actor: Actor, operation: Operation, named: Named): DeliverySpec =>
		specOf(actor, operation, named, actor.participant.chatId, actor.participant.userId);

	const photoOf = async (
		material: Pick<Material, 'messenger_file_id' | 'cover_asset_id'>,
		fields: Record<string, unknown>,
	): Promise<MessengerRequest | { missing: string }> => {
		if (material.messenger_file_id !== null) return { method: 'sendPhoto', fields: { ...fields, photo: material.messenger_file_id } };
		if (material.cover_asset_id === null) return { missing: 'no_cover' };
		const cover = await covers.fetch(material.cover_asset_id);
		return 'missing' in cover
			? cover
			: { method: 'sendPhoto', fields, photo: { bytes: cover.bytes, fileName: `${material.cover_asset_id}.png` } };
	};

	return {
		status: (actor, input) =>
			sender.send({
				eventKey: actor.claims.event_key,
				prepare: async () => toInitiator(actor, 'status', input),
				build: async ({ chatId }) => ({ method: 'sendMessage', fields: { chat_id: chatId, text: input.text } }),
				allowed: () => actorActive(actor),
				retryAfterRateLimit: input.progress === true,
			}),

		reply: (actor, input) =>
			sender.send({
				eventKey: actor.claims.event_key,
				prepare: async () => toInitiator(actor, 'reply', input),
				build: async ({ chatId }) => ({
					method: 'sendMessage',
					fields: {
						chat_id: chatId,
						text: input.text,
						...(input.reply_to_message_id === undefined
							? {}
							: { reply_parameters: { message_id: input.reply_to_message_id, allow_sending_without_reply: true } }),
					},
				}),
				allowed: () => actorActive(actor),
			}),

		prompt: (actor, input) =>
			sender.send({
				eventKey: actor.claims.event_key,
				async prepare(tx) {
					const found = accepted(judgePrompt(await lockMaterial(tx, input), { person: actor.participant }));
					return { ...toInitiator(actor, 'prompt', input), material: materialRefOf(found) };
				},
				async build({ chatId }) {
					const { placeholders } = await languages.messagesFor(actor.participant);
					const reply_markup = { force_reply: true, input_field_placeholder: placeholders.feedback };
					return { method: 'sendMessage', fields: { chat_id: chatId, text: input.text, reply_markup } };
				},
				allowed: () => actorActive(actor),
			}),

		answerCallback: (actor, input) =>
			sender.send({
				eventKey: actor.claims.event_key,
				prepare: async (tx) => {
					const [event] = await tx.query('select callback_query_id from event where event_key = $1', [actor.claims.event_key]);
					const own = event?.['callback_query_id'];
					if (typeof own === 'string' && own !== input.callback_query_id) {
						throw new CopydeskError('invalid_request', 'callback_query_id', {
							fields: [{ path: 'callback_query_id', message: 'Expected the callback query of this event' }],
						});
					}
					return toInitiator(actor, 'answer_callback', input);
				},
				build: async () => ({
					method: 'answerCallbackQuery',
					fields: {
						callback_query_id: input.callback_query_id,
						...(input.text === undefined ? {} : { text: input.text }),
						...(input.show_alert === undefined ? {} : { show_alert: input.show_alert }),
					},
				}),
				allowed: () => actorActive(actor),
			}),

		async preview(actor, input) {
			const recipient = await knownRecipient(admission, input.recipient_user_id);
			let material: Material | undefined;
			return sender.send({
				eventKey: actor.claims.event_key,
				async prepare(tx) {
					material = accepted(judgePreview(await lockMaterial(tx, input)));
					const named = { purpose: input.purpose, entity_key: await previewKey(tx, actor, input) };
					return { ...specOf(actor, 'preview', named, recipient.chatId, recipient.userId), material: materialRefOf(material) };
				},
				async build({ chatId }) {
					const reply_markup = previewKeyboard(await languages.messagesFor(recipient), input);
					return photoOf(material as Material, { chat_id: chatId, caption: material?.caption ?? '', reply_markup });
				},
				allowed: async () => (await actorActive(actor)) && (await admission.active(input.recipient_user_id)) !== undefined,
			});
		},

		publish(actor, input) {
			let material: Material | undefined;
			return sender.send({
				eventKey: actor.claims.event_key,
				async prepare(tx) {
					const found = await lockMaterial(tx, input);
					const acting = { person: actor.participant, eventKey: actor.claims.event_key };
					const { entityKey } = accepted(judgePublication(found, acting, await publicationsOf(tx, found), hashOfContent(found)));
					material = found;
					return {
						...specOf(actor, 'publish', { purpose: PUBLISH_PURPOSE, entity_key: entityKey }, channelId, CHANNEL_RECIPIENT),
						material: materialRefOf(found),
					};
				},
				build: async ({ chatId }) => photoOf(material as Material, { chat_id: chatId, caption: material?.caption ?? '' }),
				allowed: () => actorActive(actor),
			});
		},
	};
}

function materialRefOf(found: Material): { draftKey: string; version: number; contentSha256: string } {
	return { draftKey: found.draft_key, version: found.version, contentSha256: found.content_sha256 ?? '' };
}

async function knownRecipient(admission: Admission, userId: number): Promise<Participant> {
	const participant = await admission.known(userId);
	if (participant !== undefined) return participant;
	throw new CopydeskError('recipient_unknown', `user ${userId}`, {
		fields: [{ path: 'recipient_user_id', message: 'Expected a participant' }],
	});
}

/**
 * The caller's key, as long as a copy can come to be under it. One that the messenger refused for certain is no copy,
 * and neither is one without a message id, whose buttons count for nothing: another event (somebody resumed) gets the
 * next key, `…#2`.
 */
async function previewKey(tx: Database, actor: Actor, input: Named & { readonly recipient_user_id: number }): Promise<string> {
	for (let attempt = 1; ; attempt += 1) {
		const key = attempt === 1 ? input.entity_key : `${input.entity_key}#${attempt}`;
		const [row] = await tx.query(
			'select state, message_id, event_key from delivery where purpose = $1 and entity_key = $2 and recipient_user_id = $3',
			[input.purpose, key, input.recipient_user_id],
		);
		const isNoCopy = row !== undefined && (row['state'] === 'rejected' || (row['state'] === 'sent' && Number(row['message_id']) === 0));
		if (!isNoCopy || row['event_key'] === actor.claims.event_key) return key;
	}
}

/** The answer's `result`, as the Bot API would give it; the same for a repeat. */
export function resultOf(delivery: Delivery): DeliverAnswer['result'] {
	if (delivery.state !== 'sent') return null;
	if (delivery.operation === 'answer_callback' || delivery.operation === 'unbutton') return true;
	return {
		message_id: delivery.messageId ?? 0,
		...(delivery.messageDate === null ? {} : { date: delivery.messageDate }),
		chat: { id: delivery.chatId },
		...(delivery.fileId === null ? {} : { photo: [{ file_id: delivery.fileId, file_unique_id: delivery.fileUniqueId }] }),
	};
}
