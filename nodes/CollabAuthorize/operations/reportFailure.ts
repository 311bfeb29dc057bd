import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ReportFailureAnswer, ReportFailureRequest } from '../../../domain/api/collaboration.ts';
import { SERVICE_AWAY, STALLED, STALLED_WORDS } from '../../../domain/event/replay.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { refusalError } from '../../shared/faults.ts';
import { at, travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { untilAnswered } from '../../shared/patience.ts';
import { ask } from '../../shared/transport.ts';

/** The facts that may leave: which run, which graph, which step, which kind of error. Never a parameter or a message. */
export function failureFacts(item: IDataObject): ReportFailureRequest {
	const text = (...paths: string[]): string =>
		paths.map((path) => at(item, path)).find((value): value is string => typeof value === 'string' && value !== '') ?? 'unknown';
	const isStalled = text('execution.error.message').startsWith(STALLED_WORDS);
	return {
		execution_id: text('execution.id'),
		workflow_id: text('workflow.id'),
		node_name: text('execution.error.node.name', 'execution.lastNodeExecuted', 'trigger.error.node.name'),
		error_class: isStalled ? STALLED : text('execution.error.name', 'trigger.error.name'),
	};
}

/**
 * Whoever reports that a service was away asks that very service. A failure is recorded once however often it is reported; one
 * that nobody hears of holds its draft until the lease of the event is over. Where it was away for the report too, that is what
 * broke the execution, and no failure of its step.
 */
async function report(context: IExecuteFunctions, itemIndex: number, facts: ReportFailureRequest): Promise<ReportFailureAnswer> {
	const reply = await untilAnswered((isAgain) => {
		const said = isAgain ? { ...facts, error_class: SERVICE_AWAY } : facts;
		return ask(context, itemIndex, 'collaboration', '/execution-failure', said, BIND_TIMEOUT_MS);
	});
	if (!reply.ok) throw refusalError(context, itemIndex, 'The collaboration service', reply.refusal);
	return reply.body;
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
		return { json: { ...facts, ...(await report(context, itemIndex, facts)) } };
	},
};
