import type { PostText } from '../caption/bounds.ts';
import { unfounded, type Finding } from './hints.ts';
import { SourceFacts } from './values/sourceFacts.ts';

/**
 * Numbers, dates and names of the cover that the text under it does not have, and that an edit brought about: what was so before
 * somebody saw and kept.
 */
export function coverContradictions(before: PostText, after: PostText): Finding[] {
	const known = new Set(onCover(before).map(identityOf));
	return onCover(after).filter((finding) => !known.has(identityOf(finding)));
}

const identityOf = ({ kind, text }: Finding): string => `${kind}:${text}`;

function onCover({ title, subtitle, body }: PostText): Finding[] {
	const grounds = new SourceFacts(body);
	return [title, subtitle].flatMap((line) =>
		unfounded(line, grounds).filter(({ kind }) => kind !== 'quote' && (kind !== 'name' || !isTitleCase(line))),
	);
}

/** Whether nearly every word begins with a capital, so that capitals say nothing about names. */
function isTitleCase(line: string): boolean {
	const words = (line.match(/\p{L}[\p{L}'’-]{3,}/gu) ?? []).slice(1);
	return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}
