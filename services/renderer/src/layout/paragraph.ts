import { breakOpportunities, lineStops } from './breaks.ts';
import { levelsOf } from './direction.ts';
import { hasRightToLeft } from './scripts.ts';
import { type Glyph, shape, type TextStyle } from './shape.ts';

/** A text measured once, in ems, so that every size and every line break can be tried without shaping again. */
export interface Paragraph {
	readonly text: string;
	/** Where a line may end, ascending; the last one is the end of the text. */
	readonly stops: readonly number[];
	/** The width before each UTF-16 index. */
	readonly widthBefore: Float64Array;
	readonly hyphenWidth: number;
	/** The embedding level of each unit; null if the whole text is read from left to right. */
	readonly levels: Uint8Array | null;
	/** Whether digits with a space between them belong together. */
	readonly joinsDigits?: boolean;
}

const SOFT_HYPHEN = '\u{AD}';
const HYPHEN = '-';

export function measureParagraph(text: string, style: TextStyle, joinsDigits = false): Paragraph {
	const { foreign } = style;
	const levels = foreign !== undefined && hasRightToLeft(text) ? levelsOf(text, foreign.isRightToLeft) : null;
	const widthBefore = new Float64Array(text.length + 1);
	for (const glyph of shape(text, style, levels)) widthBefore[glyph.cluster + 1]! += glyph.advance;
	for (let i = 1; i <= text.length; i++) widthBefore[i]! += widthBefore[i - 1]!;
	const hyphenWidth = text.includes(SOFT_HYPHEN) ? widthOf(shape(HYPHEN, style)) : 0;
	const stops = foreign === undefined ? breakOpportunities(text) : lineStops(text);
	return { text, stops: [...stops, text.length], widthBefore, hyphenWidth, levels, joinsDigits };
}

/** The same text with all breaks that Unicode allows, for a text whose words are too long. */
export const withAllStops = (paragraph: Paragraph): Paragraph => ({
	...paragraph,
	stops: [...breakOpportunities(paragraph.text), paragraph.text.length],
});

/** The width of the line between two indices, in ems; spaces at its end do not count. */
export function lineWidth(paragraph: Paragraph, start: number, end: number): number {
	const { text, widthBefore } = paragraph;
	const trimmed = withoutTrailingSpace(text, start, end);
	const hyphen = end < text.length && text[trimmed - 1] === SOFT_HYPHEN ? paragraph.hyphenWidth : 0;
	return widthBefore[trimmed]! - widthBefore[start]! + hyphen;
}

function withoutTrailingSpace(text: string, start: number, end: number): number {
	let trimmed = end;
	while (trimmed > start && /\s/.test(text[trimmed - 1]!)) trimmed--;
	return trimmed;
}

/** The drawn text of the line between two indices: no space at its end, and a hyphen after a broken word. */
export function lineText(paragraph: Paragraph, start: number, end: number): string {
	const { text } = paragraph;
	const line = text.slice(start, withoutTrailingSpace(text, start, end));
	const shown = end < text.length && line.endsWith(SOFT_HYPHEN) ? line + HYPHEN : line;
	return shown.replaceAll(SOFT_HYPHEN, '');
}

/** The levels of the result of `lineText`. */
export function lineLevels({ text, levels }: Paragraph, start: number, line: string): Uint8Array | null {
	if (levels === null) return null;
	const shown: number[] = [];
	for (let i = start; shown.length < line.length; i++) if (text[i] !== SOFT_HYPHEN) shown.push(levels[i] ?? levels[i - 1] ?? 0);
	return Uint8Array.from(shown);
}

/** The stops at which lines end if each takes as much as fits; `undefined` if an unbreakable piece is wider than the line. */
export function fillLines(paragraph: Paragraph, maxWidth: number): number[] | undefined {
	const ends: number[] = [];
	let start = 0;
	let last: number | undefined;
	for (const stop of paragraph.stops) {
		if (last !== undefined && lineWidth(paragraph, start, stop) > maxWidth) {
			ends.push(last);
			start = last;
		}
		if (lineWidth(paragraph, start, stop) > maxWidth) return undefined;
		last = stop;
	}
	ends.push(paragraph.text.length);
	return ends;
}

/**
 * The same number of lines, but even in width: of all ways to break, the one with the least cost. The cost is the sum of squared widths.
 * A short last line of one word, a dash at the start of a line, a broken word, or an article or preposition at the end of a line add to
 * it; a line that ends with its phrase reduces it. A break that `partsSense` names costs more than all of that together, so it occurs
 * only if no other way fits.
 */
export function balanceLines(paragraph: Paragraph, lineCount: number, maxWidth: number): number[] {
	let best: number[] = [];
	let least = Infinity;
	const ends: number[] = [];
	const inkAfter = widthsWithoutSpace(paragraph);
	const tryFrom = (start: number, firstStop: number, linesLeft: number, cost: number, widest: number): void => {
		const { stops } = paragraph;
		for (let i = linesLeft === 1 ? stops.length - 1 : firstStop; i <= stops.length - linesLeft; i++) {
			const end = stops[i]!;
			const width = lineWidth(paragraph, start, end);
			if (width > maxWidth) break;
			const isLast = linesLeft === 1;
			const total =
				cost +
				width * width +
				maxWidth * maxWidth * (isLast ? widowFault(paragraph, start, width, widest) : breakFault(paragraph, start, end));
			// Even lines have the least sum of squares, so the rest costs at least this much.
			const rest = isLast ? 0 : (inkAfter[end]! * inkAfter[end]!) / (linesLeft - 1) - ROUNDING;
			if (total + rest - MOST_WON * maxWidth * maxWidth * (linesLeft - 1) >= least) continue;
			ends.push(end);
			if (isLast) {
				least = total;
				best = [...ends];
			} else {
				tryFrom(end, i + 1, linesLeft - 1, total, Math.max(widest, width));
			}
			ends.pop();
		}
	};
	tryFrom(0, 0, lineCount, 0, 0);
	return best;
}

/** A tolerance, so that a rounding error does not drop an equally good way. */
const ROUNDING = 1e-9;

/** For each index, the width after it without spaces: no way to break leaves less. */
function widthsWithoutSpace({ text, widthBefore }: Paragraph): Float64Array {
	const left = new Float64Array(text.length + 1);
	for (let i = text.length - 1; i >= 0; i--) left[i] = left[i + 1]! + (/\s/.test(text[i]!) ? 0 : widthBefore[i + 1]! - widthBefore[i]!);
	return left;
}

/** A last line of one word is a widow if it is shorter than this share of the widest line. */
const WIDOW_SHARE = 0.4;

function widowFault(paragraph: Paragraph, start: number, width: number, widest: number): number {
	const isOneWord = !/\s/.test(paragraph.text.slice(start).trim());
	return isOneWord && width < WIDOW_SHARE * widest ? 1 : 0;
}

const SHORT_LAST_CAPITAL = /(?:^|[\s(«„“"])\p{Lu}[\p{L}\p{M}]{0,2}\s*$/u;
/** Digits with the characters inside and around them, and the point of an ordinal: `20`, `1,500`, `€3.50`, `20.` */
const LAST_NUMBER = /(?:^|[\s(«„“"])[\p{Sc}№§#+−–-]?\p{Nd}[\p{Nd}.,:/’\u{A0}\u{202F}–-]*$/u;
const ENDS_WITH_YEAR_AND_POINT = /\p{Nd}{3}\.$/u;
const STARTS_WITH_UNIT = /^(?:\p{L}|[%‰°]|\p{Sc})/u;
const LAST_SIGN_OF_NUMBER = /(?:^|\s)[№§#\p{Sc}]$/u;
/** A number at the end of a clause belongs to the word before it: `June 20`, `tháng 6`. */
const STARTS_WITH_LONE_NUMBER = /^\p{Nd}[\p{Nd}.,:/–-]*(?:$|[\s)»“”"!?;][\s)»“”"!?;:,.]*$|(?<=[,:])\s|[;!?)]\s)/u;
/** Words that come before their number, in any part of a sentence. */
const LAST_WORD_OF_NUMBER =
	/(?:^|[\s(])(?:January|February|March|April|May|June|July|August|September|October|November|December|tháng|ngày|No\.|Nr\.|стр\.|д\.)$/iu;
const LAST_WORD = /\p{L}\p{M}*$/u;
/** Initials and abbreviations before a name: `J.`, `Л. Н.`, `Dr.`, `им.` */
const LAST_BEFORE_NAME = /(?:^|[\s.(«„“"])(?:\p{Lu}|Dr|Mrs?|Ms|St|Prof|Св|г|им|с|св|ул)\.$/u;

/** Whether a line that ends here separates what belongs together: a number and its unit or month, or a name and its initials. */
export function partsSense({ text, joinsDigits }: Paragraph, start: number, end: number): boolean {
	if (end >= text.length) return false;
	const before = text.slice(start, end).trimEnd();
	const after = text.slice(end);
	if (SHORT_LAST_CAPITAL.test(before)) return true;
	if (LAST_BEFORE_NAME.test(before)) return /^\p{Lu}/u.test(after);
	if (LAST_SIGN_OF_NUMBER.test(before) || LAST_WORD_OF_NUMBER.test(before)) return /^\p{Nd}/u.test(after);
	if (LAST_NUMBER.test(before) && !/[,:/–-]$/u.test(before)) {
		if (joinsDigits && /^\p{Nd}/u.test(after)) return true;
		return STARTS_WITH_UNIT.test(after) && !ENDS_WITH_YEAR_AND_POINT.test(before);
	}
	return LAST_WORD.test(before) && STARTS_WITH_LONE_NUMBER.test(after);
}

/** More than the cost of any other fault. */
const PARTED_SENSE = 10;

/**
 * Prepositions, conjunctions and articles of one letter, in the languages that have them; in others these letters are no words. Of longer
 * words, those that Russian typography forbids at the end of a headline's line, and the same in Ukrainian and Belarusian.
 */
const LAST_HANGING_WORD =
	/(?:^|[\s(«„“"])(?:[aeikosuvwyzàèéåöавийкосуўязіο]|без|від|во|для|до|за|из|із|ко|на|над|не|ни|ні|об|од|от|па|під|по|под|при|про|со)$/iu;
const STARTS_WITH_DASH = /^[\u{2013}\u{2014}-]\s/u;

/** Whether a line that ends here leaves a hanging short word, or makes the next line begin with a dash. */
export function leavesHanging({ text }: Paragraph, start: number, end: number): boolean {
	return end < text.length && (LAST_HANGING_WORD.test(text.slice(start, end).trimEnd()) || STARTS_WITH_DASH.test(text.slice(end, end + 2)));
}

/** Less than a widow, and more than any unevenness of the lines. */
const LEFT_HANGING = 0.5;

const SHORT_LAST_WORD = /(?:^|[\s(«„“"])(\p{L}{1,3})\s*$/u;
const ENDS_A_PHRASE = /[,;:.!?\u{2026}\u{2014}،؛؟।，。、：；！？]\s*$/u;

/** The most that later breaks of a line can reduce the cost. */
const MOST_WON = 0.06;

/** The cost of a break, in shares of the squared width; below zero at the end of a phrase. */
function breakFault(paragraph: Paragraph, start: number, end: number): number {
	const before = paragraph.text.slice(start, end);
	if (partsSense(paragraph, start, end)) return PARTED_SENSE;
	if (leavesHanging(paragraph, start, end)) return LEFT_HANGING;
	if (before.endsWith(SOFT_HYPHEN) || before.endsWith(HYPHEN)) return 0.12;
	if (ENDS_A_PHRASE.test(before)) return -MOST_WON;
	const shortWord = SHORT_LAST_WORD.exec(before)?.[1];
	return shortWord === undefined ? 0 : shortWord.length < 3 ? 0.05 : 0.03;
}

export function widthOf(glyphs: readonly Glyph[]): number {
	let width = 0;
	for (const { advance } of glyphs) width += advance;
	return width;
}
