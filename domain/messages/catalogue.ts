import { languages } from '../language.ts';
import type { Language } from '../language.ts';
import { en } from './en.ts';
import type { Messages } from './messages.ts';
import { ru } from './ru.ts';

const catalogue: Readonly<Record<Language, Messages>> = { en, ru };

export function messagesIn(language: Language): Messages {
	return catalogue[language];
}

/** The language that a person names: by its tag, or as it calls itself. */
export function languageNamed(text: string): Language | null {
	const wanted = text.trim().toLowerCase();
	return languages.find((language) => language === wanted || messagesIn(language).name.toLowerCase() === wanted) ?? null;
}
