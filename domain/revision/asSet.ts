/** Title and subtitle that a person set in another language than the post: they stay as they are in every version after it. */
import { feedbackPatterns } from '../chat/patterns.ts';
import type { PostText } from '../caption/bounds.ts';
import { requestedLanguage } from '../languages/requestedLanguage.ts';
import { partsInOtherLanguage } from '../languages/mixed.ts';

export type CoverLine = 'title' | 'subtitle';
const lines: readonly CoverLine[] = ['title', 'subtitle'];

interface Before extends PostText {
	/** Why that version stopped. */
	readonly problem: string | null;
}

/** As much of a word as all its forms share. */
const STEM_LETTERS = 6;
const namesOf = (line: CoverLine): readonly string[] =>
	feedbackPatterns.flatMap((table) => table[line].flatMap((name) => name.split(' ').at(-1)?.slice(0, STEM_LETTERS) ?? []));

/**
 * The lines of the version before that nobody but a person can have set: a check lets no AI set one in another language.
 * @param tag what the post is in; null if unknown
 * @param wish what a person wants otherwise now; a wish that names a line, or another language, is about it
 */
export function linesAsSet(before: Before | null, tag: string | null, wish: string): readonly CoverLine[] {
	if (before === null || tag === null || before.problem === 'language_mixed' || requestedLanguage(wish) !== null) return [];
	const words = wish.toLowerCase();
	return lines.filter((line) => {
		const isNamed = namesOf(line).some((name) => words.includes(name));
		return !isNamed && partsInOtherLanguage({ title: '', subtitle: '', body: '', [line]: before[line] }, tag).parts.length > 0;
	});
}

/** A text with these lines as they were. */
export const withLines = <Post extends PostText>(post: Post, before: PostText | null, kept: readonly CoverLine[]): Post =>
	before === null ? post : { ...post, ...Object.fromEntries(kept.map((line) => [line, before[line]])) };
