import type { Asked } from './intentTypes.ts';
import { languageOf, type Language } from '../language.ts';

/** What somebody chose for the language of a person. Times are milliseconds since 1970. */
export interface LanguageChoice {
	readonly language: Language;
	readonly atMs: number;
}

/** What is known of the language of one person. */
export interface Known {
	readonly operator: LanguageChoice | null;
	/** Set with `/language`. */
	readonly chosen: LanguageChoice | null;
	/** What their messenger said first, or at the last `/start`: their devices may differ. */
	readonly heard: Language | null;
}

/** What a message says about the language of its author. */
export interface Learnt extends Partial<Pick<Known, 'chosen' | 'heard'>> {
	/** What counts while nothing was heard. */
	readonly guessed?: Language | null;
}

/** The latest choice of the operator or the person, else their messenger's, else the desk's. */
export function spokenLanguage({ operator, chosen, heard, guessed }: Known & Learnt, ofDesk: Language): Language {
	const choices = [operator, chosen].filter((choice) => choice !== null).sort((one, other) => other.atMs - one.atMs);
	return choices[0]?.language ?? heard ?? guessed ?? ofDesk;
}

/** `/language` says it outright, `/start` as the messenger is set, and everything else that a person sends only at first. */
export function learntFrom(asked: Asked, messenger: Language | null, nowMs: number): Learnt {
	const seen = messenger === null ? {} : asked.kind === 'start' ? { heard: messenger } : { guessed: messenger };
	const language = chosenBy(asked);
	return language === null ? seen : { ...seen, chosen: { language, atMs: nowMs } };
}

function chosenBy(asked: Asked): Language | null {
	if (asked.kind === 'callback') return asked.action === 'speak' ? languageOf(asked.draft_key) : null;
	return asked.kind === 'command' && asked.name === 'language' ? asked.args.language : null;
}
