/** Approvals of versions, for desks where one press is not enough: the one writer of these rows. The caller holds the version's lock. */
import type { Selectable } from 'kysely';
import type { Agreed, Agreeing, Approval, Yes } from '@copydesk/domain/material/approval';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Participant } from '../participants/participants.ts';
import { tables, type Tables } from '../tables.ts';
import { findMaterial } from './read.ts';
import { entityOf } from './row.ts';
import type { Origin } from './write.ts';

export type ApprovalRow = Selectable<Tables['approval']>;

/** Which approval the desk demands, and its people. */
export interface Demanded {
	readonly approval: Approval;
	readonly people: readonly Participant[];
}

type Version = Pick<Material, 'draft_key' | 'version' | 'seq'>;

const yesOf = ({ user_id, content_sha256, goes_out_ms }: ApprovalRow): Yes => ({
	userId: user_id,
	contentSha256: content_sha256,
	goesOutMs: goes_out_ms,
});

/** The facts for judging the agreement about a version now. */
export async function agreeingOf(db: Database, { draft_key, version, seq }: Version, { approval, people }: Demanded): Promise<Agreeing> {
	const rows =
		approval === 'either'
			? []
			: await tables(db)
					.selectFrom('approval')
					.selectAll()
					.where(({ and }) => and({ draft_key, version, seq }))
					.orderBy('made_at_ms')
					.execute();
	const askedBy = (await findMaterial(db, draft_key, 1))?.created_by_user_id ?? 0;
	return { approval, askedBy, people, given: rows.map(yesOf) };
}

/** Stores a person's approval, in place of their earlier one of the same version and step. */
export async function giveApproval(
	tx: Database,
	note: Note,
	found: Version,
	to: Agreed,
	origin: Origin & { readonly actorUserId: number },
) {
	const { draft_key, version, seq } = found;
	const { actorUserId: user_id, eventKey: event_key, executionId, atMs: made_at_ms } = origin;
	const said = { content_sha256: to.contentSha256, goes_out_ms: to.goesOutMs, event_key, made_at_ms, open: 1, shown: 0 } as const;
	await tables(tx)
		.insertInto('approval')
		.values({ draft_key, version, seq, user_id, planned: 0, ...said })
		.onConflict((on) => on.columns(['draft_key', 'version', 'seq', 'user_id', 'planned']).doUpdateSet(said))
		.execute();
	const detail = { event_key, content_sha256: to.contentSha256, goes_out: to.goesOutMs };
	note({ actorUserId: user_id, action: 'approval.given', entity: entityOf(found), outcome: 'ok', executionId, detail });
}

/** Takes back what a person agreed to with a press that they cancelled before it was carried out. */
export async function takeApprovalBack(tx: Database, note: Note, eventKey: string, by: Pick<Origin, 'actorUserId' | 'executionId'>) {
	const taken = await tables(tx)
		.updateTable('approval')
		.set({ content_sha256: '', open: 0 })
		.where(({ and }) => and({ event_key: eventKey, planned: 0 }))
		.returning(['draft_key', 'version'])
		.execute();
	for (const version of taken)
		note({ ...by, action: 'approval.taken_back', entity: entityOf(version), outcome: 'ok', detail: { event_key: eventKey } });
}

/** Keeps the approvals of a plan valid after the step that claimed the version: they are checked again at its time. */
export async function keepApprovals(tx: Database, before: Version, after: Version, to: Agreed): Promise<void> {
	const { draft_key, version, seq } = before;
	await tables(tx)
		.updateTable('approval')
		.set({ seq: after.seq, planned: 1 })
		.where(({ and }) => and({ draft_key, version, seq, content_sha256: to.contentSha256 }))
		.where('goes_out_ms', to.goesOutMs === null ? 'is' : '=', to.goesOutMs)
		.execute();
}

/** Approvals that people do not see yet, or still see although they no longer count. */
export async function approvalsToShow(
	db: Database,
): Promise<readonly (ApprovalRow & Pick<Material, 'state'> & { readonly now: number })[]> {
	return tables(db)
		.selectFrom('approval as a')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'a.draft_key').onRef('m.version', '=', 'a.version'))
		.selectAll('a')
		.select(['m.state', 'm.seq as now'])
		.where('a.open', '=', 1)
		.where(({ eb, or, ref }) => or([eb('a.shown', '=', 0), eb('m.seq', '<>', ref('a.seq'))]))
		.orderBy('a.made_at_ms')
		.limit(20)
		.execute();
}

/** Notes what was shown; `approvalsToShow` returns the row again after the version's next step. */
export async function noteShown(db: Database, row: ApprovalRow, next: Pick<ApprovalRow, 'open' | 'shown'>): Promise<void> {
	const { draft_key, version, seq, user_id, event_key } = row;
	await tables(db)
		.updateTable('approval')
		.set(next)
		.where(({ and }) => and({ draft_key, version, seq, user_id, event_key }))
		.execute();
}
