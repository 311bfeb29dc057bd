/** Languages that the desk itself speaks. A post may be in any language; only our own words are in these. */
export const locales = ['en', 'ru'] as const;

export type Locale = (typeof locales)[number];

/** What a settings field says, as a locale; anything unknown is English. */
export function localeOf(language: unknown): Locale {
	return typeof language === 'string' && language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}
