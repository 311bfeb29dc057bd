import type { ErrorCode } from '../../../domain/errors.ts';
import type { Resumed } from '../../../domain/api/collaboration.ts';
import { goesOn } from '../../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { refusalError } from '../../shared/faults.ts';
import { travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** A proof that is no good, which nobody can do anything about by sending it again. */
const NO_GOOD: ReadonlySet<string> = new Set([
	'proof_spent',
	'proof_invalid',
	'participant_inactive',
	'material_not_found',
	'not_found',
	'invalid_request',
] satisfies ErrorCode[]);

/** Spends an operator's one-time proof; everything about it is verified by the service in one transaction. */
export const resume: Operation = {
	option: {
		name: 'Resume by Proof',
		value: 'resume',
		description: 'Continue a failed first version by an operator’s one-time proof; one that is no good goes nowhere',
		action: 'Resume a draft by a one time proof',
	},
	fields: [
		{
			displayName: 'Proof ID',
			name: 'proofId',
			type: 'string',
			default: '',
			required: true,
			description: 'The one-time proof that the operator tool printed',
		},
	],
	ways: ['stored', 'failed'],
	wayOf: () => 'stored',
	async run(context, itemIndex) {
		const { settings = {} } = travelling(context, itemIndex);
		const execution_id = executionIdOf(context);
		const proof_id = String(context.getNodeParameter('proofId', itemIndex));
		const request = { action: 'resume', proof_id, execution_id } as const;
		const reply = await ask(context, itemIndex, 'collaboration', '/internal', request, BIND_TIMEOUT_MS);
		if (!reply.ok) {
			const { refusal } = reply;
			if (!NO_GOOD.has(refusal.code)) throw refusalError(context, itemIndex, 'The collaboration service', refusal);
			return { json: { settings, execution_id, ...goesOn(null), refused: refusal.code } };
		}
		const { _svc, material, expires_at: _, settings: chosen, ...event } = reply.body as Resumed;
		return { json: { settings: { ...settings, ...chosen }, event, _svc, execution_id, ...goesOn(material) } };
	},
};
