import type { Database } from '@copydesk/kit/database/types';
import type { Claims } from '../contexts/contexts.ts';

export interface Execution {
	readonly executionId: string;
	readonly rootExecutionId: string;
	readonly eventKey: string;
	readonly actorUserId: number;
}

export async function findExecution(db: Database, executionId: string): Promise<Execution | undefined> {
	const [row] = await db.query('select * from execution where execution_id = $1', [executionId]);
	if (row === undefined) return undefined;
	return {
		executionId,
		rootExecutionId: String(row['root_execution_id']),
		eventKey: String(row['event_key']),
		actorUserId: Number(row['actor_user_id']),
	};
}

/**
 * Binds an execution to a context. Its root is its parent's, else the execution that the context was signed for.
 * @returns whether it was new
 */
export async function bindExecution(
	tx: Database,
	claims: Pick<Claims, 'sub' | 'chat' | 'event_key' | 'execution_id'>,
	execution: {
		readonly execution_id: string;
		readonly workflow_id?: string;
		readonly workflow_name?: string;
		readonly parent_execution_id?: string;
	},
	nowMs: number,
): Promise<boolean> {
	const parentId = execution.parent_execution_id ?? null;
	const parent = parentId === null ? undefined : await findExecution(tx, parentId);
	const root = parent?.rootExecutionId ?? claims.execution_id;
	const added = await tx.query(
		`insert into execution (execution_id, root_execution_id, parent_execution_id, workflow_id, workflow_name, event_key, actor_user_id, actor_chat_id, bound_at_ms)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning execution_id`,
		[
			execution.execution_id,
			root,
			parentId,
			execution.workflow_id ?? null,
			execution.workflow_name ?? null,
			claims.event_key,
			claims.sub,
			claims.chat,
			nowMs,
		],
	);
	return added.length > 0;
}
