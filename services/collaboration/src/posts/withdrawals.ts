/** Posts that are taken down: the one writer of their rows. The caller holds the version's lock. */
import type { Selectable } from 'kysely';
import type { Material } from '@copydesk/domain/material/material';
import { isPastDeleting } from '@copydesk/domain/material/post';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { postedAtMs } from '../deliveries/journal.ts';
import type { VersionRef } from '../materials/read.ts';
import { entityOf } from '../materials/row.ts';
import type { Origin } from '../materials/write.ts';
import { tables, type Tables } from '../tables.ts';

export type Withdrawal = Selectable<Tables['withdrawal']>;

/** The most rows that one round of upkeep handles. */
const PER_ROUND = 20;

type WithdrawalRow = Pick<Withdrawal, 'withdrawal_key' | 'draft_key' | 'version' | 'message_id' | 'line' | 'user_id' | 'chat_id'>;

export async function insertWithdrawal(tx: Database, note: Note, asked: WithdrawalRow, { atMs, executionId }: Origin): Promise<void> {
	await tables(tx)
		.insertInto('withdrawal')
		.values({ ...asked, state: 'asked', reason: null, tries: 0, look_at_ms: atMs, made_at_ms: atMs, changed_at_ms: atMs })
		.execute();
	note({
		actorUserId: asked.user_id,
		action: 'post.withdrawal_asked',
		entity: entityOf(asked),
		outcome: 'ok',
		executionId,
		detail: { message_id: asked.message_id, line: asked.line !== null },
	});
}

/** The rows that are due, in order. */
export async function withdrawalsDue(db: Database, nowMs: number): Promise<readonly Withdrawal[]> {
	return tables(db).selectFrom('withdrawal').selectAll().where('look_at_ms', '<=', nowMs).orderBy('look_at_ms').limit(PER_ROUND).execute();
}

/** Ends a withdrawal if it is still open; people are told in the same round. */
export async function endWithdrawal(
	tx: Database,
	note: Note,
	{ withdrawal_key, user_id, ...ref }: Withdrawal,
	to: { readonly state: 'done' | 'failed'; readonly reason: string | null },
	atMs: number,
): Promise<Withdrawal | undefined> {
	const ended = await tables(tx)
		.updateTable('withdrawal')
		.set({ ...to, tries: 0, look_at_ms: atMs, changed_at_ms: atMs })
		.where(({ and }) => and({ withdrawal_key, state: 'asked' }))
		.returningAll()
		.executeTakeFirst();
	if (ended !== undefined && to.state === 'failed')
		note({
			actorUserId: user_id,
			action: 'post.withdrawal_failed',
			entity: entityOf(ref),
			outcome: 'failed',
			code: to.reason,
			executionId: null,
			detail: { message_id: ref.message_id },
		});
	return ended;
}

/** Sets when upkeep looks at it again; null: never. */
export async function lookAtWithdrawal(
	db: Database,
	{ withdrawal_key, state }: Withdrawal,
	next: Pick<Withdrawal, 'tries' | 'look_at_ms'>,
): Promise<void> {
	await tables(db)
		.updateTable('withdrawal')
		.set(next)
		.where(({ and }) => and({ withdrawal_key, state }))
		.execute();
}

/** Whether a bot can no longer delete the post. */
export async function staysInChannel(db: Database, post: Material, nowMs: number): Promise<boolean> {
	return isPastDeleting((await postedAtMs(db, post.draft_key, post.published_message_id ?? 0)) ?? post.state_changed_at_ms, nowMs);
}

/** The version of a draft that is planned, or on its way to the channel. */
export async function claimedVersionOf(tx: Database, { draft_key }: Pick<VersionRef, 'draft_key'>): Promise<VersionRef | undefined> {
	return tables(tx)
		.selectFrom('material')
		.select(['draft_key', 'version'])
		.where(({ and }) => and({ draft_key, state: 'claimed' }))
		.executeTakeFirst();
}

/** Whether the messenger said that the post of a correction does not exist. */
export async function foundGone(tx: Database, { draft_key, version }: VersionRef): Promise<boolean> {
	const gone = await tables(tx)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ operation: 'publish', draft_key, version, error_code: 'message_gone' }))
		.limit(1)
		.executeTakeFirst();
	return gone !== undefined;
}
