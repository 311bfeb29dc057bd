/**
 * Languages that the desk itself speaks: each is a file of sentences beside `messages/en.ts`, and its tag here. English and Russian are
 * complete; where another one lacks a sentence, it is said in English. A post may be in any language.
 */
export const languages = ['en', 'ru', 'de', 'es', 'fr', 'pt-BR', 'uk', 'it', 'pl', 'tr'] as const;

export type Language = (typeof languages)[number];

/** Those whose sentences the compiler demands. */
export type WholeLanguage = 'en' | 'ru';

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The language of a tag like `ru` or `en-US`; null for one that the desk does not speak. */
export function languageOf(tag: unknown): Language | null {
	if (typeof tag !== 'string') return null;
	return languages.find((language) => language === tag) ?? languages.find((language) => primary(language) === primary(tag)) ?? null;
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** The language of the words that we add to a post, by a field of the settings (`ru`, `Russian`); anything unknown is English. */
export function languageOfSetting(setting: unknown): Language {
	const wanted = /^[a-z]+/.exec(typeof setting === 'string' ? setting.toLowerCase() : '')?.[0] ?? '';
	const named = languages.find((language) => englishNames.of(primary(language))?.toLowerCase() === wanted);
	return languageOf(wanted) ?? named ?? 'en';
}
