import { en } from './en.ts';
import type { Messages } from './messages.ts';
import { ru } from './ru.ts';

/** The languages that the desk speaks with people. Another one is a file like these, and its line here. */
const catalogue = { en, ru } as const satisfies Record<string, Messages>;

export type Language = keyof typeof catalogue;

export const languages = Object.keys(catalogue) as Language[];

export function messagesIn(language: Language): Messages {
	return catalogue[language];
}

/** The language of a tag like `ru` or `en-US`; null for one that the desk does not speak. */
export function languageOf(tag: unknown): Language | null {
	const wanted = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined;
	return languages.find((language) => language === wanted) ?? null;
}

/** The language that a person names: by its tag, or as it calls itself. */
export function languageNamed(text: string): Language | null {
	const wanted = text.trim().toLowerCase();
	return languages.find((language) => language === wanted || messagesIn(language).name.toLowerCase() === wanted) ?? null;
}
