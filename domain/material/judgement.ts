/** What a decision is judged by, and what it comes to. */
import type { Role } from '../role.ts';
import type { CallbackAction } from '../chat/callback.ts';
import { CopydeskError, type ErrorCode, type ErrorExtras } from '../errors.ts';
import type { Material } from './material.ts';

/** A button that was pressed: what it asks for, of which version, under which message. */
export interface Press {
	readonly action: CallbackAction;
	readonly draft_key: string;
	readonly version: number;
	/** For a news card; its batch is in `draft_key`. */
	readonly item?: number;
	/** The person was told that the desk had that. */
	readonly anyway?: true;
	readonly messageId: number;
}

/** Words in the chat that may end a session: the answer to its question, `/cancel`, or `/resume` of this draft. */
export type Words =
	| { readonly kind: 'reply'; readonly draft_key: string; readonly version: number; readonly text?: string }
	| { readonly kind: 'resume'; readonly draft_key: string }
	| { readonly kind: 'cancel' };

/** A preview that somebody really has. */
export interface Copy {
	readonly userId: number;
	readonly messageId: number;
	/** Hash of what this copy shows. */
	readonly contentSha256: string;
}

/** Who acts, under which event. */
export interface Acting {
	readonly person: { readonly userId: number; readonly chatId: number; readonly role: Role };
	readonly eventKey: string;
}

/** The same with what a person's decision about a version rests on. */
export interface Deciding extends Acting {
	/** The event as a press; null if it is no press. */
	readonly press: Press | null;
	/** The event as words; null if it is something else. */
	readonly words: Words | null;
	/** Every confirmed copy of this version. */
	readonly copies: readonly Copy[];
}

export type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** What is to be written, and what the journal and the audit say of it. `next` is the record itself when nothing changes. */
export interface Step<Next extends Material = Material> {
	readonly next: Next;
	readonly detail: Detail;
}

export interface Refusal extends Pick<ErrorExtras, 'facts' | 'fields'> {
	readonly refused: ErrorCode;
	/** For the log. */
	readonly why: string;
}

export type Judgement<Next extends Material = Material> = Step<Next> | Refusal;

export const step = <Next extends Material>(next: Next, detail: Detail = {}): Step<Next> => ({ next, detail });
export const refuse = (refused: ErrorCode, why: string, extras: Pick<ErrorExtras, 'facts' | 'fields'> = {}): Refusal => ({
	refused,
	why,
	...extras,
});

export function isRefusal<Answer extends object>(answer: Answer | Refusal | undefined): answer is Refusal {
	return answer !== undefined && 'refused' in answer;
}

/** Throws where the rule refuses. @throws CopydeskError with the refusal's code */
export function accepted<Answer extends object>(answer: Answer | Refusal): Answer {
	if (isRefusal(answer)) throw new CopydeskError(answer.refused, answer.why, answer);
	return answer;
}

export function conflict(found: Material, why: string): Refusal {
	const { state, draft_key, version, claimed_by_user_id } = found;
	return refuse('state_conflict', why, { facts: { state, draft_key, version, claimed_by: claimed_by_user_id } });
}

/** The person's own confirmed copy under this message. */
export function ownCopy(found: Material, { person, copies }: Deciding, messageId: number): Copy | Refusal {
	return (
		copies.find((copy) => copy.userId === person.userId && copy.messageId === messageId) ??
		refuse('copy_not_delivered', `user ${person.userId}, message ${messageId}, ${found.draft_key} ${found.version}`)
	);
}

/** Whether the event is the press of this button about this version, under whichever message. */
export const isPressed = ({ press }: Pick<Deciding, 'press'>, { draft_key, version }: Material, action: CallbackAction): boolean =>
	press?.action === action && press.draft_key === draft_key && press.version === version;

/** Whether the event is words in the chat that answer a question about this version. */
export const isAnswered = ({ words }: Pick<Deciding, 'words'>, { draft_key, version }: Material): boolean =>
	words?.kind === 'reply' && words.draft_key === draft_key && words.version === version;

/**
 * A decision needs its press: the event must be the very press that is being carried out, this action, this version,
 * and the presser's own delivered copy. A context alone decides nothing.
 * @param messageId what the press is said to be under, if anybody says so
 */
export function refusalOfPress(found: Material, deciding: Deciding, action: CallbackAction, messageId?: number): Refusal | undefined {
	const { press } = deciding;
	if (press === null) return refuse('copy_not_delivered', `the event is no press of ${action}`);
	const isThisOne = press.action === action && press.draft_key === found.draft_key && press.version === found.version;
	if (!isThisOne || (messageId !== undefined && messageId !== press.messageId))
		return refuse('copy_not_delivered', `the event is a press of ${press.action} on ${press.draft_key} ${press.version}`);
	const copy = ownCopy(found, deciding, press.messageId);
	return isRefusal(copy) ? copy : undefined;
}
