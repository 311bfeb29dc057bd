/** Buttons with links, below a post in the channel. */
import { linkAddress } from './form.ts';
import { normaliseCaption } from './normalise.ts';

export interface LinkButton {
	readonly text: string;
	readonly url: string;
}

/** More is noise below a post. */
export const MAX_LINK_BUTTONS = 2;
/** More is cut by the messenger on a phone. */
const MAX_BUTTON_UNITS = 40;

/** A button as a person writes it: `Tickets https://…`. Null: it is not valid. */
export function readLinkButton(words: string): LinkButton | null {
	const at = words.search(/\shttps:\/\//);
	const text = normaliseCaption(words.slice(0, Math.max(at, 0)).toWellFormed());
	const url = linkAddress(words.slice(at + 1));
	const isVisible = /[^\p{C}\p{M}\p{Z}]/u.test(text);
	return !isVisible || text.length > MAX_BUTTON_UNITS || url === null ? null : { text, url };
}
