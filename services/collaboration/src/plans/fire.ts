/** Carries out a plan at its time: hands on its press, admits it once, or asks people. */
import { waitsFor, type Agreeing } from '@copydesk/domain/material/approval';
import { dueNow, LATEST_MS, type NotNow } from '@copydesk/domain/material/plan';
import type { SenderRefusal } from '@copydesk/domain/desk/sender';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit, Note } from '../audit/audit.ts';
import { chatWaitsUntil } from '../deliveries/retryAfter.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import { publicationsOf } from '../deliveries/journal.ts';
import { closeEvent, isClosed } from '../events/events.ts';
import { isPlannedKey, openPress } from '../events/planned.ts';
import { agreeingOf, type Demanded } from '../materials/approvals.ts';
import { findMaterial, lockMaterial } from '../materials/read.ts';
import { hashOfContent } from '../materials/row.ts';
import type { Material } from '@copydesk/domain/material/material';
import type { Actors } from '../participants/actors.ts';
import { readReachability } from '../participants/reachability.ts';
import { takeOff } from './decide.ts';
import { agreedOf, changePlan, holdGate, lastPostMs, openPlanOf, passGate, planOfEvent, type Plan } from './plans.ts';

interface FireOptions {
	readonly audit: Audit;
	readonly actors: Actors;
	readonly channelId: number;
	readonly leastMinutesBetween: () => Promise<number>;
	readonly demanded: () => Promise<Demanded>;
	readonly nowMs: () => number;
}

const originOf = ({ user_id, event_key }: Plan, atMs: number) => ({
	actorUserId: user_id,
	eventKey: event_key,
	executionId: null,
	atMs,
});

/** The plan, read under the lock of its version; undefined if somebody else changed it. */
async function locked(tx: Database, plan: Plan): Promise<{ readonly found: Material; readonly plan: Plan } | undefined> {
	const found = await lockMaterial(tx, plan);
	const now = await openPlanOf(tx, found);
	return now?.plan_key === plan.plan_key && now.seq === plan.seq ? { found, plan: now } : undefined;
}

/** Checks everything again on which the approval was based. */
async function reasonAgainst(tx: Database, found: Material, plan: Plan, options: FireOptions): Promise<NotNow | undefined> {
	const { actors, channelId } = options;
	if ((await actors.active(plan.user_id)) === undefined) return 'approver_left';
	if (found.content_sha256 !== plan.content_sha256 || hashOfContent(found) !== plan.content_sha256) return 'content_changed';
	const agreeing = await agreeingOf(tx, found, await options.demanded());
	if (waitsFor(agreeing, agreedOf(plan)) !== null)
		return agreeing.given.some(({ userId }) => isGone(agreeing, userId)) ? 'approver_left' : 'not_agreed';
	const reach = (await readReachability(tx)).get(channelId) ?? 'administrator';
	return reach === 'administrator' || reach === 'creator' ? undefined : 'no_rights';
}

const isGone = ({ people }: Agreeing, userId: number): boolean => !people.some((person) => person.userId === userId && person.active);

/** @returns whether its press is to be handed on now */
export async function begin(due: Plan, options: FireOptions): Promise<boolean> {
	const { audit, nowMs } = options;
	const leastMs = (await options.leastMinutesBetween()) * MINUTE_MS;
	return audit.within(async (tx, note) => {
		const lastFired = await holdGate(tx);
		const held = await locked(tx, due);
		const atMs = nowMs();
		if (held?.plan.state !== 'open') return false;
		const { found, plan } = held;
		const origin = originOf(plan, atMs);
		const against = await reasonAgainst(tx, found, plan, options);
		if (against === 'approver_left' || against === 'not_agreed' || against === 'content_changed') {
			await takeOff(tx, note, found, plan, origin, against);
			return false;
		}
		const lastPost = await lastPostMs(tx);
		const verdict = dueNow(
			{ at_ms: plan.at_ms, by_hand: plan.by_hand === 1 },
			{ nowMs: atMs, lastPostMs: Math.max(lastPost ?? 0, lastFired.firedAtMs), lastFired, leastMs },
		);
		const mayPost = verdict === 'late' || (await chatWaitsUntil(tx, options.channelId, atMs)) === undefined;
		if (verdict === 'wait' || !mayPost) return false;
		if (against !== undefined || verdict === 'late') {
			await changePlan(tx, note, plan, { state: 'missed', reason: against ?? 'late' }, origin);
			return false;
		}
		await openPress(tx, plan.event_key, plan, atMs);
		await changePlan(tx, note, plan, { state: 'due', reason: plan.reason }, origin);
		await passGate(tx, atMs, plan);
		faultPoint('plan.before_due');
		return true;
	});
}

/**
 * Checks a press that n8n has not taken: if it is too late, people are asked; if it was given up, the plan ends. A missed plan ends once
 * its approver leaves, because nobody else may have a copy.
 */
export async function check(due: Plan, { audit, actors, nowMs }: Pick<FireOptions, 'audit' | 'actors' | 'nowMs'>): Promise<void> {
	await audit.within(async (tx, note) => {
		const held = await locked(tx, due);
		if (held === undefined) return;
		const { found, plan } = held;
		const origin = originOf(plan, nowMs());
		const isLeft = plan.state === 'missed' && (await actors.active(plan.user_id)) === undefined;
		if (isLeft) return takeOff(tx, note, found, plan, origin, 'approver_left');
		if (plan.state !== 'due') return;
		if (await isClosed(tx, plan.event_key)) return takeOff(tx, note, found, plan, origin, 'failed');
		if (origin.atMs - plan.at_ms <= LATEST_MS) return;
		await miss(tx, note, plan, 'late', origin.atMs);
	});
}

async function miss(tx: Database, note: Note, plan: Plan, reason: NotNow, atMs: number): Promise<void> {
	await closeEvent(tx, plan.event_key, { state: 'handled', outcome: 'missed' }, atMs);
	await changePlan(tx, note, plan, { state: 'missed', reason }, originOf(plan, atMs));
}

/**
 * Admits the press of a plan for n8n. From then on it is carried out like any other press.
 * @param refused why its person may no longer press
 * @returns whether it may continue
 */
export async function admitPlanned(
	tx: Database,
	note: Note,
	{ eventKey, atMs, refused }: { readonly eventKey: string; readonly atMs: number; readonly refused: SenderRefusal | null },
): Promise<boolean> {
	const known = await planOfEvent(tx, eventKey);
	if (known === undefined) return false;
	const found = await lockMaterial(tx, known);
	const plan = await planOfEvent(tx, eventKey);
	// A second execution continues what the first one began.
	if (plan?.state === 'fired') return refused === null;
	if (plan?.state !== 'due') return false;
	if (refused !== null) {
		await takeOff(tx, note, found, plan, originOf(plan, atMs), 'approver_left');
		return false;
	}
	if (atMs - plan.at_ms > LATEST_MS) {
		await miss(tx, note, plan, 'late', atMs);
		return false;
	}
	await changePlan(tx, note, plan, { state: 'fired' }, originOf(plan, atMs));
	return true;
}

/** Whether a press may go on at a time by itself: a planned post that is later than people were promised is asked about. */
export async function mayGoOnAt(db: Database, eventKey: string, untilMs: number): Promise<boolean> {
	const plan = isPlannedKey(eventKey) ? await planOfEvent(db, eventKey) : undefined;
	return plan === undefined || plan.by_hand === 1 || untilMs - plan.at_ms <= LATEST_MS;
}

/**
 * Checks the press of a plan that was admitted.
 * @returns the version once its work is over; undefined while it is in progress
 */
export async function settled(
	plan: Plan,
	db: Database,
	{ audit, nowMs }: Pick<FireOptions, 'audit' | 'nowMs'>,
): Promise<Material | undefined> {
	const isHeld = (material: Material | undefined) => material?.state === 'claimed' && material.claim_event_key === plan.event_key;
	const found = await findMaterial(db, plan.draft_key, plan.version);
	if (!isHeld(found)) return found;
	// No execution continues it, and nothing was ever sent: release the claim.
	const isOver = (await isClosed(db, plan.event_key)) && (await publicationsOf(db, plan)).length === 0;
	if (!isOver) return undefined;
	await audit.within((tx, note) => releaseClaimOf(tx, note, plan.event_key, nowMs()));
	return findMaterial(db, plan.draft_key, plan.version);
}
