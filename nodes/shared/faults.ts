import { NodeApiError, NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { CopydeskError } from '../../domain/errors.ts';

/** What errors call the service that knows people and materials. */
export const COLLABORATION = 'The collaboration service';

/** A service's refusal, as its `application/problem+json` tells it. */
export interface Refusal {
	readonly status: number;
	readonly code: string;
	/** One sentence for a person. */
	readonly detail: string;
	readonly retry: string;
	readonly requestId: string | null;
	readonly fields: readonly { readonly path: string; readonly message: string }[];
	/** The state that was found, where it was another one than expected. */
	readonly state: string | null;
	/** `Retry-After` as it came. */
	readonly retryAfter?: string | null;
	/** All that it says, where it is no service of ours. */
	readonly said?: IDataObject[string];
	/** Who was first, where somebody was. */
	readonly claimedBy?: number | null;
	/** The event waits, and the service hands it on again. */
	readonly waits?: boolean;
}

/** Which fields were refused, and why. */
export const detailOfFields = ({ fields }: Pick<Refusal, 'fields'>): string =>
	fields.map(({ path, message }) => `${path}: ${message}`).join('; ');

export function unknownOperation(context: IExecuteFunctions, itemIndex: number, name: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), `There is no operation "${name}"`, {
		itemIndex,
		description: 'The workflow was made for another version of this node. Choose the operation again.',
	});
}

export function unknownWay(context: IExecuteFunctions, itemIndex: number, way: string, ways: readonly string[]): NodeOperationError {
	return new NodeOperationError(context.getNode(), `There is no output for "${way}", only for ${ways.join(', ')}`, {
		itemIndex,
		description: 'The workflow was made for another version of this node. Connect the outputs that it has now.',
	});
}

/**
 * A node could not read its own input. n8n reports an error by the name of its class: by this one the service knows that
 * nothing had left the machine.
 */
export class LocalParseError extends NodeOperationError {}

/** A mistake in a field of the node or in the item that came in: expected what, received what. */
export function badInput(context: IExecuteFunctions, itemIndex: number, message: string, advice: string): NodeOperationError {
	return new LocalParseError(context.getNode(), message, { itemIndex, description: advice });
}

/** The service answered no: what happened, which fields, and what to do. */
export function refusalError(context: IExecuteFunctions, itemIndex: number, service: string, refusal: Refusal): NodeApiError {
	const fields = detailOfFields(refusal);
	const description = [
		refusal.detail,
		fields === '' ? '' : `Fields: ${fields}.`,
		adviceOf(refusal),
		refusal.requestId === null ? '' : `Request ${refusal.requestId}.`,
	]
		.filter((part) => part !== '')
		.join(' ');
	return new NodeApiError(
		context.getNode(),
		{ message: refusal.code, httpCode: String(refusal.status) },
		{ itemIndex, message: `${service} refused: ${refusal.code}`, description, httpCode: String(refusal.status) },
	);
}

function adviceOf(refusal: Refusal): string {
	if (refusal.status === 401 && refusal.code === 'unauthorized') return 'Check the key in the credential.';
	if (refusal.code === 'context_expired') return 'The person has to act again: a signed context lives one hour.';
	if (refusal.retry === 'later') return 'Try again later.';
	if (refusal.retry === 'afterCheck') return 'Find out first what happened; the effect may exist already.';
	return '';
}

/**
 * Whether an error is that this service was away: no answer came, a proxy answered for it, or its database was away. n8n hands on no
 * more of an error than its words.
 */
export function saysAway(service: string, message: string): boolean {
	const rest = message.startsWith(`${service} `) ? message.slice(service.length + 1) : '';
	return rest === DID_NOT_ANSWER || /^refused: (http_50[234]|unavailable)$/.test(rest);
}

const DID_NOT_ANSWER = 'did not answer';

/** No answer came at all. */
export function silenceError(
	context: IExecuteFunctions,
	itemIndex: number,
	service: string,
	baseUrl: string,
	cause: unknown,
): NodeApiError {
	const reason = cause instanceof Error ? cause.message : 'no reason given';
	const error = new NodeApiError(
		context.getNode(),
		{ message: reason },
		{
			itemIndex,
			message: `${service} ${DID_NOT_ANSWER}`,
			description:
				`${reason}. Check that it runs at ${baseUrl} and that the base URL of the credential is right. ` +
				'What was asked for may have been done; a repeat is safe, every step is keyed.',
		},
	);
	// n8n makes its own of what it is given.
	if (cause instanceof Error) error.cause = cause;
	return error;
}

/** Anything thrown becomes one of n8n's errors, with the item it belongs to. */
export function asNodeError(context: IExecuteFunctions, itemIndex: number, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof CopydeskError) {
		const fields = error.fields.map(({ path, message }) => `${path}: ${message}`).join('; ');
		return new NodeOperationError(context.getNode(), error, {
			itemIndex,
			message: error.code,
			description: fields === '' ? error.detail : fields,
		});
	}
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), { itemIndex });
}
