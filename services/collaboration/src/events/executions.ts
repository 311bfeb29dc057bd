import type { Selectable } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import type { Context } from '../contexts/contexts.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';

export async function findExecution(db: Database, executionId: string): Promise<Selectable<Tables['execution']> | undefined> {
	return tables(db).selectFrom('execution').selectAll().where('execution_id', '=', executionId).executeTakeFirst();
}

/** Binds an execution to a context, once. Its root is its parent's, else the execution that the context was signed for. */
export async function bindExecution(
	tx: Database,
	context: Pick<Context, 'sub' | 'chat' | 'event_key' | 'execution_id'>,
	execution: {
		readonly execution_id: string;
		readonly workflow_id?: string;
		readonly workflow_name?: string;
		readonly parent_execution_id?: string;
	},
	nowMs: number,
): Promise<void> {
	const { parent_execution_id } = execution;
	const parent = parent_execution_id === undefined ? undefined : await findExecution(tx, parent_execution_id);
	await tables(tx)
		.insertInto('execution')
		.values({
			...execution,
			root_execution_id: parent?.root_execution_id ?? context.execution_id,
			event_key: context.event_key,
			actor_user_id: context.sub,
			actor_chat_id: context.chat,
			bound_at_ms: nowMs,
		})
		.onConflict((on) => on.doNothing())
		.execute();
}
