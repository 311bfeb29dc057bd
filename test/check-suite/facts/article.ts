/**
 * Pieces of articles, in `en.txt`, `ru.txt` and, of seven other languages, `others.txt`. Each begins with `== <its set>`; behind its text
 * are sentences that keep to it (`+ kind: sentence`) and some that do not (`- kind: sentence`).
 */
import { readFileSync } from 'node:fs';

/** What a fact may say in other words than its source. */
export const rewordings = [
	...['number', 'magnitude', 'rounding', 'unit', 'share', 'date', 'time', 'weekday', 'ordinal', 'name', 'abbreviation', 'quote'],
] as const;
/** Errors that the desk finds by itself. */
export const errors = ['number', 'magnitude', 'unit', 'date', 'time', 'weekday', 'name', 'quote'] as const;
/** Errors that only the AI check can understand. */
export const misunderstandings = ['swapped', 'negated', 'earlier'] as const;

interface Sentence {
	readonly kind: string;
	readonly text: string;
}

export interface Article {
	readonly language: 'en' | 'ru' | 'others';
	/**
	 * `held out`, `second` or `seventh`. Each set was written before the rules that it was first measured with were changed for it;
	 * what the first look at it found is in `docs/measured.md`. The rules know all of them by now.
	 */
	readonly set: string;
	readonly text: string;
	readonly true: readonly Sentence[];
	readonly wrong: readonly Sentence[];
}

function sentencesOf(lines: readonly string[], sign: string): Sentence[] {
	return lines.flatMap((line) => {
		const [, own, kind = '', text = ''] = /^([+-]) (\w+): (.+)$/.exec(line) ?? [];
		return own === sign ? [{ kind, text }] : [];
	});
}

function articlesIn(language: Article['language']): Article[] {
	const pieces = readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
		.split(/^== /m)
		.slice(1);
	return pieces.map((piece) => {
		const [set = '', ...lines] = piece.trim().split('\n');
		const text = lines.filter((line) => !/^[+-] /.test(line)).join(' ');
		return { language, set, text, true: sentencesOf(lines, '+'), wrong: sentencesOf(lines, '-') };
	});
}

export const articles: readonly Article[] = [...articlesIn('en'), ...articlesIn('ru'), ...articlesIn('others')];
