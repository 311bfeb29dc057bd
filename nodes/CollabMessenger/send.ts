import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Refusal } from '../shared/faults.ts';
import { refusalError } from '../shared/faults.ts';
import { contextOf } from '../shared/fields.ts';
import { call } from '../shared/transport.ts';

/** What became of a delivery, as the journal has it. */
export interface Delivery extends IDataObject {
	status: 'sending' | 'sent' | 'rejected' | 'unknown' | 'revoked' | 'not_sent' | 'skipped';
	confirmed: boolean;
	repeated: boolean;
	message_id: number | null;
	file_id: string | null;
	error_code: string | null;
}

export interface Message {
	readonly operation: 'status' | 'preview' | 'prompt' | 'answer_callback' | 'publish' | 'reply';
	readonly purpose: string;
	/** With purpose and recipient the key of the delivery: the same key is never sent twice. */
	readonly entity_key: string;
	readonly fields: IDataObject;
}

/** Longer than the service itself waits for the messenger, with its one bounded retry. */
const MESSENGER_TIMEOUT_MS = 240_000;

/**
 * Hands one message to the collaboration service. That the messenger refused is an outcome, not an error.
 * @param tolerated refusals of the service itself that the caller can explain to a person
 * @throws NodeApiError on any other refusal
 */
export async function send(
	context: IExecuteFunctions,
	itemIndex: number,
	message: Message,
	tolerated: readonly string[] = [],
): Promise<{ delivery: Delivery; refusal: Refusal | null }> {
	const reply = await call(context, itemIndex, {
		service: 'collaboration',
		path: '/messenger',
		body: {
			_svc: contextOf(context, itemIndex),
			operation: message.operation,
			purpose: message.purpose,
			entity_key: message.entity_key,
			...message.fields,
		},
		timeoutMs: MESSENGER_TIMEOUT_MS,
	});
	if (!reply.ok) {
		if (!tolerated.includes(reply.refusal.code)) throw refusalError(context, itemIndex, 'The collaboration service', reply.refusal);
		return { delivery: deliveryOf({ status: 'not_sent', error_code: reply.refusal.code }), refusal: reply.refusal };
	}
	return { delivery: deliveryOf((reply.body['delivery'] ?? {}) as IDataObject), refusal: null };
}

/** A delivery without a word about itself is one that nobody knows about. */
export function deliveryOf(given: IDataObject): Delivery {
	return {
		status: (typeof given['status'] === 'string' ? given['status'] : 'unknown') as Delivery['status'],
		confirmed: given['confirmed'] === true,
		repeated: given['repeated'] === true,
		message_id: typeof given['message_id'] === 'number' ? given['message_id'] : null,
		file_id: typeof given['file_id'] === 'string' ? given['file_id'] : null,
		error_code: given['error_code'] === null || given['error_code'] === undefined ? null : String(given['error_code']),
	};
}
