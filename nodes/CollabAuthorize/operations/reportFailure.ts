import type { IDataObject } from 'n8n-workflow';

import type { ReportFailureRequest } from '../../../domain/api/collaboration.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { at, travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** The facts that may leave: which run, which graph, which step, which kind of error. Never a parameter or a message. */
export function failureFacts(item: IDataObject): ReportFailureRequest {
	const text = (...paths: string[]): string =>
		paths.map((path) => at(item, path)).find((value): value is string => typeof value === 'string' && value !== '') ?? 'unknown';
	return {
		execution_id: text('execution.id'),
		workflow_id: text('workflow.id'),
		node_name: text('execution.error.node.name', 'execution.lastNodeExecuted', 'trigger.error.node.name'),
		error_class: text('execution.error.name', 'trigger.error.name'),
	};
}

/** Hands four facts of a failure on; what they lead to, the service decides. */
export const reportFailure: Operation = {
	option: {
		name: 'Report Failure',
		value: 'reportFailure',
		description: 'Report a failed execution: four facts and nothing else',
		action: 'Report a failed execution',
	},
	fields: [],
	async run(context, itemIndex) {
		const found = failureFacts(travelling(context, itemIndex));
		const facts = { ...found, execution_id: executionIdOf(context, found.execution_id) };
		const answer = await askOrThrow(context, itemIndex, 'collaboration', '/execution-failure', facts, BIND_TIMEOUT_MS);
		return { json: { ...facts, ...answer } };
	},
};
