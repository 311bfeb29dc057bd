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
	/** What their messenger said last. */
	readonly heard: Language | null;
}

/** What a message says about the language of its author. */
export type Learnt = Partial<Pick<Known, 'chosen' | 'heard'>>;

/** The latest choice of the operator or the person, else their messenger's, else the desk's. */
export function spokenLanguage({ operator, chosen, heard }: Known, ofDesk: Language): Language {
	const choices = [operator, chosen].filter((choice) => choice !== null).sort((one, other) => other.atMs - one.atMs);
	return choices[0]?.language ?? heard ?? ofDesk;
}

/** `/language` says it outright; everything that a person sends says which language their messenger is set to. */
export function learntFrom(asked: Asked, messenger: Language | null, nowMs: number): Learnt {
	const heard = messenger === null ? {} : { heard: messenger };
	const language = chosenBy(asked);
	return language === null ? heard : { ...heard, chosen: { language, atMs: nowMs } };
}

function chosenBy(asked: Asked): Language | null {
	if (asked.kind === 'callback') return asked.action === 'speak' ? languageOf(asked.draft_key) : null;
	return asked.kind === 'command' && asked.name === 'language' ? asked.args.language : null;
}
