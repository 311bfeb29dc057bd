import { openCanvas, type Rgb } from '@copydesk/renderer-core';
import type { Fitted } from '../layout/fit.ts';
import { paintBox, paintLine, type Rows } from '../raster/paint.ts';
import { fillPixels } from '../template/background.ts';
import { ffSquare } from '../template/ffSquare.ts';
import type { DrawableDraft, PaintedDraft, Step } from './draft.ts';

/** Draws the words over a copy of the rows they touch. */
export const paintTexts: Step<DrawableDraft, PaintedDraft> = (draft) => {
	const { placement } = draft;
	const rows = copyTouchedRows(draft);
	const { marginPx, rule, accent, paper, softPaper } = ffSquare;
	const paint = (fitted: Fitted | undefined, x: number, baselineY: number, colour: Rgb): void => {
		fitted?.lines.forEach((line, i) =>
			paintLine(rows, line, fitted.fontPx, x, baselineY + i * fitted.leadingPx, ffSquare.mostHangPx, colour),
		);
	};
	paintBox(rows, marginPx, placement.ruleY - rule.heightPx / 2, rule.widthPx, rule.heightPx, accent);
	paint(draft.category, marginPx + rule.widthPx + rule.gapPx, placement.categoryBaselineY, accent);
	paint(draft.title, marginPx, placement.titleBaselineY, paper);
	paint(draft.subtitle, marginPx, placement.subtitleBaselineY, softPaper);
	return { ...draft, painted: rows };
};

function copyTouchedRows({ category, title, subtitle, background, placement }: DrawableDraft): Rows {
	const { sizePx, rule, bandRows } = ffSquare;
	let top = placement.ruleY - rule.heightPx;
	let bottom = placement.ruleY + rule.heightPx;
	const cover = (fitted: Fitted | undefined, baselineY: number): void => {
		if (fitted === undefined) return;
		top = Math.min(top, baselineY - fitted.topPx);
		bottom = Math.max(bottom, baselineY + fitted.leadingPx * (fitted.lines.length - 1) + fitted.depthPx);
	};
	cover(category, placement.categoryBaselineY);
	cover(title, placement.titleBaselineY);
	cover(subtitle, placement.subtitleBaselineY);
	const firstRow = Math.floor(top / bandRows) * bandRows;
	const endRow = Math.min(sizePx, Math.ceil(bottom / bandRows) * bandRows);
	const pixels = openCanvas(sizePx, endRow - firstRow);
	const { ground, groundFirstRow, ink } = background;
	const rowBytes = sizePx * 3;
	const illustrated = ground.subarray((firstRow - groundFirstRow) * rowBytes, Math.max(0, endRow - groundFirstRow) * rowBytes);
	pixels.view.bytes.set(illustrated);
	fillPixels(pixels.view.bytes.subarray(illustrated.length), ink);
	return { pixels, firstRow };
}
