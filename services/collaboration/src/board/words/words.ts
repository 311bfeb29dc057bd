/** The words of the board: a file for each language, as in the chat. A language that has no file here is spoken to in English. */
import type { Language } from '@copydesk/domain/language';
import { en } from './en.ts';
import { ru } from './ru.ts';

export type Words = typeof en;

/** The words, and the language that they really are in. */
export const wordsIn = (language: Language): { readonly words: Words; readonly language: 'en' | 'ru' } =>
	language === 'ru' ? { words: ru, language } : { words: en, language: 'en' };
