/** Pages that a message names, with or without a scheme, in its words or behind them. */
import { pagesIn } from '../text/contacts.ts';

/** Each of them has a button of its own. */
const MOST_LINKS = 5;
const MOST_UNITS_SHOWN = 28;

const withScheme = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`);
const keyOf = (address: string): string =>
	withScheme(address)
		.replace(/^https?:\/\/(?:www\.)?/i, '')
		.replace(/\/$/, '')
		.toLowerCase();

/** With a page behind it, a name is an address also where its end is none of the public ones. */
const HOST_WITH_PAGE = /(?<![\p{L}\p{N}@./:-])(?:[a-z\d-]{2,63}\.)+[a-z]{2,63}\/[^\s<>"'«»“”()]*[^\s<>"'«»“”().,;:!?]/giu;

/** @param marked what the messenger itself marked as links */
export function linksIn(text: string, marked: readonly string[]): readonly string[] {
	const all = [
		...marked.filter((each) => /^(?:https?:\/\/|[^:@]+$)/i.test(each)),
		...pagesIn(text),
		...(text.match(HOST_WITH_PAGE) ?? []),
	].map(withScheme);
	const found = new Map<string, string>();
	for (const each of all) {
		if (found.size === MOST_LINKS) break;
		if (/^https?:\/\/[^/\s]/i.test(each) && !found.has(keyOf(each))) found.set(keyOf(each), each);
	}
	return [...found.values()];
}

/** An address without its scheme, short enough for a button. */
export function linkShown(address: string): string {
	const shown = address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
	return shown.length > MOST_UNITS_SHOWN ? `${shown.slice(0, MOST_UNITS_SHOWN - 1)}…` : shown;
}
