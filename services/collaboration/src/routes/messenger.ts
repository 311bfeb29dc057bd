import Joi from 'joi';
import { MAX_CALLBACK_ANSWER_UNITS } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import { unreachable } from '@copydesk/domain/machine';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { deliveryAnswer } from '../deliveries/journal.ts';
import { resultOf } from '../deliveries/operations.ts';
import type { Sent } from '../deliveries/send.ts';
import type { Actor } from '../participants/admission.ts';
import { draftKey, entityKey, messageId, messageText, purposeName, svc, userId, version } from './schemas.ts';

interface Common {
	readonly _svc: string;
	readonly purpose: string;
	readonly entity_key: string;
	readonly recipient_user_id?: number;
}

type Input = Common &
	(
		| { readonly operation: 'status'; readonly text: string; readonly progress?: boolean }
		| { readonly operation: 'reply'; readonly text: string; readonly reply_to_message_id?: number }
		| { readonly operation: 'prompt'; readonly draft_key: string; readonly version: number; readonly text: string }
		| { readonly operation: 'answer_callback'; readonly callback_query_id: string; readonly text?: string; readonly show_alert?: boolean }
		| { readonly operation: 'preview'; readonly draft_key: string; readonly version: number; readonly recipient_user_id: number }
		| { readonly operation: 'publish'; readonly draft_key: string; readonly version: number }
	);

const common = { _svc: svc, purpose: purposeName.required(), entity_key: entityKey.required(), recipient_user_id: userId };
const material = { draft_key: draftKey.required(), version: version.required() };
const operation = (name: string, fields: Record<string, Joi.Schema>) => ({
	is: name,
	then: Joi.object({ operation: name, ...common, ...fields }),
});

const names = ['status', 'reply', 'prompt', 'answer_callback', 'preview', 'publish'] as const;
const schema = Joi.alternatives().conditional('.operation', {
	switch: [
		operation('status', { text: messageText.required(), progress: Joi.boolean() }),
		operation('reply', { text: messageText.required(), reply_to_message_id: messageId }),
		operation('prompt', { ...material, text: messageText.required() }),
		operation('answer_callback', {
			callback_query_id: Joi.string().min(1).max(64).required(),
			text: Joi.string().allow('').max(MAX_CALLBACK_ANSWER_UNITS),
			show_alert: Joi.boolean(),
		}),
		operation('preview', { ...material, recipient_user_id: userId.required() }),
		operation('publish', { ...material, recipient_user_id: userId.allow(0) }),
	],
	otherwise: Joi.object({
		operation: Joi.string()
			.valid(...names)
			.required(),
	}).unknown(true),
}) as Joi.Schema<Input>;

/** One message through the journal: kept first, then sent, then settled; a repeat is told what came of it. */
export const messenger = jsonRoute<Input, Deps>('/messenger', schema, async (input, deps) => {
	const actor = await deps.admission.admit(input._svc);
	requireInitiator(input, actor);
	const { delivery, repeated } = await perform(input, actor, deps);
	return { status: 200, body: { ok: delivery.state === 'sent', result: resultOf(delivery), delivery: deliveryAnswer(delivery, repeated) } };
});

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
		case 'publish':
			return operations.publish(actor, input);
		default:
			return unreachable(input);
	}
}

/** Only a preview has a recipient of its own choice. */
function requireInitiator({ operation: name, recipient_user_id: recipient }: Input, { participant }: Actor): void {
	if (recipient === undefined || name === 'preview' || (name === 'publish' && recipient === 0)) return;
	if (recipient === participant.userId && name !== 'publish') return;
	throw new CopydeskError('recipient_unknown', `${name} to ${recipient}`, {
		fields: [{ path: 'recipient_user_id', message: `Expected ${name === 'publish' ? 'the channel (0)' : 'the initiator'} or nothing` }],
	});
}
