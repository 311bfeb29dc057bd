import type { Decision } from '../../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { contextOf, travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** What may be decided, in the order in which the editor draws it. */
const DECISIONS = ['publish', 'reject', 'feedback', 'revise', 'cancel', 'edit', 'back', 'drop'] as const satisfies readonly Decision[];

/** Ties this execution to the acting participant, so that a failure finds its addressee. The first step of every graph. */
export const bindExecution: Operation = {
	option: {
		name: 'Bind Execution',
		value: 'bindExecution',
		description: 'Tie this execution to the signed context, so that a failure finds its addressee',
		action: 'Bind this execution',
	},
	fields: [],
	ways: DECISIONS,
	wayOf: ({ decision }) => String(decision),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const executionId = executionIdOf(context);
		const workflow = context.getWorkflow();
		const parent = item.execution_id;
		await askOrThrow(
			context,
			itemIndex,
			'/execution-context',
			{
				_svc: contextOf(context, itemIndex),
				execution_id: executionId,
				workflow_id: workflow.id ?? '',
				workflow_name: workflow.name ?? '',
				...(parent === undefined || parent === '' || parent === executionId ? {} : { parent_execution_id: parent }),
			},
			BIND_TIMEOUT_MS,
		);
		return { json: { ...item, execution_id: executionId } };
	},
};
