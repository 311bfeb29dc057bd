/** The words of the board: a file for each language, as in the chat. A language that has no file here is spoken to in English. */
import type { Language } from '@copydesk/domain/language';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pl } from './pl.ts';
import { ptBR } from './ptBR.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';

export type Words = typeof en;

const written: Readonly<Partial<Record<Language, Words>>> = { en, ru, de, es, fr, 'pt-BR': ptBR, uk, it, pl, tr };

/** The words, and the language that they really are in. */
export function wordsIn(language: Language): { readonly words: Words; readonly language: Language } {
	const words = written[language];
	return words === undefined ? { words: en, language: 'en' } : { words, language };
}
