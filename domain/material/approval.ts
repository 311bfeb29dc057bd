/** Who has to agree before a post goes out. */
import { refuse, type Refusal } from './judgement.ts';

/**
 * `either`: one press of either person; `other`: the person who asked for the post cannot approve it alone; `both`: each of the two
 * has to press.
 */
export const approvals = ['either', 'other', 'both'] as const;
export type Approval = (typeof approvals)[number];

/** What a person agrees to: this content, at once or at a time. */
export interface Agreed {
	readonly contentSha256: string;
	/** Null: at once. */
	readonly goesOutMs: number | null;
}

/** The last word of a person about a version that nothing has happened to since. */
export interface Yes extends Agreed {
	readonly userId: number;
}

/** What an agreement about a version rests on. */
export interface Agreeing {
	readonly approval: Approval;
	/** Who asked for the post: for its first version. */
	readonly askedBy: number;
	/** The people of the desk. Only those who take part now can agree. */
	readonly people: readonly { readonly userId: number; readonly active: boolean }[];
	readonly given: readonly Yes[];
}

export const isSameAgreed = (one: Agreed, other: Agreed): boolean =>
	one.contentSha256 === other.contentSha256 && one.goesOutMs === other.goesOutMs;

/** Whether its time has passed: nobody can agree to it any more. */
export const isOver = ({ goesOutMs }: Agreed, nowMs: number): boolean => goesOutMs !== null && goesOutMs <= nowMs;

/** Whose agreement is still needed; null when none is needed, and an empty list when no person could agree. */
export function waitsFor({ approval, askedBy, people, given }: Agreeing, to: Agreed): readonly number[] | null {
	if (approval === 'either') return null;
	const said = new Set(given.filter((yes) => isSameAgreed(yes, to)).map(({ userId }) => userId));
	const by = people.filter(({ userId, active }) => active && said.has(userId));
	const isEnough = approval === 'both' ? by.length > 1 : by.some(({ userId }) => userId !== askedBy);
	if (isEnough) return null;
	const isMissing = (userId: number) => (approval === 'both' ? !by.some((each) => each.userId === userId) : userId !== askedBy);
	return people.map(({ userId }) => userId).filter(isMissing);
}

/** Why this may not happen yet; undefined when everybody who has to has agreed. */
export function refusalOfAgreement(agreeing: Agreeing, to: Agreed): Refusal | undefined {
	const missing = waitsFor(agreeing, to);
	return missing === null ? undefined : refuse('not_ready', `waits for ${missing.join(', ')}`, { facts: { waits_for: missing.join(' ') } });
}
