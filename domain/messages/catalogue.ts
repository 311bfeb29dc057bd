import { languages, type Language, type WholeLanguage } from '../language.ts';
import { languageName } from '../languages/names.ts';
import { plain } from '../text/plain.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { Messages } from './messages.ts';
import { ru } from './ru.ts';
import { fr } from './fr.ts';
import { ptBR } from './ptBR.ts';
import { uk } from './uk.ts';
import { it } from './it.ts';
import { pl } from './pl.ts';
import { tr } from './tr.ts';
import { missingFrom, translated, type Translation } from './translation.ts';

const whole: Readonly<Record<WholeLanguage, Messages>> = { en, ru };
const translations: Readonly<Record<Exclude<Language, WholeLanguage>, Translation>> = { de, es, fr, 'pt-BR': ptBR, uk, it, pl, tr };

const isWhole = (language: Language): language is WholeLanguage => Object.hasOwn(whole, language);
const made = new Map<Language, Messages>();

export function messagesIn(language: Language): Messages {
	if (isWhole(language)) return whole[language];
	const messages = made.get(language) ?? translated(en, translations[language]);
	made.set(language, messages);
	return messages;
}

/** Which sentences a language says in English. */
export const missingIn = (language: Language): readonly string[] => (isWhole(language) ? [] : missingFrom(en, translations[language]));

/** What a language calls itself. */
export function ownNameOf(language: Language): string {
	const name = languageName(language, language);
	return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

/** The language that a person names: by its tag, or as it is called in itself, in English or in Russian. */
export function languageNamed(text: string): Language | null {
	const said = plain(text.trim());
	const isNamed = (language: Language) =>
		[language, ...[language, ...Object.keys(whole)].map((locale) => languageName(language, locale))].some((each) => plain(each) === said);
	return languages.find(isNamed) ?? null;
}
