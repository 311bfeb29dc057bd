import { encodeBands, openCanvas, type Pixels } from '@copydesk/renderer-core';
import type { Fitted } from '../layout/fit.ts';
import type { Background, CoverDraft, Mark } from '../steps/draft.ts';
import { fillPixels, sinkFrame } from './background.ts';
import { ffSquare } from './ffSquare.ts';
import { templateFingerprint } from './fingerprint.ts';
import type { SetDraft, Template, TextSetting } from './template.ts';

/** `ff-square-0.1` as a template. It never changes, because lost files of stored covers are drawn again from it. */
export const ffSquareTemplate = (): Template => ({
	version: ffSquare.version,
	fingerprint: templateFingerprint(),
	sizePx: ffSquare.sizePx,
	bandRows: ffSquare.bandRows,
	picture: { widthPx: ffSquare.sizePx, heightPx: ffSquare.frameHeightPx, isFocused: false },
	scripts: 'western',
	isMirrored: false,
	mirrored: null,
	hasByline: false,
	category,
	byline: category,
	subtitle,
	title,
	place,
	prepare: (frame) => prepare(frame!),
});

/** The label: one line next to the accent rule. */
function category({ workshop }: CoverDraft): TextSetting {
	const { category, marginPx, rule, sizePx } = ffSquare;
	const widthPx = sizePx - 2 * marginPx - rule.widthPx - rule.gapPx;
	const style = { faces: workshop.typeface.label, trackingEm: category.trackingEm };
	return { rule: { ...category, style, widthPx }, heightPx: 2 * category.ladderPx[0] };
}

function subtitle({ workshop }: CoverDraft): TextSetting {
	const { subtitle, marginPx, sizePx } = ffSquare;
	const style = { faces: workshop.typeface.subtitle, trackingEm: subtitle.trackingEm };
	return { rule: { ...subtitle, style, widthPx: sizePx - 2 * marginPx }, heightPx: 4 * subtitle.ladderPx[0] };
}

/** As large as the ladder, the width and the height between label and subtitle allow. */
function title(draft: CoverDraft): TextSetting {
	const { title, marginPx, sizePx } = ffSquare;
	const style = { faces: draft.workshop.typeface.title, trackingEm: title.trackingEm };
	const heightPx = ffSquare.textBottomY - ffSquare.textTopY - heightAbove(draft) - heightBelow(draft);
	return { rule: { ...title, style, widthPx: sizePx - 2 * marginPx }, heightPx };
}

/** The height above the title: the label, or the accent rule alone, and the gap below it. */
function heightAbove({ category }: CoverDraft): number {
	const {
		rule,
		category: { gapBelowPx },
	} = ffSquare;
	return gapBelowPx + Math.max(rule.heightPx, category?.heightPx ?? 0);
}

/** The height below the title: the gap and the subtitle. */
function heightBelow({ subtitle }: CoverDraft): number {
	return subtitle === undefined ? 0 : ffSquare.subtitle.gapAbovePx + subtitle.heightPx;
}

/** Stacks the texts upwards from the lower margin; a low stack is centred in the panel. */
function place(draft: SetDraft): readonly Mark[] {
	const { category, title, subtitle } = draft;
	const { marginPx, rule, accent, paper, softPaper, mostHangPx } = ffSquare;
	const heightPx = heightAbove(draft) + title.heightPx + heightBelow(draft);
	const bottomY = Math.min(ffSquare.textBottomY, ffSquare.panelCentreY + Math.ceil(heightPx / 2));
	const topY = bottomY - heightPx;
	const labelY = topY + (category?.topPx ?? rule.heightPx);
	const capHeightPx = category === undefined ? rule.heightPx : ffSquare.category.capHeightEm * category.fontPx;
	const ruleY = labelY - Math.round(capHeightPx / 2) - rule.heightPx / 2;
	const text = { x: marginPx, isCentred: false, mostHangPx };
	const marks: Mark[] = [{ x: marginPx, y: ruleY, widthPx: rule.widthPx, heightPx: rule.heightPx, colour: accent }];
	if (category !== undefined)
		marks.push({ ...text, fitted: category, x: marginPx + rule.widthPx + rule.gapPx, baselineY: labelY, colour: accent });
	marks.push({ ...text, fitted: title, baselineY: firstBaseline(title, bottomY - heightBelow(draft)), colour: paper });
	if (subtitle !== undefined) marks.push({ ...text, fitted: subtitle, baselineY: firstBaseline(subtitle, bottomY), colour: softPaper });
	return marks;
}

const firstBaseline = ({ heightPx, topPx }: Fitted, bottomY: number): number => bottomY - heightPx + topPx;

function prepare(frame: Pixels): Background {
	const { sizePx, textTopY, bandRows } = ffSquare;
	const ink = sinkFrame(frame);
	const bands = encodeBands(frame, bandRows);
	const groundFirstRow = Math.floor(textTopY / bandRows) * bandRows;
	const ground = frame.view.bytes.slice(groundFirstRow * sizePx * 3);
	const panel = openCanvas(sizePx, bandRows);
	fillPixels(panel.view.bytes, ink);
	const panelBands = encodeBands(panel, bandRows);
	while (bands.length * bandRows < sizePx) bands.push(...panelBands);
	return { ground, groundFirstRow, ink, bands };
}
