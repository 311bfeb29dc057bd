/** What a press or an answer decides about when a version goes out, written in the transaction that stores it. */
import { isOfPlan } from '@copydesk/domain/chat/callback';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/asked';
import { isSameAgreed, refusalOfAgreement } from '@copydesk/domain/material/approval';
import type { Agreed } from '@copydesk/domain/material/approval';
import { accepted, isRefusal, refuse, step } from '@copydesk/domain/material/judgement';
import type { Refusal } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgeChoice, judgePlan, judgeTakeOff } from '@copydesk/domain/material/plan';
import type { NotNow, PlanFacts } from '@copydesk/domain/material/plan';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { closeEvent } from '../events/events.ts';
import { plannedKeyOf, reservePress } from '../events/planned.ts';
import { agreeingOf, giveApproval, keepApprovals } from '../materials/approvals.ts';
import type { Demanded } from '../materials/approvals.ts';
import { copiesOf, findMaterial, latestVersion, lockMaterial } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { hashOfContent } from '../materials/row.ts';
import { writeStep } from '../materials/write.ts';
import type { Origin } from '../materials/write.ts';
import type { Participant } from '../participants/participants.ts';
import { changePlan, insertPlan, openPlanOf } from './plans.ts';
import type { Plan } from './plans.ts';

/** A time that somebody named for a version, in answer to a question. */
export interface NamedTime extends VersionRef {
	readonly atMs: number;
}

/** Who decides, under which event. */
export interface Choosing {
	readonly sender: Participant;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
	/** The desk's next free hour. */
	readonly nextSlotMs: number | undefined;
	/** Who has to agree. */
	readonly demanded: Demanded;
	/** Under which message somebody pressed; null for words. */
	readonly messageId: number | null;
}

/** These end a plan before they do what they ask for. */
const ENDS_PLAN: readonly CallbackAction[] = ['feedback', 'reject'];

/** @returns why nothing follows; undefined when it is done, or when the press is about something else */
export async function decideByPress(tx: Database, note: Note, intent: Intent, choosing: Choosing): Promise<Refusal | undefined> {
	if (intent.kind !== 'callback' || intent.item !== undefined) return undefined;
	const { action } = intent;
	const isApproval = action === 'publish' && choosing.demanded.approval !== 'either';
	if (!isOfPlan(action) && !ENDS_PLAN.includes(action) && !isApproval) return undefined;
	if ((await findMaterial(tx, intent.draft_key, intent.version)) === undefined)
		return isOfPlan(action) ? refuse('material_not_found', intent.draft_key) : undefined;
	const found = await lockMaterial(tx, intent);
	const plan = await openPlanOf(tx, found);
	switch (action) {
		case 'publish':
			return approve(tx, note, found, choosing);
		case 'at':
			return choose(tx, note, { found, plan, goesOutMs: (intent.minute ?? 0) * MINUTE_MS }, choosing);
		case 'publish_now':
			return choose(tx, note, { found, plan, goesOutMs: choosing.atMs, byHand: true }, choosing);
		case 'next_slot':
			if (plan === undefined || choosing.nextSlotMs === undefined) return isPlanless(found);
			return choose(tx, note, { found, plan, goesOutMs: choosing.nextSlotMs }, choosing);
		case 'take_off':
		case 'feedback':
		case 'reject':
			if (plan === undefined) return action === 'take_off' ? isPlanless(found) : undefined;
			return takeOffBy(tx, note, found, plan, choosing);
		default: {
			const chosen = judgeChoice(found, await factsOf(tx, found, plan, choosing));
			return isRefusal(chosen) ? chosen : undefined;
		}
	}
}

/** The same for a time that somebody named. */
export async function decideByAnswer(tx: Database, note: Note, named: NamedTime, choosing: Choosing): Promise<Refusal | undefined> {
	const found = await lockMaterial(tx, named);
	return choose(tx, note, { found, plan: await openPlanOf(tx, found), goesOutMs: named.atMs }, choosing);
}

/** Writes down that somebody agrees. @returns who is waited for */
async function agree(tx: Database, note: Note, found: Material, to: Agreed, choosing: Choosing): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs, demanded } = choosing;
	if (demanded.approval === 'either') return undefined;
	const isSaid = (await agreeingOf(tx, found, demanded)).given.some((yes) => yes.userId === sender.userId && isSameAgreed(yes, to));
	if (!isSaid) await giveApproval(tx, note, found, to, { actorUserId: sender.userId, eventKey, executionId, atMs });
	return refusalOfAgreement(await agreeingOf(tx, found, demanded), to);
}

/** A press of Publish where one is not enough. What cannot be published at all is said by the claim. */
async function approve(tx: Database, note: Note, found: Material, choosing: Choosing): Promise<Refusal | undefined> {
	const contentSha256 = hashOfContent(found);
	const isOwn = (await copiesOf(tx, found)).some(
		(copy) =>
			copy.userId === choosing.sender.userId && copy.messageId === choosing.messageId && copy.contentSha256 === found.content_sha256,
	);
	const isLatest = (await latestVersion(tx, found.draft_key)) === found.version;
	if (found.state !== 'ready' || !isOwn || !isLatest || found.content_sha256 !== contentSha256) return undefined;
	return agree(tx, note, found, { contentSha256, goesOutMs: null }, choosing);
}

/** It was planned, and its time came first; or it never was. */
const isPlanless = (found: Material): Refusal =>
	refuse('transition_forbidden', 'nothing is planned', { facts: { state: found.state, too_late: found.state === 'claimed' } });

async function factsOf(tx: Database, found: Material, plan: Plan | undefined, { sender }: Choosing): Promise<PlanFacts> {
	return {
		person: sender,
		copies: await copiesOf(tx, found),
		latestVersion: await latestVersion(tx, found.draft_key),
		contentSha256: hashOfContent(found),
		planned: plan?.event_key ?? null,
	};
}

interface Choice {
	readonly found: Material;
	readonly plan: Plan | undefined;
	readonly goesOutMs: number;
	readonly byHand?: boolean;
}

async function choose(
	tx: Database,
	note: Note,
	{ found, plan, goesOutMs, byHand = false }: Choice,
	choosing: Choosing,
): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs } = choosing;
	if (!byHand && goesOutMs <= atMs) return refuse('transition_forbidden', 'the time is past', { facts: { past: true } });
	const pressKey = plannedKeyOf(eventKey);
	const facts = await factsOf(tx, found, plan, choosing);
	const chosen = judgeChoice(found, facts);
	if (isRefusal(chosen)) return chosen;
	const agreed: Agreed = { contentSha256: facts.contentSha256, goesOutMs: byHand ? null : goesOutMs };
	const waits = await agree(tx, note, found, agreed, choosing);
	if (waits !== undefined) return waits;
	const origin: Origin = { actorUserId: sender.userId, eventKey, executionId, atMs };
	if (plan !== undefined) await endPlan(tx, note, plan, { state: 'moved' }, origin);
	// The journal says of each claim who approved it.
	const ready = await writeStep(tx, note, found, step(chosen.ready, plan === undefined ? {} : { moved: true }), origin);
	const judged = accepted(judgePlan(ready, facts, pressKey, goesOutMs));
	const { draft_key, version } = found;
	const press = { draft_key, version, user_id: sender.userId, chat_id: sender.chatId, message_id: judged.copy.messageId };
	await reservePress(tx, pressKey, press, atMs);
	await insertPlan(
		tx,
		note,
		{
			...press,
			plan_key: eventKey,
			event_key: pressKey,
			content_sha256: judged.copy.contentSha256,
			at_ms: goesOutMs,
			by_hand: byHand ? 1 : 0,
			reason: plan === undefined ? null : 'moved',
		},
		origin,
	);
	await keepApprovals(tx, found, await writeStep(tx, note, ready, judged, origin), agreed);
	return undefined;
}

/** A plan whose press may be handed on already is over for n8n too. */
async function endPlan(
	tx: Database,
	note: Note,
	plan: Plan,
	to: { readonly state: 'moved' | 'taken_off'; readonly reason?: string },
	origin: Pick<Origin, 'actorUserId' | 'executionId' | 'atMs'>,
): Promise<void> {
	await closeEvent(tx, plan.event_key, { state: 'handled', outcome: to.state }, origin.atMs);
	await changePlan(tx, note, plan, to, origin);
}

async function takeOffBy(tx: Database, note: Note, found: Material, plan: Plan, choosing: Choosing): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs } = choosing;
	const hasCopy = (await copiesOf(tx, found)).some(({ userId }) => userId === sender.userId);
	if (!hasCopy) return refuse('copy_not_delivered', `user ${sender.userId}, ${found.draft_key} ${found.version}`);
	await takeOff(tx, note, found, plan, { actorUserId: sender.userId, eventKey, executionId, atMs });
	return undefined;
}

/** The version waits for a decision again. @param reason why the desk does so by itself */
export async function takeOff(tx: Database, note: Note, found: Material, plan: Plan, origin: Origin, reason?: NotNow): Promise<void> {
	const ready = judgeTakeOff(found, plan.event_key);
	await endPlan(tx, note, plan, { state: 'taken_off', ...(reason === undefined ? {} : { reason }) }, origin);
	if (ready !== undefined) await writeStep(tx, note, found, step(ready, { taken_off: reason ?? true }), origin);
}
