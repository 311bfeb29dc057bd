/**
 * Messages, in `en.txt` and `ru.txt`. Each set begins with `== <its name>`; a line is `<kind> <topic>: <message>`. A request has no
 * topic, and `-` is one that the desk cannot carry out.
 */
import { readFileSync } from 'node:fs';

import { languages } from '../../../domain/language.ts';
import type { Language } from '../../../domain/language.ts';

export const kinds = ['request', 'question', 'order', 'chat'] as const;
export type Kind = (typeof kinds)[number];

export interface Sentence {
	readonly language: Language;
	/** Each set was written before the patterns that it was first measured with; what the first look found is in `docs/measured.md`. */
	readonly set: string;
	readonly kind: Kind;
	readonly topic: string | null;
	readonly text: string;
}

function sentencesIn(language: Language): Sentence[] {
	let set = '';
	return readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
		.split('\n')
		.flatMap((line) => {
			if (line.startsWith('== ')) set = line.slice(3);
			const [, kind, topic = '-', text] = /^(\w+)(?: (\S+))?: (.+)$/.exec(line) ?? [];
			return text === undefined ? [] : [{ language, set, kind: kind as Kind, topic: topic === '-' ? null : topic, text }];
		});
}

export const sentences: readonly Sentence[] = languages.flatMap(sentencesIn);
export const sets: readonly string[] = [...new Set(sentences.map(({ set }) => set))];
