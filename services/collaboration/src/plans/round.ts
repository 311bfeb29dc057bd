/** Handles every plan that is due or whose state people do not see yet; one indexed statement if there is none. */
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import type { Demanded } from '../materials/approvals.ts';
import { copiesOf } from '../materials/read.ts';
import { begin, check, settled } from './fire.ts';
import { lookAgain, openPlanOf, plansToLookAt, rereadPlan, type Plan } from './plans.ts';
import type { Schedule } from './schedule.ts';
import { changeButtons, show, type ShowOptions } from './show.ts';

export interface RoundOptions extends ShowOptions {
	readonly audit: Audit;
	readonly schedule: () => Promise<Schedule>;
	readonly demanded: () => Promise<Demanded>;
	/** Called when a press is to be handed on. */
	readonly onDue: () => void;
	readonly nowMs: () => number;
	readonly log: Log;
}

/** How soon something is retried, or checked again while somebody else works on it. */
const AGAIN_MS = 10_000;
const MAX_TRIES = 14;
const LONGEST_PAUSE_MS = 3_600_000;

export function createRound(options: RoundOptions): () => Promise<void> {
	const { db, nowMs, log } = options;
	return async () => {
		for (const plan of await plansToLookAt(db, nowMs())) {
			try {
				await look(plan, options);
			} catch (error) {
				log.error({ err: error, plan: plan.plan_key }, 'a plan could not be handled');
				await lookAgain(db, plan, { ...plan, look_at_ms: nowMs() + AGAIN_MS });
			}
		}
	};
}

async function look(given: Plan, options: RoundOptions): Promise<void> {
	const { db, onDue } = options;
	// The same time for the whole look: a plan that becomes due during it waits for the next round.
	const atMs = options.nowMs();
	const nowMs = () => atMs;
	const leastMinutesBetween = async () => (await options.schedule()).leastMinutesBetween;
	if (given.state === 'open' && given.at_ms <= atMs && (await begin(given, { ...options, nowMs, leastMinutesBetween }))) onDue();
	if (given.state === 'due' || given.state === 'missed') await check(given, { ...options, nowMs });
	const plan = await rereadPlan(db, given);
	const isDone = plan.shown === 1 || (await (plan.state === 'fired' ? restoreButtons(plan, options) : show(plan, options)));
	const tries = isDone ? 0 : plan.tries + 1;
	// A fired plan is watched until its publication has an outcome. Any other is given up once showing it failed too often.
	const isShown = isDone || (tries > MAX_TRIES && plan.state !== 'fired');
	await lookAgain(db, plan, { shown: isShown ? 1 : 0, tries, look_at_ms: nextLook(plan, isShown, tries, atMs) });
}

function nextLook({ state, at_ms }: Plan, isShown: boolean, tries: number, nowMs: number): number | null {
	// A post may wait for days for its confirmation, so pauses grow.
	const againMs = nowMs + Math.min(AGAIN_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);
	if (state === 'due') return Math.min(againMs, nowMs + AGAIN_MS);
	if (state === 'open') return isShown ? Math.max(at_ms, nowMs + WAIT_MS) : Math.min(againMs, Math.max(at_ms, nowMs + WAIT_MS));
	if (state === 'missed') return isShown ? nowMs + LONGEST_PAUSE_MS : againMs;
	return isShown ? null : againMs;
}

/** A plan that must keep its distance from another post is checked in the next round. */
const WAIT_MS = 1_000;

/** Puts the buttons back if the press had no effect and the version waits for a decision. */
async function restoreButtons(plan: Plan, options: RoundOptions): Promise<boolean> {
	const material = await settled(plan, options.db, options);
	if (material === undefined) return false;
	if (material.state !== 'ready' || (await openPlanOf(options.db, plan)) !== undefined) return true;
	const keyboard = await options.copyButtons(plan);
	if (keyboard === undefined) return true;
	return changeButtons(options, await copiesOf(options.db, plan), `plan:${plan.plan_key}:${plan.seq}`, keyboard);
}
