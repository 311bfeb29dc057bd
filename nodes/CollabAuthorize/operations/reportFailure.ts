import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ReportFailureRequest } from '../../../domain/api/collaboration.ts';
import { REPEATED_REPORT, STALLED, STALLED_WORDS } from '../../../domain/event/replay.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { COLLABORATION, refusalError, saysAway } from '../../shared/faults.ts';
import { at, travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { untilAnswered } from '../../shared/patience.ts';
import { call } from '../../shared/transport.ts';

/** The facts that may leave: which run, which graph, which step, which kind of error. Never a parameter or a message. */
export function failureFacts(item: IDataObject): ReportFailureRequest {
	const isStalled = textAt(item, ...MESSAGE).startsWith(STALLED_WORDS);
	return {
		execution_id: textAt(item, 'execution.id'),
		workflow_id: textAt(item, 'workflow.id'),
		node_name: textAt(item, 'execution.error.node.name', 'execution.lastNodeExecuted', 'trigger.error.node.name'),
		error_class: isStalled ? STALLED : textAt(item, 'execution.error.name', 'trigger.error.name'),
	};
}

const MESSAGE = ['execution.error.message', 'trigger.error.message'];
const textAt = (item: IDataObject, ...paths: readonly string[]): string =>
	paths.map((path) => at(item, path)).find((value): value is string => typeof value === 'string' && value !== '') ?? 'unknown';

/**
 * The service that was away is the one that receives the report, so the report is retried. A failure is recorded once, however
 * often it is reported. Without a report its draft waits until the lease of the event ends. The error class stays that of the
 * failure; a header says that the service was away. Of two copies the one that died is not the one that receives the report: then the
 * failure's own words say it.
 */
async function report(context: IExecuteFunctions, itemIndex: number, facts: ReportFailureRequest, wasAway: boolean): Promise<IDataObject> {
	const request = { service: 'collaboration', path: '/execution-failure', body: facts, timeoutMs: BIND_TIMEOUT_MS } as const;
	const reply = await untilAnswered((isAgain) =>
		call(context, itemIndex, wasAway || isAgain ? { ...request, headers: { [REPEATED_REPORT]: 'true' } } : request),
	);
	if (!reply.ok) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
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
		const failed = travelling(context, itemIndex);
		const found = failureFacts(failed);
		const wasAway = saysAway(COLLABORATION, textAt(failed, ...MESSAGE));
		const facts = { ...found, execution_id: executionIdOf(context, found.execution_id) };
		return { json: { ...facts, ...(await report(context, itemIndex, facts, wasAway)) } };
	},
};
