import { LATIN, lettersOf } from '@copydesk/domain/languages/scripts';

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/**
 * Finds texts in a script that a language does not use. Latin always passes: names are written in it, and English pages are sources for any
 * language.
 * @returns whether a text is in another script
 */
export function otherScript(language: string): (text: string) => boolean {
	const own = lettersOf(language);
	if (own === undefined) return () => false;
	return (text) => (count(text, own) + (own === LATIN ? 0 : count(text, LATIN))) * 2 < count(text, /\p{L}/gu);
}
