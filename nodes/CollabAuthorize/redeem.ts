import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ErrorCode } from '../../domain/errors.ts';
import type { Resumed } from '../../domain/api/collaboration.ts';
import { goesOnByProof } from '../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../domain/limits.ts';
import { COLLABORATION, refusalError } from '../shared/faults.ts';
import { travelling } from '../shared/fields.ts';
import { executionIdOf } from '../shared/execution.ts';
import { settingsFor } from '../shared/settings.ts';
import { ask } from '../shared/transport.ts';

/** A proof that is not valid. Sending it again does not help. */
const NO_GOOD: ReadonlySet<string> = new Set([
	'proof_spent',
	'proof_invalid',
	'participant_inactive',
	'material_not_found',
	'not_found',
	'invalid_request',
] satisfies ErrorCode[]);

/**
 * Spends an operator's one-time proof; everything about it is verified by the service in one transaction.
 * @returns the item of a draft that goes on, or of a proof that is no good
 * @throws NodeApiError when the answer is unknown
 */
export async function redeem(context: IExecuteFunctions, itemIndex: number, proof_id: string): Promise<IDataObject> {
	const { settings = {} } = travelling(context, itemIndex);
	const execution_id = executionIdOf(context);
	const request = { action: 'resume', proof_id, execution_id } as const;
	const reply = await ask(context, itemIndex, 'collaboration', '/internal', request, BIND_TIMEOUT_MS);
	if (!reply.ok) {
		const { refusal } = reply;
		if (!NO_GOOD.has(refusal.code)) throw refusalError(context, itemIndex, COLLABORATION, refusal);
		return { settings, execution_id, ...goesOnByProof(null), refused: refusal.code };
	}
	const { _svc, material, expires_at: _, settings: chosen, ...event } = reply.body as Resumed;
	return { settings: settingsFor({ settings, chosen, language: event.language }), event, _svc, execution_id, ...goesOnByProof(material) };
}
