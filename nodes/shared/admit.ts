import type { IExecuteFunctions } from 'n8n-workflow';

import type { AuthorizeRequest } from '../../domain/api/collaboration.ts';
import { ADMISSION_TIMEOUT_MS } from '../../domain/limits.ts';
import { contextOf } from './fields.ts';
import { ask, orThrow } from './transport.ts';

/**
 * Asks for the admission of one external request, right before it leaves.
 * @returns null where a limit is spent: the event waits, and goes on by itself
 * @throws NodeApiError when it is refused
 */
export async function admit(context: IExecuteFunctions, itemIndex: number, { purpose, ...about }: Omit<AuthorizeRequest, '_svc'>) {
	const request = { _svc: contextOf(context, itemIndex), purpose, ...about };
	const reply = await ask(context, itemIndex, 'collaboration', '/authorize', request, ADMISSION_TIMEOUT_MS);
	if (!reply.ok && reply.refusal.waits === true) return null;
	const { admission_id, role } = orThrow(context, itemIndex, reply);
	return { purpose, admission_id, role };
}
