/** Whether people may use the pictures that they send: their own statement, asked for once. */
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { tables } from '../tables.ts';

export async function hasSaidRights(db: Database, userId: number): Promise<boolean> {
	const said = await tables(db).selectFrom('picture_right').select('user_id').where('user_id', '=', userId).executeTakeFirst();
	return said !== undefined;
}

/** Stores the statement; the audit has a row for each. */
export async function saveRights(
	tx: Database,
	note: Note,
	by: { readonly userId: number; readonly eventKey: string; readonly executionId: string },
	atMs: number,
): Promise<void> {
	await tables(tx)
		.insertInto('picture_right')
		.values({ user_id: by.userId, event_key: by.eventKey, said_at_ms: atMs })
		.onConflict((on) => on.doNothing())
		.execute();
	note({
		actorUserId: by.userId,
		action: 'picture.rights_said',
		entity: `person:${by.userId}`,
		outcome: 'ok',
		executionId: by.executionId,
		detail: { event: by.eventKey, said: 'may_use' },
	});
}
