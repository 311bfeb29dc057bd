import { sleep } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ReportFailureAnswer, ReportFailureRequest } from '../../../domain/api/collaboration.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { refusalError } from '../../shared/faults.ts';
import { at, travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask, askOrThrow } from '../../shared/transport.ts';

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

/**
 * Whoever reports that a service was away asks that very service: it is given a minute to come back. A failure is recorded once
 * however often it is reported; one that nobody hears of holds its draft until the lease of the event is over.
 */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

async function report(context: IExecuteFunctions, itemIndex: number, facts: ReportFailureRequest): Promise<ReportFailureAnswer> {
	for (const pauseMs of PAUSES_MS) {
		const reply = await ask(context, itemIndex, 'collaboration', '/execution-failure', facts, BIND_TIMEOUT_MS).catch(() => undefined);
		if (reply?.ok === true) return reply.body;
		if (reply !== undefined && reply.refusal.status < 500)
			throw refusalError(context, itemIndex, 'The collaboration service', reply.refusal);
		await sleep(pauseMs);
	}
	return askOrThrow(context, itemIndex, 'collaboration', '/execution-failure', facts, BIND_TIMEOUT_MS);
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
