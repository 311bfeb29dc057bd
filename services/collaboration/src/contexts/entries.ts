/**
 * Service entries: what gets a context of the owner without anybody having written or pressed anything. Such a context
 * is for one thing, and creates no post, decides nothing and publishes nothing.
 */
import type { Context } from './contexts.ts';

export const ENTRY = /^[A-Za-z][A-Za-z0-9_.:-]{0,39}$/;
export const ENTRY_SHAPE = 'a letter, then at most 39 of A-Z a-z 0-9 _ . : -';

/** What our own graphs ask for: the offer of news at a time of the desk's own. */
export const DEFAULT_ENTRIES: readonly string[] = ['daily_offer'];

/** What the operator's command asks for; it opens the onboarding and nothing else, so that it needs no configuration. */
export const OPERATOR_ENTRY = 'operator_onboard';

/** What an entry is for: the owner's schedule, or the operator's onboarding. */
export type EntryKind = 'schedule' | 'operator';

export const purposeOfEntry = (entry: string): string => `entry:${entry}`;

/** The kind of entry that a context was signed for; undefined when it came from an event of the messenger. */
export function entryKindOf(context: Pick<Context, 'purpose'>): EntryKind | undefined {
	const name = entryNameOf(context);
	if (name === undefined) return undefined;
	return name === OPERATOR_ENTRY ? 'operator' : 'schedule';
}

/** The name of the entry that a context was signed for; undefined when it came from an event of the messenger. */
export function entryNameOf({ purpose }: Pick<Context, 'purpose'>): string | undefined {
	return purpose.startsWith(purposeOfEntry('')) ? purpose.slice(purposeOfEntry('').length) : undefined;
}
