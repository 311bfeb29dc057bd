/** The answer to `/plan`: everything that is planned, or one draft of it, in order, with buttons. */
import type { Buttons } from '@copydesk/domain/chat/callback';
import { MAX_MESSAGE_UNITS } from '@copydesk/domain/limits';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, personName, slotName } from '@copydesk/domain/messages/sentences';
import type { Saying } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { calledOf } from '../materials/read.ts';
import type { Participants } from '../participants/participants.ts';
import { plansAhead, shownNumber } from './plans.ts';
import type { Plan } from './plans.ts';

/** The most plans of a list that have buttons, three each: a message has no more rows. */
const MAX_LISTED = 8;

export async function listPlans(
	db: Database,
	participants: Participants,
	{ messages, timeZone, draftKey }: { readonly messages: Messages; readonly timeZone: string; readonly draftKey?: string | undefined },
): Promise<Saying> {
	const plans = await plansAhead(db, draftKey);
	const people = await participants.all();
	const lines = await Promise.all(
		plans.map(async ({ draft_key, version, at_ms, user_id, state }) => {
			const by = people.find(({ userId }) => userId === user_id);
			return messages.plans[state === 'missed' ? 'lineMissed' : 'line']({
				draft: draftName(messages, await calledOf(db, { draft_key, version })),
				at: slotName(messages, timeZone, at_ms),
				by: by === undefined ? messages.roles.editor : personName(messages, by),
			});
		}),
	);
	if (plans.length === 0) return { text: messages.plans.nothing, buttons: null };
	let shown = lines.length;
	const textOf = () => messages.plans.list({ lines: lines.slice(0, shown), more: lines.length - shown });
	while (shown > 0 && textOf().length > MAX_MESSAGE_UNITS) shown -= 1;
	return { text: textOf(), buttons: await Promise.all(plans.slice(0, MAX_LISTED).map((plan) => rowOf(db, plan))) };
}

async function rowOf(db: Database, plan: Plan): Promise<Buttons[number]> {
	const { draft_key, version, state } = plan;
	const about = { draft_key, version, plan: await shownNumber(db, plan) };
	return [
		{ action: 'publish_now', ...about },
		{ action: state === 'missed' ? 'next_slot' : 'other_time', ...about },
		{ action: 'take_off', ...about },
	];
}
