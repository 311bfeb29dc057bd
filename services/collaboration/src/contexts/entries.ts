/**
 * Service entries: they get a context of the owner although nobody wrote or pressed anything. Such a context serves one purpose: it
 * cannot create, decide about or publish a post.
 */
import type { Context } from './contexts.ts';

export const ENTRY = /^[A-Za-z][A-Za-z0-9_.:-]{0,39}$/;
export const ENTRY_SHAPE = 'a letter, then at most 39 of A-Z a-z 0-9 _ . : -';

/** The entries of our own graphs: the daily offer of news. */
export const DEFAULT_ENTRIES: readonly string[] = ['daily_offer'];

/** The entry of the operator's command. It opens the onboarding only, so it needs no configuration. */
export const OPERATOR_ENTRY = 'operator_onboard';

/** The purpose of an entry: the owner's schedule or the operator's onboarding. */
export type EntryKind = 'schedule' | 'operator';

export const purposeOfEntry = (entry: string): string => `entry:${entry}`;

/** The kind of entry for which a context was signed; undefined for an event of the messenger. */
export function entryKindOf(context: Pick<Context, 'purpose'>): EntryKind | undefined {
	const name = entryNameOf(context);
	if (name === undefined) return undefined;
	return name === OPERATOR_ENTRY ? 'operator' : 'schedule';
}

/** The name of the entry for which a context was signed; undefined for an event of the messenger. */
export function entryNameOf({ purpose }: Pick<Context, 'purpose'>): string | undefined {
	return purpose.startsWith(purposeOfEntry('')) ? purpose.slice(purposeOfEntry('').length) : undefined;
}
