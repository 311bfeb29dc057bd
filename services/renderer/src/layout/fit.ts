import { type Line, shapeLine } from './line.ts';
import { balanceLines, fillLines, lineText, measureParagraph, type Paragraph } from './paragraph.ts';
import type { TextStyle } from './shape.ts';

/** The bounds of one text of the template. */
export interface FitRule {
	readonly style: TextStyle;
	/** Font sizes to try, largest first. */
	readonly ladderPx: readonly number[];
	readonly maxLines: number;
	readonly widthPx: number;
	/** Distance of baselines, in ems; more where tall accents would touch the line above. */
	readonly leadingEm: number;
	/** Height of the first line above its baseline for a text without accents, in ems. */
	readonly capHeightEm: number;
	/** Height kept below the last baseline for letters that reach down, whether there are any or not; in ems. */
	readonly depthEm: number;
}

/** A text that fits: its lines, and how tall it stands, from the top of its first line to the bottom of its last. */
export interface Fitted {
	readonly fontPx: number;
	readonly lines: readonly Line[];
	readonly leadingPx: number;
	readonly topPx: number;
	readonly heightPx: number;
	/** Kept below the last baseline; never less than the ink there. */
	readonly depthPx: number;
}

/** Why a text doesn't fit even at the smallest size, for a person to read. */
export interface Misfit {
	readonly message: string;
}

/** Clear space kept between the ink of two lines, in ems. */
const LINE_CLEARANCE_EM = 0.04;

/** Sets a text at the largest size of the ladder at which its lines fit in number, width and height. */
export function fit(text: string, rule: FitRule, availableHeightPx: number): Fitted | Misfit {
	const paragraph = measureParagraph(text, rule.style);
	for (const fontPx of rule.ladderPx) {
		const lines = breakAt(paragraph, fontPx, rule);
		if (lines === undefined) continue;
		const fitted = stack(lines, fontPx, rule);
		if (fitted.heightPx <= availableHeightPx) return fitted;
	}
	return { message: explain(paragraph, rule, availableHeightPx) };
}

function breakAt(paragraph: Paragraph, fontPx: number, rule: FitRule): Line[] | undefined {
	const maxWidth = rule.widthPx / fontPx;
	const filled = fillLines(paragraph, maxWidth);
	if (filled === undefined || filled.length > rule.maxLines) return undefined;
	const lines: Line[] = [];
	let start = 0;
	for (const end of filled.length === 1 ? filled : balanceLines(paragraph, filled.length, maxWidth)) {
		const line = shapeLine(lineText(paragraph, start, end), rule.style);
		if (line.width > maxWidth) return undefined;
		lines.push(line);
		start = end;
	}
	return lines;
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
	if (filled === undefined) return `has a word wider than the line, ${rule.widthPx} px, at the smallest size, ${smallestPx} px`;
	if (filled.length > rule.maxLines) return `needs ${filled.length} lines, ${rule.maxLines} allowed`;
	const lines = breakAt(paragraph, smallestPx, rule);
	if (lines === undefined) return `needs ${rule.maxLines + 1} lines, ${rule.maxLines} allowed`;
	return `needs ${stack(lines, smallestPx, rule).heightPx} px of height, ${availableHeightPx} available`;
}
