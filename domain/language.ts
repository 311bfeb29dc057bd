/** Languages that the desk itself speaks. A post may be in any language; only our own words are in these. */
export const languages = ['en', 'ru'] as const;

export type Language = (typeof languages)[number];

/** The language of a tag like `ru` or `en-US`; null for one that the desk does not speak. */
export function languageOf(tag: unknown): Language | null {
	const wanted = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined;
	return languages.find((language) => language === wanted) ?? null;
}

/** The language of the words that we add to a post, by a field of the settings (`ru`, `Russian`); anything unknown is English. */
export function languageOfSetting(setting: unknown): Language {
	const wanted = typeof setting === 'string' ? setting.toLowerCase() : '';
	return languages.find((language) => wanted.startsWith(language)) ?? 'en';
}
