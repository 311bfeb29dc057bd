import { fold } from './tidy.ts';

/** A number in digits, a word, or one other character. */
export interface Token {
	readonly kind: 'number' | 'word' | 'mark';
	/** As it is there; the full stops of `U.S.` are left out. */
	readonly text: string;
	/** Folded: what tables are asked with. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
	/** Whether nothing is between it and the token before. */
	readonly joined: boolean;
}

const TOKENS = new RegExp(
	[
		// `1 200`, `1,200.5`, `12.11.2026`
		/(?<!\d)\d{1,3}(?:[ ,.']\d{3})+(?!\d)(?:[.,]\d+)?/,
		/\d+(?:[.,]\d+)*/,
		// `U.S.`, `a.m.`, `б. п.`
		/(?<!\p{L})(?:(?:\p{L}\.){2,}|\p{Ll}\. \p{Ll}\.)/u,
		/\p{L}[\p{L}\p{M}\d]*(?:'\p{L}[\p{L}\p{M}]*)*'?/u,
		/[^\s]/,
		/\n/,
	]
		.map(({ source }) => `(?:${source})`)
		.join('|'),
	'gu',
);

/** Twice what the longest article has. */
const MOST_TOKENS = 10_000;

function firstOf<Match>(matches: Iterable<Match>, most: number): Match[] {
	const first: Match[] = [];
	for (const match of matches) {
		if (first.length === most) break;
		first.push(match);
	}
	return first;
}

export function tokensOf(text: string): Token[] {
	let end = -1;
	return firstOf(text.matchAll(TOKENS), MOST_TOKENS).map(({ 0: found, index }) => {
		const kind = /^\d/.test(found) ? 'number' : /^\p{L}/u.test(found) ? 'word' : 'mark';
		const bare = kind === 'word' ? found.replace(/[. ]/g, '') : found;
		const token: Token = { kind, text: bare, word: fold(bare), start: index, end: index + found.length, joined: index === end };
		end = token.end;
		return token;
	});
}
