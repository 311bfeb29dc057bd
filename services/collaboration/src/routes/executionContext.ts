import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { bindExecution } from '../events/executions.ts';
import { touchLease } from '../events/lease.ts';
import { actorRoute } from './route.ts';
import { executionId } from './schemas.ts';

/** Binds a child execution to its person, so that its failure can be reported to them. */
export const executionContext = actorRoute(
	'/execution-context',
	{
		id: 'bindExecution',
		summary: 'Bind an execution to the person it runs for',
		description: 'Not in contract 1.0.0 (404).',
		request: {
			execution_id: executionId,
			workflow_id: Joi.string().min(1).max(64),
			workflow_name: Joi.string().min(1).max(200),
			parent_execution_id: executionId.optional(),
		},
		answer: object({ bound: Joi.valid(true), audit_seq: Joi.number().integer().min(1) }),
		refuses: ['not_found'],
		entry: 'schedule',
	},
	async (execution, { context, participant }, { audit, nowMs }) => {
		const noted = await audit.within(async (tx, note) => {
			await bindExecution(tx, context, execution, nowMs());
			await touchLease(tx, context.event_key, nowMs());
			return note({
				actorUserId: participant.userId,
				action: 'execution.bound',
				entity: `execution:${execution.execution_id}`,
				outcome: 'ok',
				executionId: execution.execution_id,
				detail: {
					workflow_id: execution.workflow_id,
					workflow_name: execution.workflow_name,
					parent: execution.parent_execution_id ?? null,
					event_key: context.event_key,
				},
			});
		});
		return { bound: true, audit_seq: noted.seq };
	},
);
