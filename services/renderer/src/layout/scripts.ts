/** Scripts besides Latin, Cyrillic and Greek: which ones a text uses, and its direction. */

/** Scripts as the shaper names them. Chinese and Japanese characters are one script; only their fonts differ. */
export type Script = 'Latn' | 'Cyrl' | 'Grek' | 'Arab' | 'Hebr' | 'Deva' | 'Thai' | 'Hani' | 'Hang';

/** Letters as wide as Chinese characters, which only the fonts of these have. */
const WIDE = '\\u{FF21}-\\u{FF3A}\\u{FF41}-\\u{FF5A}';

const scripts: readonly (readonly [Script, RegExp])[] = [
	['Hani', new RegExp(`^[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}${WIDE}]$`, 'u')],
	['Latn', /^\p{Script=Latin}$/u],
	['Cyrl', /^\p{Script=Cyrillic}$/u],
	['Grek', /^\p{Script=Greek}$/u],
	['Arab', /^\p{Script=Arabic}$/u],
	['Hebr', /^\p{Script=Hebrew}$/u],
	['Deva', /^\p{Script=Devanagari}$/u],
	['Thai', /^\p{Script=Thai}$/u],
	['Hang', /^\p{Script=Hangul}$/u],
];

/** Undefined for characters that scripts share. */
export function scriptOf(codePoint: number): Script | undefined {
	if (codePoint < 0x80) return (codePoint | 32) >= 0x61 && (codePoint | 32) <= 0x7a ? 'Latn' : undefined;
	if (codePoint >= 0x400 && codePoint < 0x480) return 'Cyrl';
	const character = String.fromCodePoint(codePoint);
	return scripts.find(([, letter]) => letter.test(character))?.[0];
}

export const isWestern = (script: Script): boolean => script === 'Latn' || script === 'Cyrl' || script === 'Grek';

const OTHERS = ['Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Han', 'Hiragana', 'Katakana', 'Hangul'];
const NOT_WESTERN = new RegExp(`[${OTHERS.map((script) => `\\p{Script=${script}}`).join('')}${WIDE}]`, 'u');

/** Whether a text has letters that need another font than those for Latin, Cyrillic and Greek. */
export const needsOtherFonts = (text: string): boolean => NOT_WESTERN.test(text);

const READ_FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Whether a text has letters that are read from right to left. */
export const hasRightToLeft = (text: string): boolean => READ_FROM_RIGHT.test(text);

/**
 * Whether texts are read from right to left as a whole. Either the first letter decides (UAX #9, P2) or most of the words: a Hebrew
 * headline often begins with a company's name.
 */
export function isRightToLeft(texts: readonly string[]): boolean {
	const text = texts.join(' ');
	if (!hasRightToLeft(text)) return false;
	if (READ_FROM_RIGHT.test(/\p{L}/u.exec(text)?.[0] ?? '')) return true;
	const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
	return words.filter(hasRightToLeft).length * 2 >= words.length;
}
