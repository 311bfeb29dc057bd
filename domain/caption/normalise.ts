import { CopydeskError } from '../errors.ts';

/**
 * Characters that no caption keeps: C0 and C1 controls but LF (a tab is a space by then), zero-width space,
 * byte-order mark, bidi embeddings, overrides and isolates. ZWJ and ZWNJ stay: emoji and some scripts need them.
 */
const DROPPED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans characters and touches no spacing: CRLF and CR to LF, a tab to a space, dropped characters out, NFC.
 * NFC comes last because a dropped character may have stood between a letter and its accent.
 * @throws CopydeskError `invalid_request` when the text has half of a surrogate pair: it is no text at all
 */
export function cleanCharacters(text: string): string {
	if (!text.isWellFormed()) {
		throw new CopydeskError('invalid_request', 'Expected well-formed Unicode but received a lone surrogate', {
			fields: [{ path: 'text', message: 'Expected well-formed Unicode but received a lone surrogate' }],
		});
	}
	return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(DROPPED, '').normalize('NFC');
}

/**
 * The one form in which texts are stored, compared, counted and published: cleaned characters, no spaces at line
 * ends, at most one blank line in a row, nothing blank at either end. Doing it twice changes nothing.
 * @throws CopydeskError `invalid_request` on a lone surrogate
 */
export function normaliseCaption(text: string): string {
	return cleanCharacters(text)
		.replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
