/** Texts that are too long for one message: the messenger cuts them, and sends the parts one right after the other. */
import { MAX_MESSAGE_UNITS } from '../limits.ts';

export interface Part {
	readonly text: string;
	/** In seconds since 1970. */
	readonly sentAt: number | null;
}

/** It cuts between words where it can, so that a part may be a little shorter. */
const FEWEST_UNITS_OF_CUT = 4_000;
const MOST_SECONDS_BETWEEN = 5;

/** Whether more of a text may follow in another message. */
export const mayBeCut = (text: string): boolean => text.length >= FEWEST_UNITS_OF_CUT;

/** Whether a message goes on with the one before it. */
export const goesOn = (before: Part, next: Part): boolean =>
	mayBeCut(before.text) && before.sentAt !== null && next.sentAt !== null && Math.abs(next.sentAt - before.sentAt) <= MOST_SECONDS_BETWEEN;

/** The text with what follows it. */
export function joined(first: Part, next: readonly Part[]): string {
	let [text, last] = [first.text, first];
	for (const part of next) {
		if (!goesOn(last, part)) break;
		text += (last.text.length >= MAX_MESSAGE_UNITS ? '' : ' ') + part.text;
		last = part;
	}
	return text;
}
