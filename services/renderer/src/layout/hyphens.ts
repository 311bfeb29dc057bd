import { createRequire } from 'node:module';
import { languageByWords } from '@copydesk/domain/languages/stopWords';
import type { CoverText } from '../steps/draft.ts';

/** Shorter words fit at a good size. */
const LONG_WORD = /\p{L}{14,}/gu;
/** Words with a hyphen of any kind have their breaks. */
const SOFT_HYPHEN = '\u{AD}';

type Hyphenate = (text: string) => string;

/** Languages with patterns, and the letters by which a word alone shows its language. */
const LANGUAGES: Readonly<Record<string, RegExp | null>> = {
	uk: /[іїєґ]/iu,
	be: /ў/iu,
	ru: /\p{Script=Cyrillic}/u,
	el: /\p{Script=Greek}/u,
	pl: /[ąęłńśźż]/iu,
	cs: /[ěřů]/iu,
	tr: /[ğış]/iu,
	hu: /[őű]/iu,
	pt: /[ãõ]/iu,
	es: /[ñ¿¡]/iu,
	de: /[äöüß]/iu,
	sv: /å/iu,
	fr: /[èêçœ]/iu,
	it: null,
	nl: null,
	en: null,
};
/** An English or French word of so many letters hardly exists; most that do are German. */
const GERMAN_LETTERS = 20;

const require = createRequire(import.meta.url);
const loaded = new Map<string, Hyphenate>();

/** Patterns take some hundred kilobytes, so those of a language are read when a word first needs them. */
function hyphenatorOf(language: string): Hyphenate {
	let hyphenate = loaded.get(language);
	if (hyphenate === undefined) {
		hyphenate = (require(`hyphen/${language}`) as { readonly hyphenateSync: Hyphenate }).hyphenateSync;
		loaded.set(language, hyphenate);
	}
	return hyphenate;
}

/** The title with soft hyphens in its long words, by the rules of its language. */
export function withSoftHyphens({ title, subtitle }: CoverText): string {
	if (title.includes(SOFT_HYPHEN)) return title;
	return title.replace(LONG_WORD, (word) => {
		const language = languageOf(word, `${title} ${subtitle}`);
		return language === null ? word : hyphenatorOf(language)(word);
	});
}

/** By the words around a word, else by its letters; null for a script whose words are not split. */
function languageOf(word: string, around: string): string | null {
	const isOf = (language: string): boolean => LANGUAGES[language]?.test(word) ?? false;
	if (!/^\p{Script=Latin}/u.test(word)) return Object.keys(LANGUAGES).find(isOf) ?? null;
	const byWords = languageByWords(around);
	if (byWords !== null && byWords in LANGUAGES) return byWords;
	const byLetters = Object.keys(LANGUAGES).find(isOf);
	if (byLetters !== undefined) return byLetters;
	return word.length >= GERMAN_LETTERS ? 'de' : 'en';
}
