/** Everything that a press, an answer or a round of upkeep does about when a post goes out. */
import type { Intent } from '@copydesk/domain/desk/asked';
import type { Told } from '@copydesk/domain/desk/intent';
import { isOfPlan } from '@copydesk/domain/chat/callback';
import type { Refusal } from '@copydesk/domain/material/judgement';
import { momentText, explain } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Incoming } from '@copydesk/domain/event/update';
import { calledOf } from '../materials/read.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import type { Demanded } from '../materials/approvals.ts';
import { createApprovalRound } from './approvals.ts';
import type { ApprovalOptions } from './approvals.ts';
import { namesOf } from './copyButtons.ts';
import { answerMenu } from './menu.ts';
import type { MenuOptions, PressedMenu } from './menu.ts';
import { answerTo } from './question.ts';
import type { Answered } from './question.ts';
import { listPlans } from './list.ts';
import { createRound } from './round.ts';
import type { RoundOptions } from './round.ts';
import { nextSlots } from './schedule.ts';

export interface Planning {
	/** Whether a chosen time would be kept: without a webhook nothing is handed on, and the earlier graphs know no plan. */
	canPlan(): Promise<boolean>;
	/** The desk's next free hour. */
	nextSlotMs(): Promise<number | undefined>;
	/** The time that a message names in answer to our question. */
	answer(sender: Participant, incoming: Incoming): Promise<Answered | undefined>;
	/** What is said when a named time cannot be kept, or was. */
	text(messages: Messages, answered: Answered): Promise<string>;
	/** Why a press or an answer came to nothing. */
	refusal(messages: Messages, refused: Refusal, people: Demanded['people']): string;
	/** Who has to agree before a post goes out. */
	demanded(): Promise<Demanded>;
	list: Told['plan'];
	/** Does what follows from a press or a named time that was stored; its answer does not wait for it. */
	follow(pressed: Omit<PressedMenu, 'intent'> & { readonly intent: Intent }): void;
	round(): Promise<void>;
	/** Resolves when nothing is under way any more. */
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

	// One after the other, so that no plan is looked at twice at once.
	const round = (): Promise<void> => (rounds = rounds.catch(() => undefined).then(look));
	const inBackground = (work: Promise<void>): void => {
		const tracked = work
			.catch((error: unknown) => log.error({ err: error }, 'what follows from a press could not be shown'))
			.finally(() => underWay.delete(tracked));
		underWay.add(tracked);
	};

	return {
		canPlan: options.canPlan,
		nextSlotMs: async () => (await nextSlots(db, await schedule(), { nowMs: nowMs(), zone: timeZone, count: 1 }))[0],
		answer: (sender, incoming) => answerTo(db, sender, incoming, { nowMs: nowMs(), zone: timeZone }),
		text: async (messages, answered) => momentText(messages, timeZone, await calledOf(db, answered), answered.when),
		demanded: options.demanded,
		refusal(messages, { refused, facts }, people) {
			const { state, past, too_late, waits_for } = facts ?? {};
			if (typeof waits_for === 'string') return waitsText(messages, waits_for, people);
			const code = past === true ? 'time_past' : too_late === true ? 'goes_out' : refused === 'copy_not_delivered' ? 'no_copy' : refused;
			return messages.refused({ problem: explain(messages, { code, state: typeof state === 'string' ? state : null }) });
		},
		list: (messages) => listPlans(db, participants, messages, timeZone),
		follow({ intent, ...pressed }) {
			if (intent.kind === 'callback' && intent.item === undefined && isOfPlan(intent.action))
				inBackground(answerMenu({ ...pressed, intent }, options));
			inBackground(round());
		},
		round,
		async end() {
			while (underWay.size > 0) await Promise.all(underWay);
			await rounds.catch(() => undefined);
		},
	};
}

/** It is noted, and others are waited for; who takes no part now cannot agree. */
function waitsText(messages: Messages, waitsFor: string, people: Demanded['people']): string {
	const waiting = waitsFor.split(' ').map(Number);
	const gone = people.filter(({ userId, active }) => waiting.includes(userId) && !active).map(({ userId }) => userId);
	if (people.length < 2 || gone.length > 0) return messages.approvals.nobody({ names: namesOf(messages, people, gone) });
	return messages.approvals.noted({ names: namesOf(messages, people, waiting) });
}
