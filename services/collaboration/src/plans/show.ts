/** Shows a plan to people: the buttons below their copies, and a notice. */
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, personName, zonedName, type Called } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, type Cause } from '../deliveries/journal.ts';
import type { CopyButtons } from '../deliveries/operations.ts';
import { isTold, type Notice, type Tell, type Try } from '../deliveries/tell.ts';
import { calledOf, copiesOf, type DeliveredCopy } from '../materials/read.ts';
import { missedKeyboard } from '../messenger/buttons.ts';
import { inLanguageOfReader, setButtons } from '../notices/buttons.ts';
import { channelLink } from '../notices/links.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { namesOf } from './copyButtons.ts';
import { shownNumber, type Plan } from './plans.ts';

export interface ShowOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly channelId: number;
	readonly timeZone: string;
	readonly copyButtons: CopyButtons;
}

/** Puts the same buttons below copies, each in the language of its reader. */
export async function changeButtons(
	{ trySend, actors, languages }: Pick<ShowOptions, 'trySend' | 'actors' | 'languages'>,
	copies: readonly DeliveredCopy[],
	key: string,
	keyboard: (messages: Messages, readerId: number) => object,
	cause: Cause = NOBODY,
): Promise<boolean> {
	const spoken = inLanguageOfReader(keyboard, { actors, languages });
	const changed = await setButtons(trySend, copies, { key: ({ deliveryId }) => `${key}:${deliveryId}`, keyboard: spoken, cause });
	return changed.every(({ status }) => status !== 'not_sent');
}

/** @returns false if anything must be retried */
export async function show(plan: Plan, options: ShowOptions): Promise<boolean> {
	const { db, actors, tell, timeZone } = options;
	const keyboard = await options.copyButtons(plan);
	const copies = await copiesOf(db, plan);
	const areShown = keyboard === undefined || (await changeButtons(options, copies, `plan:${plan.plan_key}:${plan.seq}`, keyboard));
	const by = plan.changed_by === null ? undefined : await actors.known(plan.changed_by);
	const isByDesk = plan.state === 'missed' || isTakenOff(plan.reason);
	const people = (await actors.everyone()).filter(({ userId }) => isByDesk || userId !== plan.changed_by);
	const channel = await channelLink(db, options.channelId, null);
	const holders = (await actors.everyone()).filter(({ userId }) => copies.some((copy) => copy.userId === userId));
	const called = await calledOf(db, plan);
	const number = await shownNumber(db, plan);
	const told = await Promise.all(
		people.map(async (person) => {
			const mayDecide = holders.some(({ userId }) => userId === person.userId);
			const { status } = await tell(
				person,
				noticeOf(plan, { timeZone, channel, called, number, holders: mayDecide ? null : holders }, (messages) =>
					by === undefined ? messages.roles.owner : personName(messages, by),
				),
			);
			return isTold(status);
		}),
	);
	return areShown && told.every((each) => each);
}

interface NoticeFacts {
	readonly called: Called;
	/** By which the buttons of the notice name the plan. */
	readonly number: number;
	readonly timeZone: string;
	/** The link to the channel. */
	readonly channel: string;
	/** Who can decide, named to a reader who cannot; null if the reader can. */
	readonly holders: readonly Participant[] | null;
}

function noticeOf(plan: Plan, { timeZone, channel, called, number, holders }: NoticeFacts, nameOf: (messages: Messages) => string): Notice {
	const { plan_key, seq, state, reason, at_ms } = plan;
	return {
		purpose: 'plan',
		entity_key: `${plan_key}:${seq}`,
		text(messages) {
			const { plans } = messages;
			const about = { draft: draftName(messages, called), at: zonedName(messages, timeZone, at_ms) };
			if (state === 'missed') {
				const ask =
					holders === null
						? plans.whatNow
						: plans.othersDecide({
								names: namesOf(
									messages,
									holders,
									holders.map(({ userId }) => userId),
								),
							});
				const why =
					reason === 'restored'
						? plans.missed.restored({ ...about, channel })
						: plans.missed[reason === 'no_rights' ? reason : 'late'](about);
				return `${why}\n\n${ask}`;
			}
			if (state === 'taken_off')
				return isTakenOff(reason) ? plans.takenOffBecause[reason](about) : plans.takenOff({ ...about, by: nameOf(messages) });
			return (reason === 'moved' ? plans.moved : plans.made)({ ...about, by: nameOf(messages) });
		},
		...(state === 'missed' && holders === null
			? { keyboard: (messages: Messages) => missedKeyboard(messages, { ...plan, plan: number }) }
			: {}),
	};
}

const isTakenOff = (reason: string | null): reason is 'approver_left' | 'not_agreed' | 'content_changed' | 'failed' =>
	reason === 'approver_left' || reason === 'not_agreed' || reason === 'content_changed' || reason === 'failed';
