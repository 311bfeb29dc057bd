import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { bindExecution } from '../events/executions.ts';
import { touchLease } from '../events/lease.ts';
import { executionId, svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly execution_id: string;
	readonly workflow_id: string;
	readonly workflow_name: string;
	readonly parent_execution_id?: string;
}

const schema = Joi.object<Input>({
	_svc: svc,
	execution_id: executionId.required(),
	workflow_id: Joi.string().min(1).max(64).required(),
	workflow_name: Joi.string().min(1).max(200).required(),
	parent_execution_id: executionId,
});

/** Binds a child execution to the person it runs for, so that its failure finds them. */
export const executionContext = jsonRoute<Input, Deps>(
	'/execution-context',
	schema,
	async ({ _svc, ...execution }, { admission, audit, nowMs }) => {
		const { claims, participant } = await admission.admit(_svc);
		const noted = await audit.within(async (tx, note) => {
			await bindExecution(tx, claims, execution, nowMs());
			await touchLease(tx, claims.event_key, nowMs());
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
					event_key: claims.event_key,
				},
			});
		});
		return { status: 200, body: { bound: true, audit_seq: noted.seq } };
	},
);
