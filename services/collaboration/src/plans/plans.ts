/** Which posts are published at a time: the one writer of their rows. The caller holds the version's lock. */
import type { Selectable } from 'kysely';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Agreed } from '@copydesk/domain/material/approval';
import { COMING_PLANS, OPEN_PLANS } from '@copydesk/domain/material/plan';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { closeEvent } from '../events/events.ts';
import type { VersionRef } from '../materials/read.ts';
import { entityOf } from '../materials/row.ts';
import type { Origin } from '../materials/write.ts';
import { tables, type Tables } from '../tables.ts';

export type Plan = Selectable<Tables['plan']>;

/** The most plans that one round of upkeep handles. */
const PER_ROUND = 20;

const AUDITED: Readonly<Record<Plan['state'], string>> = {
	open: 'plan.made',
	due: 'plan.due',
	missed: 'plan.missed',
	fired: 'plan.fired',
	moved: 'plan.moved',
	taken_off: 'plan.taken_off',
};

function noteOf(note: Note, plan: Plan, { actorUserId, executionId }: Pick<Origin, 'actorUserId' | 'executionId'>): void {
	const { state, plan_key, event_key, at_ms, user_id, reason } = plan;
	note({
		actorUserId,
		action: AUDITED[state],
		entity: entityOf(plan),
		outcome: state === 'missed' ? 'failed' : 'ok',
		code: reason,
		executionId,
		detail: { plan: plan_key, press: event_key, planned_for: at_ms, approved_by: user_id },
	});
}

/** What the approvers of a plan agreed to. */
export const agreedOf = ({ content_sha256, at_ms, by_hand }: Pick<Plan, 'content_sha256' | 'at_ms' | 'by_hand'>): Agreed => ({
	contentSha256: content_sha256,
	goesOutMs: by_hand === 1 ? null : at_ms,
});

/** The plan for which a version is claimed now. */
export async function openPlanOf(db: Database, { draft_key, version }: VersionRef): Promise<Plan | undefined> {
	return tables(db)
		.selectFrom('plan')
		.selectAll()
		.where(({ and }) => and({ draft_key, version }))
		.where('state', 'in', OPEN_PLANS)
		.executeTakeFirst();
}

/**
 * The number by which a list shows an open plan: which of its version's plans it is, and whether its time was missed. A button of the
 * list holds for nothing else.
 */
export async function shownNumber(db: Database, { draft_key, version, state }: Plan): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('plan')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where(({ and }) => and({ draft_key, version }))
		.executeTakeFirstOrThrow();
	return 2 * Number(n) - (state === 'missed' ? 0 : 1);
}

/** The newest plan of a version, in any state. */
export async function lastPlanOf(db: Database, { draft_key, version }: VersionRef): Promise<Plan | undefined> {
	return tables(db)
		.selectFrom('plan')
		.selectAll()
		.where(({ and }) => and({ draft_key, version }))
		.orderBy('made_at_ms', 'desc')
		.orderBy('changed_at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
}

/** The plan that an event made, or whose press it is. */
export async function planOfEvent(db: Database, event_key: string): Promise<Plan | undefined> {
	return tables(db)
		.selectFrom('plan')
		.selectAll()
		.where(({ eb, or }) => or([eb('plan_key', '=', event_key), eb('event_key', '=', event_key)]))
		.executeTakeFirst();
}

/** All planned posts, or those of one draft, in order. */
export async function plansAhead(db: Database, draftKey?: string): Promise<readonly Plan[]> {
	const all = tables(db).selectFrom('plan').selectAll().where('state', 'in', OPEN_PLANS);
	const asked = draftKey === undefined ? all : all.where('draft_key', '=', draftKey);
	return asked.orderBy('at_ms').orderBy('plan_key').execute();
}

export async function countPlans(db: Database): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('plan')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('state', 'in', OPEN_PLANS)
		.executeTakeFirstOrThrow();
	return n;
}

/** Whether a time was chosen for a version since a time. */
export async function wasPlannedSince(db: Database, { draft_key, version }: VersionRef, sinceMs: number): Promise<boolean> {
	const plan = await tables(db)
		.selectFrom('plan')
		.select('plan_key')
		.where(({ and }) => and({ draft_key, version }))
		.where('made_at_ms', '>=', sinceMs)
		.limit(1)
		.executeTakeFirst();
	return plan !== undefined;
}

/** The plans that are due for a look, in order. */
export async function plansToLookAt(db: Database, nowMs: number): Promise<readonly Plan[]> {
	return tables(db).selectFrom('plan').selectAll().where('look_at_ms', '<=', nowMs).orderBy('look_at_ms').limit(PER_ROUND).execute();
}

export async function rereadPlan(db: Database, { plan_key }: Pick<Plan, 'plan_key'>): Promise<Plan> {
	return tables(db).selectFrom('plan').selectAll().where('plan_key', '=', plan_key).executeTakeFirstOrThrow();
}

type Made = Omit<Plan, 'state' | 'changed_by' | 'seq' | 'shown' | 'tries' | 'look_at_ms' | 'made_at_ms' | 'changed_at_ms'>;

export async function insertPlan(tx: Database, note: Note, made: Made, origin: Origin): Promise<void> {
	const { atMs } = origin;
	// Nothing to show after Publish now: the post is published at once.
	const plan: Plan = {
		...made,
		...{ state: 'open', changed_by: origin.actorUserId, seq: 1, shown: made.by_hand, tries: 0 },
		...{ look_at_ms: atMs, made_at_ms: atMs, changed_at_ms: atMs },
	};
	await tables(tx).insertInto('plan').values(plan).execute();
	noteOf(note, plan, origin);
}

/**
 * Changes the state of a plan; the next round tells people.
 * @throws CopydeskError state_conflict if somebody else changed it first
 */
export async function changePlan(
	tx: Database,
	note: Note,
	{ plan_key, seq, ...before }: Plan,
	to: { readonly state: Plan['state']; readonly reason?: string | null },
	origin: Pick<Origin, 'actorUserId' | 'executionId' | 'atMs'>,
): Promise<Plan> {
	const { state, reason = null } = to;
	const plan = await tables(tx)
		.updateTable('plan')
		.set({
			state,
			reason,
			changed_by: origin.actorUserId,
			seq: seq + 1,
			// People see the result of these states, not the states themselves.
			shown: state === 'moved' || state === 'due' ? 1 : 0,
			tries: 0,
			look_at_ms: state === 'moved' ? null : origin.atMs,
			changed_at_ms: origin.atMs,
		})
		.where(({ and }) => and({ plan_key, seq }))
		.returningAll()
		.executeTakeFirst();
	if (plan === undefined) throw new CopydeskError('state_conflict', `plan ${plan_key}, ${before.state}: somebody was first`);
	noteOf(note, plan, origin);
	return plan;
}

/**
 * After a restored backup it is unknown what was published since. No plan is carried out, and people are asked.
 * @returns the versions that people are asked about
 */
export async function askAfterRestore(tx: Database, atMs: number): Promise<readonly VersionRef[]> {
	const asked = await tables(tx)
		.updateTable('plan')
		.set(({ eb }) => ({
			...{ state: 'missed' as const, reason: 'restored', changed_by: null, shown: 0 as const, tries: 0 },
			...{ look_at_ms: atMs, changed_at_ms: atMs, seq: eb('seq', '+', 1) },
		}))
		.where(({ eb, or, and, exists, not, selectFrom }) =>
			or([
				eb('state', 'in', COMING_PLANS),
				// Its press was being carried out, but nothing had been sent.
				and([
					eb('state', '=', 'fired'),
					exists(
						selectFrom('event').select('event_key').whereRef('event.event_key', '=', 'plan.event_key').where('event.state', '=', 'stored'),
					),
					not(
						exists(
							selectFrom('delivery')
								.select('delivery_id')
								.where('operation', '=', 'publish')
								.whereRef('delivery.draft_key', '=', 'plan.draft_key')
								.whereRef('delivery.version', '=', 'plan.version'),
						),
					),
				]),
			]),
		)
		.returning(['draft_key', 'version', 'event_key'])
		.execute();
	for (const { event_key } of asked) await closeEvent(tx, event_key, { state: 'handled', outcome: 'restored' }, atMs);
	return asked;
}

/** Sets when upkeep looks at a plan again, unless the plan has changed since. */
export async function lookAgain(db: Database, { plan_key, seq }: Plan, next: Pick<Plan, 'shown' | 'tries' | 'look_at_ms'>): Promise<void> {
	await tables(db)
		.updateTable('plan')
		.set(next)
		.where(({ and }) => and({ plan_key, seq }))
		.execute();
}

/** Locks the gate through which plans pass one at a time, until the transaction ends. */
export async function holdGate(tx: Database): Promise<{ readonly firedAtMs: number; readonly atMs: number }> {
	const { fired_at_ms, at_ms } = await tables(tx)
		.insertInto('plan_gate')
		.values({ id: 1, fired_at_ms: 0, at_ms: 0 })
		.onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ fired_at_ms: ref('plan_gate.fired_at_ms') })))
		.returning(['fired_at_ms', 'at_ms'])
		.executeTakeFirstOrThrow();
	return { firedAtMs: fired_at_ms, atMs: at_ms };
}

export async function passGate(tx: Database, firedAtMs: number, { at_ms }: Plan): Promise<void> {
	await tables(tx).updateTable('plan_gate').set({ fired_at_ms: firedAtMs, at_ms }).where('id', '=', 1).execute();
}

/** When the desk's newest post was published, corrected or not; null if there is none. */
export async function lastPostMs(db: Database): Promise<number | null> {
	const newest = await tables(db)
		.selectFrom('delivery')
		.select('changed_at_ms')
		.where(({ and }) => and({ operation: 'publish', state: 'sent' }))
		.where('message_id', '>', 0)
		.where('purpose', '=', 'publish')
		.orderBy('message_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return newest?.changed_at_ms ?? null;
}
