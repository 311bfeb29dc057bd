/** Everything that a press, an answer or a round of upkeep does about the time of a post. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { DeskQueries } from '@copydesk/domain/desk/intent';
import { isOfPlan, type CallbackAction } from '@copydesk/domain/chat/callback';
import type { Refusal } from '@copydesk/domain/material/judgement';
import { momentText, explain } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Incoming } from '@copydesk/domain/event/update';
import { calledOf, type VersionRef } from '../materials/read.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import type { Demanded } from '../materials/approvals.ts';
import { createApprovalRound, type ApprovalOptions } from './approvals.ts';
import { namesOf } from './copyButtons.ts';
import { answerMenu, type MenuOptions, type PressedMenu } from './menu.ts';
import { answerTo, type Answered } from './question.ts';
import { listPlans, relist } from './list.ts';
import { createRound, type RoundOptions } from './round.ts';
import { nextSlots } from './schedule.ts';

export interface Planning {
	/** Whether the service can keep a chosen time: it needs a webhook, and contract 1.0.0 has no plans. */
	canPlan(): Promise<boolean>;
	/** The next free slot for a version. */
	nextSlotMs(version: VersionRef): Promise<number | undefined>;
	/** The time that a message names in answer to the desk's question. */
	answer(sender: Participant, incoming: Incoming): Promise<Answered | undefined>;
	/** The answer to a named time, kept or not. */
	text(messages: Messages, answered: Answered): Promise<string>;
	readonly timeZone: string;
	/** Why a press or an answer has no effect. */
	refusal(messages: Messages, refused: Refusal, people: Demanded['people']): string;
	/** Whose agreement a post needs. */
	demanded(): Promise<Demanded>;
	list: DeskQueries['plan'];
	/** Updates the chat after a stored press or named time; the answer does not wait for it. */
	follow(pressed: Omit<PressedMenu, 'intent'> & { readonly intent: Intent }): void;
	round(): Promise<void>;
	/** Resolves when all work has ended. */
	end(): Promise<void>;
}

export interface PlanningOptions extends RoundOptions, MenuOptions, ApprovalOptions {
	readonly participants: Participants;
	readonly canPlan: () => Promise<boolean>;
}

export function createPlanning(options: PlanningOptions): Planning {
	const { db, log, nowMs, participants, timeZone, schedule } = options;
	const [plans, approvals] = [createRound(options), createApprovalRound(options)];
	const look = async () => {
		await plans();
		await approvals();
	};
	const underWay = new Set<Promise<void>>();
	let rounds: Promise<void> = Promise.resolve();

	// One round at a time, so that no plan is handled twice at once.
	const round = (): Promise<void> => (rounds = rounds.catch(() => undefined).then(look));
	const inBackground = (work: Promise<void>): void => {
		const tracked = work
			.catch((error: unknown) => log.error({ err: error }, 'the chat could not be updated after a press'))
			.finally(() => underWay.delete(tracked));
		underWay.add(tracked);
	};

	return {
		canPlan: options.canPlan,
		timeZone,
		nextSlotMs: async (version) => (await nextSlots(db, await schedule(), version, { nowMs: nowMs(), zone: timeZone, count: 1 }))[0],
		answer: (sender, incoming) => answerTo(db, sender, incoming, { nowMs: nowMs(), zone: timeZone }),
		text: async (messages, answered) => momentText(messages, timeZone, await calledOf(db, answered), answered.when),
		demanded: options.demanded,
		refusal(messages, { refused, facts }, people) {
			const { state, time, too_late, waits_for, has_copy } = facts ?? {};
			if (typeof waits_for === 'string') return waitsText(messages, waits_for, people);
			const code = TIMES.find((each) => each === time) ?? (too_late === true ? 'goes_out' : has_copy === false ? 'no_copy' : refused);
			return messages.refused({ problem: explain(messages, { code, state: typeof state === 'string' ? state : null }) });
		},
		list: (messages, draftKey) => listPlans(db, participants, { messages, timeZone, nowMs: nowMs(), draftKey }),
		follow({ intent, ...pressed }) {
			if (intent.kind === 'callback' && intent.item === undefined && isOfPlan(intent.action))
				inBackground(answerMenu({ ...pressed, intent }, options));
			const isMenu = intent.kind === 'callback' && !CHANGES_PLANS.includes(intent.action);
			inBackground(isMenu ? round() : round().then(() => relist(pressed.sender, pressed.cause, options)));
		},
		round,
		async end() {
			while (underWay.size > 0) await Promise.all(underWay);
			await rounds.catch(() => undefined);
		},
	};
}

/** After these presses other posts are planned than before, or at other times. */
const CHANGES_PLANS: readonly CallbackAction[] = ['at', 'publish_now', 'next_slot', 'take_off', 'feedback', 'reject'];

const TIMES = ['time_past', 'time_too_far', 'slot_taken', 'no_times'] as const;

/** The approval is stored, and others still have to agree. People who are not active cannot agree. */
function waitsText(messages: Messages, waitsFor: string, people: Demanded['people']): string {
	const waiting = waitsFor.split(' ').map(Number);
	const gone = people.filter(({ userId, active }) => waiting.includes(userId) && !active).map(({ userId }) => userId);
	if (people.length < 2 || gone.length > 0) return messages.approvals.nobody({ names: namesOf(messages, people, gone) });
	return messages.approvals.noted({ names: namesOf(messages, people, waiting) });
}
