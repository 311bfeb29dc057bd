import { withoutInvisible } from '../text/visible.ts';
import { CopydeskError } from '../errors.ts';

/** C0 and C1 controls except LF; tabs were turned into spaces before. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** The messenger drops these from a caption, and the words beside them grow together there too. */
const SEPARATORS = /[\u2028\u2029]/g;
/** Marks that the messenger drops where they are not part of a composed letter. */
const DROPPED_MARKS = /[\u030a\u0333\u033f]/g;

/**
 * Cleans characters and touches no spacing: CRLF and CR to LF, a tab to a space, invisible and dropped characters out, NFC.
 * NFC comes after each drop because a dropped character may have been between a letter and its accent.
 * @throws CopydeskError `invalid_request` when the text has half of a surrogate pair: it is no text at all
 */
export function cleanCharacters(text: string): string {
	if (!text.isWellFormed()) {
		throw new CopydeskError('invalid_request', 'Expected well-formed Unicode but received a lone surrogate', {
			fields: [{ path: 'text', message: 'Expected well-formed Unicode but received a lone surrogate' }],
		});
	}
	const visible = withoutInvisible(text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')).replace(CONTROLS, '');
	return visible.normalize('NFC').replace(DROPPED_MARKS, '').normalize('NFC');
}

/**
 * The one form in which texts are stored, compared, counted and published: cleaned characters, no spaces at line
 * ends, at most one blank line in a row, nothing blank at either end. Doing it twice changes nothing.
 * @throws CopydeskError `invalid_request` on a lone surrogate
 */
export function normaliseCaption(text: string): string {
	return cleanCharacters(text.replace(SEPARATORS, ''))
		.replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
