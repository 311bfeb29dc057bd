import { shorten } from '../text/shorten.ts';

/** Longest quotation in a message, in UTF-16 units; titles are shorter. */
const MAX_QUOTED_UNITS = 120;

/** The forms of a noun that a language has. @see https://cldr.unicode.org/index/cldr-spec/plural-rules */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>>;

/** Bytes of a mebibyte. */
export const MIB = 1_048_576;

/** Paragraphs of a message; those that are null are left out. */
export const paragraphs = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n\n');

/** The number of a draft, and its title or the first words of its request. */
export interface CalledBy {
	readonly number: number;
	readonly words: string | null;
}

/** What every language builds its sentences with. */
interface Phrasing {
	/** Words that are not ours, on one line, in quotation marks; long ones are shortened. */
	quote(text: string): string;
	/** `1 draft`, `3 drafts`. */
	counted(count: number, forms: Forms): string;
	/** `22,000`. */
	number(number: number): string;
	/** `one, two and three`; empty for none. */
	listed(parts: readonly string[]): string;
	/** A draft by its words, if it has any, and its number. */
	called(draft: CalledBy): string;
	/** A sentence that names the words it is about when they are known, and what to do about it. */
	about(sentence: string, advice?: string): (parameters: { readonly words: string | null }) => string;
}

/** @param nameless what a draft without words is called before its number */
export function phrasing(locale: string, [open, close]: readonly [open: string, close: string], nameless: string): Phrasing {
	const rules = new Intl.PluralRules(locale);
	const numbers = new Intl.NumberFormat(locale);
	const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
	const quote = (text: string): string => `${open}${shorten(text.replace(/\s+/g, ' ').trim(), MAX_QUOTED_UNITS)}${close}`;
	return {
		quote,
		counted: (count, forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`,
		number: (number) => numbers.format(number),
		listed: (parts) => lists.format(parts),
		called: ({ number, words }) => (words === null ? `${nameless} ${number}` : `${quote(words)} (${number})`),
		about:
			(sentence, advice) =>
			({ words }) =>
				`${sentence}${words === null ? '.' : `: ${quote(words)}.`}${advice === undefined ? '' : ` ${advice}`}`,
	};
}
