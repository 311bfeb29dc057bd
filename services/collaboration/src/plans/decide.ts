/** What a press or an answer decides about the time of a post, stored in the transaction of the event. */
import { isOfPlan, ofShownPlan, type CallbackAction } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { isSameAgreed, refusalOfAgreement, type Agreed } from '@copydesk/domain/material/approval';
import { accepted, isRefusal, refuse, step, type Copy, type Refusal } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgeChoice, judgePlan, judgeTakeOff, refusalOfPlace, type NotNow, type PlanFacts } from '@copydesk/domain/material/plan';
import { LONGEST_PLAN_DAYS } from '@copydesk/domain/schedule/when';
import { DAY_MS, MINUTE_MS } from '@copydesk/domain/schedule/zone';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { isFromUs } from '../deliveries/journal.ts';
import { closeEvent } from '../events/events.ts';
import { plannedKeyOf, reservePress } from '../events/planned.ts';
import { agreeingOf, giveApproval, keepApprovals, type Demanded } from '../materials/approvals.ts';
import { copiesOf, findMaterial, latestVersion, lockMaterial, type VersionRef } from '../materials/read.ts';
import { hashOfContent } from '../materials/row.ts';
import { writeStep, type Origin } from '../materials/write.ts';
import { completeProof } from '../materials/proofs.ts';
import type { Participant } from '../participants/participants.ts';
import { changePlan, insertPlan, openPlanOf, shownNumber, type Plan } from './plans.ts';
import { isTakenSlot } from './schedule.ts';

/** A time that a person named for a version, in answer to a question. */
export interface NamedTime extends VersionRef {
	readonly atMs: number;
}

/** The person who decides, and their event. */
export interface Choosing {
	readonly sender: Participant;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
	/** The next free slot for the version. */
	readonly nextSlotMs: number | undefined;
	/** The desk's time zone. */
	readonly zone: string;
	/** Whose agreement is needed. */
	readonly demanded: Demanded;
	/** The message with the pressed button; null for words. */
	readonly messageId: number | null;
	/** Whether the service can keep a time and hand the press on. */
	readonly canPlan: boolean;
}

/** These are about an open plan. */
const OF_PLANNED: readonly CallbackAction[] = ['publish_now', 'next_slot', 'take_off'];

/** These lead to a time, or to a press that the service hands on. */
const NEEDS_TIME: readonly CallbackAction[] = ['later', 'at', 'other_time', 'next_slot', 'publish_now'];
/** Contract 1.0.0 has no plans, and a desk without a webhook cannot hand on a press. */
const NO_TIMES = refuse('transition_forbidden', 'posts are not planned here', { facts: { time: 'no_times' } });

/** These actions end a plan before they take effect. */
const ENDS_PLAN: readonly CallbackAction[] = ['feedback', 'reject'];

/** @returns why the press has no effect; undefined if it is done, or if the press is about something else */
export async function decideByPress(tx: Database, note: Note, intent: Intent, choosing: Choosing): Promise<Refusal | undefined> {
	if (intent.kind !== 'callback' || intent.item !== undefined) return undefined;
	const { action } = intent;
	const isApproval = action === 'publish' && choosing.demanded.approval !== 'either';
	if (!isOfPlan(action) && !ENDS_PLAN.includes(action) && !isApproval) return undefined;
	if (!choosing.canPlan && NEEDS_TIME.includes(action)) return NO_TIMES;
	if ((await findMaterial(tx, intent.draft_key, intent.version)) === undefined)
		return isOfPlan(action) ? refuse('material_not_found', intent.draft_key) : undefined;
	const found = await lockMaterial(tx, intent);
	const plan = await openPlanOf(tx, found);
	const isOutdated = await showsAnother(tx, intent, plan, { found, choosing });
	if (isOutdated) return refuse('copy_not_delivered', `${found.draft_key} ${found.version}: the list shows another plan`);
	if (plan === undefined && OF_PLANNED.includes(action)) return isPlanless(found);
	switch (action) {
		case 'publish':
			return approve(tx, note, found, choosing);
		case 'at':
			return chooseOffered(tx, note, { found, plan, goesOutMs: (intent.minute ?? 0) * MINUTE_MS }, choosing);
		case 'publish_now':
			return publishNow(tx, note, found, choosing);
		case 'next_slot':
			if (choosing.nextSlotMs === undefined) return isPlanless(found);
			return choose(tx, note, { found, plan, goesOutMs: choosing.nextSlotMs }, choosing);
		case 'take_off':
		case 'feedback':
		case 'reject':
			if (plan === undefined) return undefined;
			return takeOffBy(tx, note, { found, plan, action }, choosing);
		default: {
			const chosen = judgeChoice(found, await factsOf(tx, found, plan, choosing));
			return isRefusal(chosen) ? chosen : undefined;
		}
	}
}

/**
 * Whether a button about a plan is below a message that shows another plan than the open one, or another state of it. The buttons of a
 * copy are changed with its plan; those of a list and of a notice stay as they were sent.
 */
async function showsAnother(
	tx: Database,
	{ action, plan: shown }: Intent & { readonly kind: 'callback' },
	plan: Plan | undefined,
	{ found, choosing }: { readonly found: Material; readonly choosing: Choosing },
): Promise<boolean> {
	const copies = await copiesOf(tx, found);
	// A person without a copy is told so.
	const hasCopy = copies.some(({ userId }) => userId === choosing.sender.userId);
	if (!ofShownPlan(action) || !hasCopy || isOnCopy(copies, choosing)) return false;
	return plan === undefined || shown !== (await shownNumber(tx, plan));
}

/** Publishes at once what is ready or planned. */
export async function publishNow(tx: Database, note: Note, found: Material, choosing: Choosing): Promise<Refusal | undefined> {
	return choose(tx, note, { found, plan: await openPlanOf(tx, found), goesOutMs: choosing.atMs, byHand: true }, choosing);
}

/** The same for a time that a person named. */
export async function decideByAnswer(tx: Database, note: Note, named: NamedTime, choosing: Choosing): Promise<Refusal | undefined> {
	if (!choosing.canPlan) return NO_TIMES;
	const found = await lockMaterial(tx, named);
	return choose(tx, note, { found, plan: await openPlanOf(tx, found), goesOutMs: named.atMs }, choosing);
}

/** Stores that a person agrees. @returns a refusal that names who still has to agree */
async function agree(tx: Database, note: Note, found: Material, to: Agreed, choosing: Choosing): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs, demanded } = choosing;
	if (demanded.approval === 'either') return undefined;
	const isSaid = (await agreeingOf(tx, found, demanded)).given.some((yes) => yes.userId === sender.userId && isSameAgreed(yes, to));
	if (!isSaid) await giveApproval(tx, note, found, to, { actorUserId: sender.userId, eventKey, executionId, atMs });
	return refusalOfAgreement(await agreeingOf(tx, found, demanded), to);
}

/** A press of Publish if one is not enough. If the version cannot be published at all, the claim says so. */
async function approve(tx: Database, note: Note, found: Material, choosing: Choosing): Promise<Refusal | undefined> {
	const contentSha256 = hashOfContent(found);
	const shown = (await copiesOf(tx, found)).filter((copy) => copy.contentSha256 === found.content_sha256);
	const isLatest = (await latestVersion(tx, found.draft_key)) === found.version;
	if (found.state !== 'ready' || !isOnCopy(shown, choosing) || !isLatest || found.content_sha256 !== contentSha256) return undefined;
	return agree(tx, note, found, { contentSha256, goesOutMs: null }, choosing);
}

/** Refuses because the plan's time came first, or there was no plan. */
const isPlanless = (found: Material): Refusal =>
	refuse('transition_forbidden', 'nothing is planned', { facts: { state: found.state, too_late: found.state === 'claimed' } });

const isOnCopy = (copies: readonly Copy[], { sender, messageId }: Choosing): boolean =>
	copies.some((copy) => copy.userId === sender.userId && copy.messageId === messageId);

async function factsOf(tx: Database, found: Material, plan: Plan | undefined, choosing: Choosing): Promise<PlanFacts> {
	const { sender, messageId } = choosing;
	const copies = await copiesOf(tx, found);
	return {
		person: sender,
		messageId,
		copies,
		isOurs: messageId === null || isOnCopy(copies, choosing) || (await isFromUs(tx, sender.chatId, messageId)),
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

/** A button's time may be taken since it was offered. What somebody else already agreed to can still be agreed to. */
async function chooseOffered(tx: Database, note: Note, choice: Choice, choosing: Choosing): Promise<Refusal | undefined> {
	const { found, goesOutMs } = choice;
	const isAgreed = async () => (await agreeingOf(tx, found, choosing.demanded)).given.some((yes) => yes.goesOutMs === goesOutMs);
	if ((await isTakenSlot(tx, found, goesOutMs, choosing.zone)) && !(await isAgreed()))
		return refuse('transition_forbidden', 'the slot is taken', { facts: { time: 'slot_taken' } });
	return choose(tx, note, choice, choosing);
}

async function choose(
	tx: Database,
	note: Note,
	{ found, plan, goesOutMs, byHand = false }: Choice,
	choosing: Choosing,
): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs } = choosing;
	if (!byHand && goesOutMs <= atMs) return refuse('transition_forbidden', 'the time is past', { facts: { time: 'time_past' } });
	// Days of words are counted by the clock, and may be an hour longer.
	if (goesOutMs > atMs + (LONGEST_PLAN_DAYS + 1) * DAY_MS)
		return refuse('transition_forbidden', 'the time is too far ahead', { facts: { time: 'time_too_far' } });
	const pressKey = plannedKeyOf(eventKey);
	const facts = await factsOf(tx, found, plan, choosing);
	const chosen = judgeChoice(found, facts);
	if (isRefusal(chosen)) return chosen;
	const agreed: Agreed = { contentSha256: facts.contentSha256, goesOutMs: byHand ? null : goesOutMs };
	const waits = await agree(tx, note, found, agreed, choosing);
	if (waits !== undefined) return waits;
	// Two people chose the same free time: there is nothing to change.
	if (plan?.state === 'open' && plan.by_hand === 0 && !byHand && plan.at_ms === goesOutMs) return undefined;
	const origin: Origin = { actorUserId: sender.userId, eventKey, executionId, atMs };
	if (plan !== undefined) await endPlan(tx, note, plan, { state: 'moved' }, origin);
	// The journal names the approver of each claim.
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
	const claimed = await completeProof(tx, note, judged, origin);
	await keepApprovals(tx, found, await writeStep(tx, note, ready, claimed, origin), agreed);
	return undefined;
}

/** Ends a plan and closes its press, which may be on its way to n8n. */
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

async function takeOffBy(
	tx: Database,
	note: Note,
	{ found, plan, action }: { readonly found: Material; readonly plan: Plan; readonly action: CallbackAction },
	choosing: Choosing,
): Promise<Refusal | undefined> {
	const { sender, eventKey, executionId, atMs } = choosing;
	const facts = await factsOf(tx, found, plan, choosing);
	// The graphs carry out feedback and a rejection only from the person's own copy.
	const isOurs = action === 'take_off' ? facts.isOurs : isOnCopy(facts.copies, choosing);
	const refusal = refusalOfPlace(found, { ...facts, isOurs });
	if (refusal !== undefined) return refusal;
	await takeOff(tx, note, found, plan, { actorUserId: sender.userId, eventKey, executionId, atMs });
	return undefined;
}

/** Ends a plan, so that the version waits for a decision again. @param reason why the desk does this itself */
export async function takeOff(tx: Database, note: Note, found: Material, plan: Plan, origin: Origin, reason?: NotNow): Promise<void> {
	const ready = judgeTakeOff(found, plan.event_key);
	await endPlan(tx, note, plan, { state: 'taken_off', ...(reason === undefined ? {} : { reason }) }, origin);
	if (ready !== undefined) await writeStep(tx, note, found, step(ready, { taken_off: reason ?? true }), origin);
}
