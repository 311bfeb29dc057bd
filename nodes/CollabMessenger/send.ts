import type { IExecuteFunctions } from 'n8n-workflow';

import type { DeliverRequest, DeliveryAnswer } from '../../domain/api/collaboration.ts';
import { COLLABORATION, refusalError, type Refusal } from '../shared/faults.ts';
import { contextOf } from '../shared/fields.ts';
import { ask } from '../shared/transport.ts';

/** The outcome of a delivery, as the journal has it; `skipped`: it was not asked for. */
export type Delivery = Omit<DeliveryAnswer, 'status' | 'attempts'> & { readonly status: DeliveryAnswer['status'] | 'skipped' };

type WithoutContext<Request> = Request extends unknown ? Omit<Request, '_svc'> : never;
/** One message; purpose, `entity_key` and recipient are the key of its delivery: the same key is never sent twice. */
export type Message = WithoutContext<DeliverRequest>;

/** Longer than the service itself waits for the messenger, with its one bounded retry. */
export const MESSENGER_TIMEOUT_MS = 240_000;

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
	const request = { _svc: contextOf(context, itemIndex), ...message };
	const reply = await ask(context, itemIndex, 'collaboration', '/messenger', request, MESSENGER_TIMEOUT_MS);
	if (reply.ok) return { delivery: deliveryOf(reply.body.delivery), refusal: null };
	if (!tolerated.includes(reply.refusal.code)) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
	return { delivery: deliveryOf({ status: 'not_sent', error_code: reply.refusal.code }), refusal: reply.refusal };
}

/** A delivery without a status counts as unknown. */
export function deliveryOf(given: Partial<Delivery> | undefined): Delivery {
	return { status: 'unknown', confirmed: false, repeated: false, message_id: null, file_id: null, error_code: null, ...given };
}
