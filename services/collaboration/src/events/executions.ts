import type { Selectable } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import type { Context } from '../contexts/contexts.ts';
import { tables, type Tables } from '../tables.ts';

export async function findExecution(db: Database, executionId: string): Promise<Selectable<Tables['execution']> | undefined> {
	return tables(db).selectFrom('execution').selectAll().where('execution_id', '=', executionId).executeTakeFirst();
}

/**
 * Binds an execution to a context, once. Its root is its parent's root if both work on the same event, else the execution for which the
 * context was signed. A new n8n counts its executions from 1 again, so an old row with the same id is replaced if its event has no
 * running lease.
 */
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
	const named = parent_execution_id === undefined ? undefined : await findExecution(tx, parent_execution_id);
	const parent = named?.event_key === context.event_key ? named : undefined;
	const bound = {
		workflow_id: null,
		workflow_name: null,
		parent_execution_id: null,
		...execution,
		root_execution_id: parent?.root_execution_id ?? context.execution_id,
		event_key: context.event_key,
		actor_user_id: context.sub,
		actor_chat_id: context.chat,
		bound_at_ms: nowMs,
	};
	await tables(tx)
		.insertInto('execution')
		.values(bound)
		.onConflict((on) =>
			on
				.column('execution_id')
				.doUpdateSet(bound)
				.where('execution.event_key', '<>', context.event_key)
				.where(({ exists, not, selectFrom }) =>
					not(
						exists(
							selectFrom('event')
								.select('event.event_key')
								.whereRef('event.event_key', '=', 'execution.event_key')
								.where('event.state', '=', 'stored')
								.where('event.lease_until_ms', '>', nowMs),
						),
					),
				),
		)
		.execute();
}
