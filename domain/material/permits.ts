/**
 * What of the chat permits each change of a version: a press about it, an answer about it, or the event that works on it. A context of
 * any other event changes nothing. Claims: `publication.ts`, plans: `plan.ts`, posts in the channel: `post.ts`.
 */
import { callbackActions, goesOn, type CallbackAction } from '../chat/presses.ts';
import { isAnswered, isPressed, refusalOfPress, refuse, type Deciding, type Refusal } from './judgement.ts';
import type { MaterialState } from './machine.ts';
import type { Material } from './material.ts';
import { awaitsText } from './work.ts';

interface Permit {
	/** One of these buttons, about this very version. */
	readonly pressed?: readonly CallbackAction[];
	/** The same, under the person's own copy of it. */
	readonly pressedOnCopy?: readonly CallbackAction[];
	/** Words, or a button that stands for words, about this very version. */
	readonly answered?: true;
	readonly cancelled?: true;
	/** The event began the version, or goes on with it. */
	readonly works?: true;
}

const GIVEN_UP: Permit = { pressed: ['drop', 'drop_anyway'], answered: true };
/** A next version takes its place. */
const REVISED: Permit = { pressed: ['everywhere'], answered: true };
const WORK: Permit = { works: true };

/** For a change within a state: what went wrong is written down. */
export const permits: Readonly<Record<string, Permit>> = {
	'text_generating → text_generating': WORK,
	'text_generating → text_preparing': WORK,
	'text_generating → rejected': GIVEN_UP,
	'text_preparing → text_preparing': WORK,
	'text_preparing → ready': WORK,
	'text_preparing → rejected': GIVEN_UP,
	'ready → ready': WORK,
	'ready → awaiting_feedback': { pressedOnCopy: ['feedback'] },
	'ready → superseded': REVISED,
	'ready → rejected': { pressedOnCopy: ['reject'] },
	'awaiting_feedback → awaiting_feedback': WORK,
	'awaiting_feedback → ready': { pressed: ['close'], answered: true, cancelled: true },
	'awaiting_feedback → superseded': REVISED,
	'awaiting_feedback → rejected': { pressedOnCopy: ['reject'] },
	'claimed → claimed': WORK,
};

/** A stopped version ends because a next one takes its place. */
export const SUCCEEDED: Permit = { pressed: ['back', 'everywhere', 'write_anew'], answered: true };

export function isPermitted(found: Material, deciding: Deciding, permit: Permit): boolean {
	const { pressed = [], pressedOnCopy = [], answered = false, cancelled = false, works = false } = permit;
	return (
		pressed.some((action) => isPressed(deciding, found, action)) ||
		pressedOnCopy.some((action) => refusalOfPress(found, deciding, action) === undefined) ||
		(answered && isAnswered(deciding, found)) ||
		(cancelled && deciding.words?.kind === 'cancel') ||
		(works && isAtWork(found, deciding))
	);
}

const GOES_ON: readonly CallbackAction[] = [...callbackActions.filter(goesOn), 'absent'];

/** The event that began the version, or one in which somebody goes on with it. */
const isAtWork = (found: Material, deciding: Deciding): boolean =>
	deciding.eventKey === found.event_key ||
	(deciding.words?.kind === 'resume' && deciding.words.draft_key === found.draft_key) ||
	GOES_ON.some((action) => isPressed(deciding, found, action));

/** News whose article cannot be read end under the event that works on them: their source is free again. */
const isUnread = (found: Material): boolean => awaitsText(found) && found.item !== null && found.source_blocks === null;

/** Whether it is this person's to ask for, under this event. A session is its holder's and, to resolve it, the owner's. */
export function refusalOfAsker(found: Material, to: MaterialState, deciding: Deciding): Refusal | undefined {
	const { state } = found;
	const { person } = deciding;
	const isSession = state === 'awaiting_feedback' && to !== state;
	if (isSession && found.feedback_actor_user_id !== person.userId && person.role !== 'owner')
		return refuse('session_held', `held by ${found.feedback_actor_user_id}`, { facts: { state } });
	const change = `${state} → ${to}`;
	const permit = permits[change];
	if (permit !== undefined && isPermitted(found, deciding, permit)) return undefined;
	if (to === 'rejected' && isUnread(found) && isPermitted(found, deciding, WORK)) return undefined;
	return refuse(isSession ? 'session_held' : 'copy_not_delivered', `the event does not permit ${change}`, { facts: { state } });
}
