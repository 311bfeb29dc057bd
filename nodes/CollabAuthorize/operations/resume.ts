import type { Resumed } from '../../../domain/api/collaboration.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import type { Operation } from '../../shared/operation.ts';
import { travelling } from '../../shared/fields.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Spends an operator's one-time proof; everything about it is verified by the service in one transaction. */
export const resume: Operation = {
	option: {
		name: 'Resume by Proof',
		value: 'resume',
		description: 'Continue a failed first version by an operator’s one-time proof',
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
	async run(context, itemIndex) {
		const executionId = context.getExecutionId();
		const answer = await askOrThrow(
			context,
			itemIndex,
			'collaboration',
			'/internal',
			{ action: 'resume', proof_id: context.getNodeParameter('proofId', itemIndex) as string, execution_id: executionId },
			BIND_TIMEOUT_MS,
		);
		const { _svc, material } = answer as Resumed;
		return { json: { ...travelling(context, itemIndex), _svc, material, execution_id: executionId } };
	},
};
