import type { Messenger } from '../messenger.ts';
import type { Parameters } from '../parameters.ts';
import type { Updates } from '../updates.ts';

interface MethodParts {
	readonly messenger: Messenger;
	readonly updates: Updates;
	/** Whether a webhook may be on this machine, by http and at any port. */
	readonly loopbackWebhooks: boolean;
	/** Aborted when the caller hangs up. */
	readonly gone: AbortSignal;
}

/** A result with the description that some methods add. */
export class Remarked {
	readonly result: unknown;
	readonly description: string;
	constructor(result: unknown, description: string) {
		this.result = result;
		this.description = description;
	}
}

/** One Bot API method: parameters in, `result` out; refusals are thrown as ApiError. */
export type Method = (given: Parameters, parts: MethodParts) => unknown;
