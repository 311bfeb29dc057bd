import { misfits } from '@copydesk/domain/cover/tooLong';
import { type Line, shapeLine } from './line.ts';
import {
	balanceLines,
	fillLines,
	leavesHanging,
	lineLevels,
	lineText,
	measureParagraph,
	type Paragraph,
	partsSense,
	withAllStops,
} from './paragraph.ts';
import type { TextStyle } from './shape.ts';

/** The limits for one text of the template. */
export interface FitRule {
	readonly style: TextStyle;
	/** Font sizes to try, largest first. */
	readonly ladderPx: readonly number[];
	readonly maxLines: number;
	readonly widthPx: number;
	/** The distance of baselines, in ems; increased if tall accents would touch the line above. */
	readonly leadingEm: number;
	/** The height of the first line above its baseline for a text without accents, in ems. */
	readonly capHeightEm: number;
	/** The height below the last baseline for descenders, whether there are any or not, in ems. */
	readonly depthEm: number;
	/** Whether to use more lines or a smaller size if a line would otherwise separate words that belong together. */
	readonly keepsSense: boolean;
	/** How many sizes it may lose for that; any number if absent. */
	readonly mostStepsForSense?: number;
	/** Whether digits with a space between them belong together: `15 000`. */
	readonly joinsDigits?: boolean;
	/** No line but the last is shorter than this share of the widest one, if a size a little smaller avoids it. */
	readonly leastShare?: number;
	/** Whether it is left out, and not refused, if it does not fit. */
	readonly isOptional?: boolean;
}

/** A text that fits: its lines, and its height from the top of the first line to the bottom of the last. */
export interface Fitted {
	readonly fontPx: number;
	readonly lines: readonly Line[];
	readonly leadingPx: number;
	readonly topPx: number;
	readonly heightPx: number;
	/** The height below the last baseline; at least that of the ink. */
	readonly depthPx: number;
}

/** Why a text does not fit even at the smallest size, for a person. */
interface Misfit {
	readonly message: string;
}

/** The clear space between the ink of two lines, in ems. */
const LINE_CLEARANCE_EM = 0.04;

/** How many sizes a text may lose so that no line ends with a hanging short word. */
const MOST_STEPS_DOWN = 2;
/** The same for even lines: one word more in a line takes several sizes. */
const MOST_STEPS_EVEN = 5;

/**
 * Sets a text at the largest size of the ladder at which its lines fit in number, width and height. If that separates words that belong
 * together, takes the largest size that does not, if there is one near enough. If a line ends with a hanging short word or begins with a
 * dash, tries one more line or the next two sizes.
 */
export function fit(text: string, rule: FitRule, availableHeightPx: number): Fitted | Misfit {
	const paragraph = measureParagraph(text, rule.style, rule.joinsDigits);
	const fitted = fitParagraph(paragraph, rule, availableHeightPx);
	return 'message' in fitted && rule.style.foreign !== undefined ? fitParagraph(withAllStops(paragraph), rule, availableHeightPx) : fitted;
}

function fitParagraph(paragraph: Paragraph, rule: FitRule, availableHeightPx: number): Fitted | Misfit {
	let largest: Fitted | undefined;
	let hanging: Fitted | undefined;
	let senseStepsLeft = rule.mostStepsForSense ?? Infinity;
	let stepsLeft = rule.leastShare === undefined ? MOST_STEPS_DOWN : MOST_STEPS_EVEN;
	for (const fontPx of rule.ladderPx) {
		if (hanging !== undefined ? stepsLeft-- === 0 : largest !== undefined && senseStepsLeft-- === 0) break;
		for (const { lines, isParted, hangs } of waysAt(paragraph, fontPx, rule)) {
			const fitted = stack(lines, fontPx, rule);
			if (fitted.heightPx > availableHeightPx) continue;
			if (!rule.keepsSense || (!isParted && !hangs)) return fitted;
			largest ??= fitted;
			if (!isParted) hanging ??= fitted;
		}
	}
	return hanging ?? largest ?? { message: explain(paragraph, rule, availableHeightPx) };
}

interface Way {
	readonly lines: readonly Line[];
	/** Whether a line separates words that belong together. */
	readonly isParted: boolean;
	/** Whether a line ends with a hanging short word, begins with a dash, or is much shorter than the others. */
	readonly hangs: boolean;
}

/**
 * The best way to break at a size, with the fewest lines; then with one more line and so on, while words that belong together are
 * separated.
 */
function* waysAt(paragraph: Paragraph, fontPx: number, rule: FitRule): Generator<Way> {
	const maxWidth = rule.widthPx / fontPx;
	const filled = fillLines(paragraph, maxWidth);
	if (filled === undefined) return;
	const mostLines = Math.min(rule.maxLines, paragraph.stops.length);
	for (let count = filled.length; count <= mostLines; count++) {
		const ends = count === 1 ? filled : balanceLines(paragraph, count, maxWidth);
		const starts = [0, ...ends.slice(0, -1)];
		const lines = ends.map((end, i) => {
			const line = lineText(paragraph, starts[i]!, end);
			return shapeLine(line, rule.style, lineLevels(paragraph, starts[i]!, line));
		});
		if (lines.some(({ width }) => width > maxWidth)) return;
		const isParted = ends.some((end, i) => partsSense(paragraph, starts[i]!, end));
		const hangs = ends.some((end, i) => leavesHanging(paragraph, starts[i]!, end)) || isUneven(lines, rule);
		yield { lines, isParted, hangs };
		if (!rule.keepsSense || (!isParted && !hangs)) return;
	}
}

function isUneven(lines: readonly Line[], { leastShare = 0 }: FitRule): boolean {
	const widest = Math.max(...lines.map(({ width }) => width));
	return lines.slice(0, -1).some(({ width }) => width < leastShare * widest);
}

function stack(lines: readonly Line[], fontPx: number, rule: FitRule): Fitted {
	let leadingEm = rule.leadingEm;
	for (let i = 1; i < lines.length; i++) {
		leadingEm = Math.max(leadingEm, lines[i]!.inkTop - lines[i - 1]!.inkBottom + LINE_CLEARANCE_EM);
	}
	const leadingPx = Math.round(leadingEm * fontPx);
	const topPx = Math.ceil(Math.max(rule.capHeightEm, lines[0]?.inkTop ?? 0) * fontPx);
	const depthPx = Math.ceil(Math.max(rule.depthEm, -(lines.at(-1)?.inkBottom ?? 0)) * fontPx);
	return { fontPx, lines, leadingPx, topPx, depthPx, heightPx: topPx + leadingPx * (lines.length - 1) + depthPx };
}

function explain(paragraph: Paragraph, rule: FitRule, availableHeightPx: number): string {
	const smallestPx = rule.ladderPx.at(-1)!;
	const filled = fillLines(paragraph, rule.widthPx / smallestPx);
	if (filled === undefined) return misfits.word(rule.widthPx, smallestPx);
	if (filled.length > rule.maxLines) return misfits.lines(rule.maxLines, filled.length);
	const [way] = waysAt(paragraph, smallestPx, rule);
	if (way === undefined) return misfits.lines(rule.maxLines, rule.maxLines + 1);
	return misfits.height(availableHeightPx, stack(way.lines, smallestPx, rule).heightPx);
}
