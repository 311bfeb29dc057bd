/** The script that a language is written in, by its tag. */

export const LATIN = /\p{Script=Latin}/gu;

/** Scripts by their four letters. */
const letters: Readonly<Record<string, RegExp>> = {
	Latn: LATIN,
	Cyrl: /\p{Script=Cyrillic}/gu,
	Grek: /\p{Script=Greek}/gu,
	Arab: /\p{Script=Arabic}/gu,
	Hebr: /\p{Script=Hebrew}/gu,
	Deva: /\p{Script=Devanagari}/gu,
	Thai: /\p{Script=Thai}/gu,
	Hans: /\p{Script=Han}/gu,
	Hant: /\p{Script=Han}/gu,
	Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
	Kore: /[\p{Script=Hangul}\p{Script=Han}]/gu,
};

const codeOf = (tag: string): string => {
	try {
		return new Intl.Locale(tag).maximize().script ?? '';
	} catch {
		return '';
	}
};

/** The letters of a language; undefined where nothing is known of them. */
export const lettersOf = (tag: string): RegExp | undefined => letters[codeOf(tag)];

/** Whether a cover in `ff-square-0.1` can show the language. */
export const isWestern = (tag: string): boolean => ['Latn', 'Cyrl', 'Grek'].includes(codeOf(tag));
