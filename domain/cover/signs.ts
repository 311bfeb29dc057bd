/** Emoji and signs that no cover shows. They are left out of the cover and stay in the text; letters are never left out. */
import { isPhoto } from './template.ts';

/** Drawn in colour, which the fonts of covers do not have: pictures, skin tones, flags. */
const PICTURE = /[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u{E0020}-\u{E007F}]/u;

/** They ask for the picture form of the sign before them. The cover shows the sign without it: ❤, and 1 of a keycap. */
const PICTURE_FORM = /\u{FE0F}\u{20E3}?|(?<=[\d#*])\u{20E3}/gu;

/** A sign that belongs to no script. */
const SIGN = /^(?:\p{Extended_Pictographic}|(?=\p{So})[\p{Script=Common}\p{Script=Inherited}])$/u;

/** Signs that the fonts have; a test compares them with the fonts. */
const SHOWN =
	/^[¦©®°‼⁉℀℁℃-℆℈℉℔№℗℞-℣℥℧℩℮ℹ-℻⅊⅌⅍⅏↔-↙↩↪↰↱↳-↵↺↻⇍⇐⇞⇟⇤⇥⇧⇪⌃-⌅⌘⌥-⌧⌫⎀⎇⎋⏎⏏␣Ⓐ-Ⓩ■-▢▪▲△▶►-▽◀◄-◇◊-◌●◦◯☀★☆☼♡♥⚠✓✗❖❤⬆⬒⬓⬤⹐⹑🄯-🅉🅪🅫🡐🡒]$/u;

/** Signs that only the fonts of titles have. */
const SHOWN_IN_TITLES = /^[◉☐☑♪❒]$/u;

/** Fonts of other scripts have signs of their own, which depend on the text: the renderer decides about these. */
const OTHER_LETTER = /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{L}/u;

const WORD = /[\p{L}\p{N}]/u;

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text as the cover has it, and what it leaves out. */
export interface CoverWords {
	readonly text: string;
	readonly leftOut: readonly string[];
}

/** Each sign goes with the space beside it. */
export function coverWords(text: string, field: 'title' | 'subtitle' | 'category'): CoverWords {
	const leftOut: string[] = [];
	const hasOtherLetters = OTHER_LETTER.test(text);
	let kept = '';
	let isAfterSign = false;
	for (const { segment } of clusters.segment(text)) {
		const plain = segment.replace(PICTURE_FORM, '');
		if (isShown(plain, field, hasOtherLetters)) {
			kept = isAfterSign ? joined(kept, plain) : kept + plain;
			// Another space may follow.
			isAfterSign &&= plain.trim() === '';
		} else {
			leftOut.push(segment);
			isAfterSign = true;
		}
	}
	return { text: isAfterSign ? kept.trimEnd() : kept, leftOut };
}

function isShown(cluster: string, field: 'title' | 'subtitle' | 'category', hasOtherLetters: boolean): boolean {
	// A letter with a mark of an emoji is no emoji: the renderer names what is wrong with it.
	if (WORD.test(cluster)) return true;
	if (PICTURE.test(cluster)) return false;
	const isKnown = (sign: string) =>
		hasOtherLetters || !SIGN.test(sign) || SHOWN.test(sign) || (field === 'title' && SHOWN_IN_TITLES.test(sign));
	return [...cluster].every(isKnown);
}

/** Where a sign was there is one space between words, and none within one, at an edge or before what ends a sentence. */
function joined(before: string, next: string): string {
	if (/[\p{L}\p{M}]$/u.test(before) && /^\p{L}/u.test(next)) return before + next;
	const left = before.trimEnd();
	if (next.trim() === '') return left === '' ? '' : `${left} `;
	const isBound = left === '' || /^[,.;:!?…)\]»”]/u.test(next) || /[([«“„]$/u.test(left);
	return isBound ? left + next : `${left} ${next}`;
}

/**
 * What a material says on its cover; a title that has nothing left stays as it is, and the renderer refuses it. A picture as it is
 * says nothing.
 */
export function wordsOnCover(words: {
	readonly cover_template?: string | null;
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly category: string | null;
}): {
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
	readonly leftOut: readonly string[];
} {
	const shown = (field: 'title' | 'subtitle' | 'category') => {
		const whole = isPhoto(words.cover_template) ? '' : (words[field] ?? '');
		const found = coverWords(whole, field);
		if (found.leftOut.length === 0 || WORD.test(found.text)) return found;
		return field === 'title' ? { text: whole, leftOut: [] } : { text: '', leftOut: found.leftOut };
	};
	const [title, subtitle, category] = [shown('title'), shown('subtitle'), shown('category')];
	const leftOut = [...new Set([title, subtitle, category].flatMap((found) => found.leftOut))];
	return { title: title.text, subtitle: subtitle.text, category: category.text, leftOut };
}
