import Joi from 'joi';
import { MAX_CALLBACK_ANSWER_UNITS, MAX_CALLBACK_QUERY_ID_UNITS } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import { unreachable } from '@copydesk/domain/machine';
import type { MaterialState } from '@copydesk/domain/material/machine';
import { object } from '@copydesk/kit/schema';
import type { Deps } from '../deps.ts';
import { answerOf, causeOf, versionOf } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import { resultOf } from '../deliveries/operations.ts';
import type { Sent } from '../deliveries/send.ts';
import { findMaterial } from '../materials/read.ts';
import type { Actor } from '../participants/actors.ts';
import { actorRoute } from './route.ts';
import type { InputOf } from './route.ts';
import {
	batchKey,
	buttons,
	chatId,
	deliveryAnswer,
	draftKey,
	entityKey,
	itemNumber,
	messageId,
	messageText,
	purpose,
	userId,
	version,
} from './schemas.ts';

const common = { purpose, entity_key: entityKey };
const initiator = { ...common, recipient_user_id: userId.optional() };
const subject = { draft_key: draftKey, version };

/** Sends one message through the journal: stores it, sends it, settles it. A repeat returns the stored outcome. */
export const messenger = actorRoute(
	'/messenger',
	{
		id: 'deliver',
		summary: 'One message through the journal',
		description: `The row is committed before the first byte leaves. The status is 200 for every outcome: \`delivery.status\` says
which. A repeat after \`sent\`, \`unknown\` or \`rejected\` sends nothing. A publication has one key, whatever the request says. A
preview or card goes to a participant, a publication to the channel (0), everything else to the initiator. A text of the request
keeps only links that the draft, the person’s own words or the desk have. A person gets at most 20 texts a minute, three more for
each of their events of that minute, and one version at most five times a minute.`,
		request: {
			by: 'operation',
			shapes: {
				status: {
					...initiator,
					text: messageText,
					buttons: buttons.optional(),
					progress: Joi.boolean().optional().description('The first message of a work: tried once more after a confirmed 429.'),
				},
				reply: { ...initiator, text: messageText, reply_to_message_id: messageId.optional() },
				prompt: { ...initiator, ...subject, text: messageText },
				answer_callback: {
					...initiator,
					callback_query_id: Joi.string().min(1).max(MAX_CALLBACK_QUERY_ID_UNITS),
					text: Joi.string().allow('').max(MAX_CALLBACK_ANSWER_UNITS).optional(),
					show_alert: Joi.boolean().optional(),
				},
				preview: { ...common, ...subject, recipient_user_id: userId },
				card: {
					...common,
					purpose: Joi.valid('card'),
					batch_key: batchKey,
					item: itemNumber,
					recipient_user_id: userId,
				},
				publish: { ...common, ...subject, recipient_user_id: Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).optional() },
			},
		},
		entry: ({ operation }) => (operation === 'status' || operation === 'card' ? 'schedule' : undefined),
		answer: object({
			ok: Joi.boolean(),
			result: Joi.alternatives(
				Joi.valid(null),
				Joi.valid(true),
				object({
					message_id: Joi.number().integer().min(0),
					date: Joi.number().integer().optional(),
					chat: object({ id: chatId }),
					photo: Joi.array()
						.items(object({ file_id: Joi.string(), file_unique_id: Joi.string().allow(null) }))
						.optional(),
				}),
			),
			delivery: deliveryAnswer,
		}).description('`ok` and `result` as the Bot API gives them; the same for a repeat.'),
		refuses: [
			'material_not_found',
			'state_conflict',
			'content_mismatch',
			'not_ready',
			'session_held',
			'delivery_unknown',
			'delivery_in_flight',
			'recipient_unknown',
			'too_many_messages',
			'batch_not_found',
			'item_not_found',
		],
	},
	async (input, actor, deps) => {
		requireInitiator(input, actor);
		const { delivery, repeated, retryAfterSeconds, waits } = await perform(input, actor, deps);
		const isKept = input.operation === 'publish' && deps.canWait && typeof retryAfterSeconds === 'number' && retryAfterSeconds > 0;
		if (input.operation === 'preview' && !repeated) await followPreview(delivery, actor, deps);
		const told = {
			...answerOf(delivery, repeated),
			...(isKept ? { retry_after_seconds: retryAfterSeconds } : {}),
			...(waits === true ? { waits } : {}),
		};
		return { ok: delivery.state === 'sent', result: resultOf(delivery), delivery: told };
	},
);

/** Removes the buttons of a copy that arrived after the decision. */
async function followPreview(delivery: Delivery, actor: Actor, { db, notices }: Deps): Promise<void> {
	const version = versionOf(delivery);
	if (delivery.state !== 'sent' || version === undefined) return;
	const state = (await findMaterial(db, version.draft_key, version.version))?.state;
	if (state !== undefined && WITHOUT_BUTTONS.includes(state)) await notices.removeButtons(version, causeOf(actor));
}

const WITHOUT_BUTTONS: readonly MaterialState[] = ['awaiting_feedback', 'superseded', 'rejected', 'published'];

type Input = InputOf<'/messenger'>;

function perform(input: Input, actor: Actor, { operations }: Deps): Promise<Sent> {
	switch (input.operation) {
		case 'status':
			return operations.status(actor, input);
		case 'reply':
			return operations.reply(actor, input);
		case 'prompt':
			return operations.prompt(actor, input);
		case 'answer_callback':
			return operations.answerCallback(actor, input);
		case 'preview':
			return operations.preview(actor, input);
		case 'card':
			return operations.card(actor, input);
		case 'publish':
			return operations.publish(actor, input);
		default:
			return unreachable(input);
	}
}

/** Only a preview and a card may name a recipient. */
function requireInitiator({ operation: name, recipient_user_id: recipient }: Input, { participant }: Actor): void {
	if (recipient === undefined || name === 'preview' || name === 'card' || (name === 'publish' && recipient === 0)) return;
	if (recipient === participant.userId && name !== 'publish') return;
	throw new CopydeskError('recipient_unknown', `${name} to ${recipient}`, {
		fields: [{ path: 'recipient_user_id', message: `Expected ${name === 'publish' ? 'the channel (0)' : 'the initiator'} or nothing` }],
	});
}
