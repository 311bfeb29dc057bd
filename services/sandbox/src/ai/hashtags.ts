/** The line of hashtags at the end of a body, if the request asks for one. */
import { words } from './language.ts';
import { isTelling } from './subjects.ts';

const TAG = /^#[\p{L}\p{N}_]+$/u;

/** A body without its final hashtags, and the hashtags. */
export function apart(body: string): { readonly text: string; readonly tags: readonly string[] } {
	const whole = body.trimEnd();
	const end = whole.lastIndexOf('\n');
	const tags = whole
		.slice(end + 1)
		.trim()
		.split(/\s+/);
	return end > 0 && tags.every((tag) => TAG.test(tag)) ? { text: whole.slice(0, end).trimEnd(), tags } : { text: body, tags: [] };
}

/** The text with as many of the hashtags below it as fit. */
export function tagged(text: string, tags: readonly string[], maxUnits: number): string {
	for (let count = tags.length; count > 0; count -= 1) {
		const whole = `${text}\n\n${tags.slice(0, count).join(' ')}`;
		if (whole.length <= maxUnits) return whole;
	}
	return text;
}

/** Hashtags for a post: its label, then the words that name a subject. */
export function tagsFor(label: string, text: string, most: number): readonly string[] {
	const telling = words(text).filter((word) => /^\p{L}+$/u.test(word) && isTelling(word));
	const tags = [
		words(label)
			.join('')
			.replace(/[^\p{L}\p{N}]/gu, ''),
		...telling,
	].filter((tag) => tag !== '');
	return [...new Set(tags)].slice(0, most).map((tag) => `#${tag}`);
}
