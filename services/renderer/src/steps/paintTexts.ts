import { openCanvas } from '@copydesk/renderer-core';
import type { Line } from '../layout/line.ts';
import { paintBox, paintLine, type Rows } from '../raster/paint.ts';
import { fillPixels } from '../template/background.ts';
import type { DrawableDraft, Mark, PaintedDraft, Step, TextMark } from './draft.ts';

/** Draws the words on a copy of the rows that they touch. */
export const paintTexts: Step<DrawableDraft, PaintedDraft> = (draft) => {
	const rows = copyTouchedRows(draft);
	for (const mark of draft.marks) paintMark(rows, mark);
	return { ...draft, painted: rows, touchedBands: bandsOf(draft) };
};

export function paintMark(rows: Rows, mark: Mark): void {
	if (!('fitted' in mark)) return paintBox(rows, mark.x, mark.y, mark.widthPx, mark.heightPx, mark.colour);
	const { fitted, baselineY, isCentred, mostHangPx, colour } = mark;
	fitted.lines.forEach((line, i) => {
		const hangPx = isCentred || mark.isFromRight === true ? 0 : mostHangPx;
		paintLine(rows, line, fitted.fontPx, startOf(mark, line), baselineY + i * fitted.leadingPx, hangPx, colour);
	});
}

/** The left end of a line's ink. */
function startOf({ fitted: { fontPx }, x, isCentred, isFromRight = false, mostHangPx }: TextMark, line: Line): number {
	if (isCentred) return x - ((line.width - line.bearing) * fontPx) / 2;
	if (!isFromRight) return x;
	const hang = line.openingQuote * fontPx <= mostHangPx ? line.openingQuote : 0;
	return x - (line.inkRight - line.bearing - hang) * fontPx;
}

/** The first row that a mark may touch, and the one after its last. */
function reachOf(mark: Mark): readonly [number, number] {
	if (!('fitted' in mark)) return [mark.y, mark.y + mark.heightPx];
	const { fitted, baselineY } = mark;
	return [baselineY - fitted.topPx, baselineY + fitted.leadingPx * (fitted.lines.length - 1) + fitted.depthPx];
}

function bandsOf({ marks, template: { bandRows } }: DrawableDraft): ReadonlySet<number> {
	const bands = new Set<number>();
	for (const mark of marks) {
		const [from, to] = reachOf(mark);
		for (let band = Math.floor(from / bandRows); band * bandRows < to; band++) bands.add(band);
	}
	return bands;
}

function copyTouchedRows({ marks, template, background }: DrawableDraft): Rows {
	const { sizePx, bandRows } = template;
	const reaches = marks.map(reachOf);
	const top = Math.max(0, Math.min(...reaches.map(([from]) => from)));
	const bottom = Math.max(...reaches.map(([, to]) => to));
	const firstRow = Math.floor(top / bandRows) * bandRows;
	const endRow = Math.min(sizePx, Math.ceil(bottom / bandRows) * bandRows);
	const pixels = openCanvas(sizePx, endRow - firstRow);
	const { ground, groundFirstRow, ink } = background;
	const rowBytes = sizePx * 3;
	const illustrated = ground.subarray((firstRow - groundFirstRow) * rowBytes, Math.max(0, endRow - groundFirstRow) * rowBytes);
	pixels.view.bytes.set(illustrated);
	if (illustrated.length < pixels.view.length) fillPixels(pixels.view.bytes.subarray(illustrated.length), ink);
	return { pixels, firstRow };
}
