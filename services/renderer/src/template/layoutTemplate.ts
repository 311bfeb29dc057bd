import { createHash } from 'node:crypto';
import { encodeBands, fadeRow, openCanvas, type Pixels, type Rgb } from '@copydesk/renderer-core';
import { COVER_SIDE_PX } from '@copydesk/domain/limits';
import { fit, type Fitted, type FitRule } from '../layout/fit.ts';
import { hasRightToLeft, isRightToLeft, needsOtherFonts } from '../layout/scripts.ts';
import type { TextStyle } from '../layout/shape.ts';
import { attention } from '../png/index.ts';
import type { Background, CoverDraft, Mark, TextField } from '../steps/draft.ts';
import { paintMark } from '../steps/paintTexts.ts';
import { fillPixels } from './background.ts';
import { type Brand, deskBrand, INK, PAPER, toneOf, type Words, wordsOn } from './brand.ts';
import { contrast, LEAST_CONTRAST, luminance } from '@copydesk/domain/cover/contrast';
import { drawLogo, fitLogo, type Logo } from './logo.ts';
import { type Layout, mirroredLayout, PAPER_GROUND, type TextRule, WHITE_GROUND } from './layouts.ts';
import type { SetDraft, Template, TextSetting } from './template.ts';
import { TINTING, tintOf } from './tint.ts';

const SIDE = COVER_SIDE_PX;
const BAND_ROWS = 60;
const ROW_BYTES = SIDE * 3;
/** The scrim between a picture and words on it: dark pictures become darker, in their own colour, and bright ones brighter. */
const DARK_SCRIM: Rgb = [12, 13, 16];
const BRIGHT_SCRIM: Rgb = [252, 250, 245];
const isBright = (scrim: Rgb): boolean => luminance(scrim) > 0.5;
/** Words on a picture are never softened. */
const onScrim = (scrim: Rgb): Words => (isBright(scrim) ? { strong: INK, soft: INK } : { strong: PAPER, soft: PAPER });

/** @param fonts the common part of all fingerprints */
export function layoutTemplate(layout: Layout, brand: Brand, version: string, fonts: string): Template {
	const fingerprint = createHash('sha256')
		.update(
			JSON.stringify([
				layout,
				brand.sha256 ?? deskBrand,
				PAPER_GROUND,
				DARK_SCRIM,
				BRIGHT_SCRIM,
				MOST_EDGE,
				SCRIM_GROWS,
				BRIGHT_SHARE,
				BRIGHT_ABOVE,
				TINTING,
				fonts,
			]),
		)
		.digest('hex');
	const mirrored = directedTemplate(mirroredLayout(layout), brand, { version, fingerprint, mirrored: null });
	return directedTemplate(layout, brand, { version, fingerprint, mirrored });
}

function directedTemplate(layout: Layout, brand: Brand, named: Pick<Template, 'version' | 'fingerprint' | 'mirrored'>): Template {
	const { text } = layout;
	const mark = markOf(layout, brand);
	// The large first letter makes room for a logo.
	const placedLayout =
		mark === null || layout.initial === null ? layout : { ...layout, initial: { ...layout.initial, ...layout.initial.belowMark } };
	const setting = (draft: CoverDraft, field: TextField, rule: TextRule, widthPx: number, heightPx: number): TextSetting => ({
		rule: { ...ruleFor(draft, field, rule), style: styleOf(draft, field, rule, layout, brand), widthPx },
		heightPx,
	});
	const inOneLine = (draft: CoverDraft, rule: TextRule, widthPx: number) =>
		setting(draft, 'category', rule, widthPx, 2 * rule.ladderPx[0]!);
	return {
		...named,
		sizePx: SIDE,
		bandRows: BAND_ROWS,
		picture: layout.picture,
		scripts: 'all',
		isMirrored: layout.isMirrored ?? false,
		hasByline: layout.byline !== null,
		category: (draft) => inOneLine(draft, layout.category, labelWidth(layout)),
		byline: (draft) => inOneLine(draft, layout.byline ?? layout.category, text.widthPx),
		subtitle: (draft) => setting(draft, 'subtitle', layout.subtitle, text.widthPx, 4 * layout.subtitle.ladderPx[0]!),
		title: (draft) =>
			setting(
				draft,
				'title',
				layout.title,
				text.widthPx,
				text.bottomY - text.topY - heightAbove(draft, layout) - heightBelow(draft, layout),
			),
		place: (draft) => place(draft, placedLayout, coloursFor(draft, layout, brand)),
		prepare: (frame) => prepare(frame, layout, brand, mark),
	};
}

/** A brand's own font sets titles; sans headlines are titles too. The fonts of other scripts have no serifs. */
function styleOf(
	{ text, workshop: { typeface }, fonts }: CoverDraft,
	field: TextField,
	rule: TextRule,
	layout: Layout,
	brand: Brand,
): TextStyle {
	const isForeign = fonts !== undefined && needsOtherFonts(text[field]);
	const role = isForeign && rule.face === 'title' ? 'label' : rule.face;
	const faces = brand.face === null || rule.face !== 'title' ? typeface[role] : [brand.face, ...typeface[role]];
	if (!isForeign) return { faces, trackingEm: rule.trackingEm };
	const weight = rule.face === 'subtitle' ? 'medium' : 'bold';
	const isFromRight = hasRightToLeft(text[field]) && (layout.isMirrored === true || isRightToLeft([text[field]]));
	return {
		faces,
		trackingEm: rule.trackingEm,
		foreign: { face: (codePoint) => fonts.face(codePoint, weight), isRightToLeft: isFromRight },
	};
}

/** Scripts whose letters are all as tall as capitals, or have marks above and below, need more line spacing. */
const FOREIGN_LEADING_EM = 1.24;

/** Labels in these scripts have no letter-spacing and have fine strokes, so they are larger if there is room. */
const FOREIGN_LABEL_PX = [34, 32, 30, 28] as const;

function ruleFor({ text }: CoverDraft, field: TextField, rule: TextRule): TextRule {
	if (!needsOtherFonts(text[field])) return rule;
	const [largest = 0] = rule.ladderPx;
	const larger = field === 'category' && rule.face === 'label' ? FOREIGN_LABEL_PX.filter((px) => px > largest) : [];
	return { ...rule, ladderPx: [...larger, ...rule.ladderPx], leadingEm: Math.max(rule.leadingEm, FOREIGN_LEADING_EM) };
}

/** The colours of a cover: those of its brand, or of its picture if the desk has none. */
function coloursFor({ background }: CoverDraft, layout: Layout, brand: Brand): Colours {
	const { panel, accent } = background?.tint ?? brand;
	const ground = groundOf(layout, panel);
	if (layout.ground !== 'picture') return { ground, accent, words: wordsOn(ground) };
	return { ground, accent, words: onScrim(background?.onPicture?.scrim ?? DARK_SCRIM) };
}

const groundOf = ({ ground }: Layout, panel: Rgb): Rgb => (ground === 'paper' ? PAPER_GROUND : ground === 'white' ? WHITE_GROUND : panel);

function labelWidth({ label, text }: Layout): number {
	if (label.at === 'bar') return label.widthPx;
	const padPx = label.at === 'tab' ? label.padPx : (label.box?.padPx ?? 0);
	return text.widthPx - 2 * padPx;
}

const heightAbove = ({ category }: CoverDraft, { label }: Layout): number =>
	category === undefined || label.at !== 'stack' ? 0 : (label.box?.heightPx ?? category.heightPx) + label.gapBelowPx;
const heightBelow = ({ subtitle }: CoverDraft, layout: Layout): number =>
	subtitle === undefined ? 0 : layout.subtitle.gapAbovePx + subtitle.heightPx;

interface Colours {
	readonly ground: Rgb;
	readonly words: Words;
	readonly accent: Rgb;
}

function place(draft: SetDraft, layout: Layout, colours: Colours): readonly Mark[] {
	const { text, label } = layout;
	const { category, title, subtitle } = draft;
	const { strong, soft } = colours.words;
	const aboveText = draft.background?.onPicture?.isTextAbove === true ? SIDE - text.bottomY - text.topY : 0;
	const heightPx = heightAbove(draft, layout) + title.heightPx + heightBelow(draft, layout);
	const room = text.bottomY - text.topY - heightPx;
	let y =
		text.topY + aboveText + (text.anchor === 'bottom' && aboveText === 0 ? room : text.anchor === 'middle' ? Math.floor(room / 2) : 0);
	const marks: Mark[] = [...initialOf(draft, layout, colours.ground, y)];
	const isFromRight = layout.isMirrored === true && !text.isCentred;
	const line = { x: text.x, isCentred: text.isCentred, isFromRight, mostHangPx: text.mostHangPx };
	const stack = (fitted: Fitted, colour: Rgb, gapPx: number): void => {
		marks.push({ ...line, fitted, baselineY: y + fitted.topPx, colour });
		y += fitted.heightPx + gapPx;
	};
	if (category !== undefined && label.at === 'stack' && label.box === undefined) {
		const isReadable = contrast(colours.accent, colours.ground) >= LEAST_CONTRAST;
		stack(category, isReadable ? colours.accent : strong, label.gapBelowPx);
	} else if (category !== undefined) {
		marks.push(...placedLabel(category, layout, colours, y));
		y += heightAbove(draft, layout);
	}
	stack(title, strong, layout.subtitle.gapAbovePx);
	if (subtitle !== undefined) stack(subtitle, soft, 0);
	if (draft.byline !== undefined && layout.byline !== null)
		marks.push({ ...line, fitted: draft.byline, baselineY: layout.byline.baselineY, colour: soft });
	return marks;
}

/** A label in a box of the accent colour, or alone. @param topY of what is stacked */
function placedLabel(category: Fitted, layout: Layout, colours: Colours, topY: number): readonly Mark[] {
	const { label, text, isMirrored = false } = layout;
	const at = label.at === 'stack' ? boxedAt(label, text.x, topY) : label;
	if (at === null) return [];
	const baselineY = at.centreY + Math.round((layout.category.capHeightEm * category.fontPx) / 2);
	const line = { fitted: category, baselineY, isCentred: false, isFromRight: isMirrored, mostHangPx: text.mostHangPx };
	if (!('padPx' in at)) {
		const isReadable = layout.ground === 'white' && contrast(colours.accent, colours.ground) >= LEAST_CONTRAST;
		return [{ ...line, x: at.x, colour: isReadable ? colours.accent : colours.words.strong }];
	}
	const widthPx = Math.ceil((category.lines[0]?.width ?? 0) * category.fontPx) + 2 * at.padPx;
	const box = { x: isMirrored ? at.x - widthPx : at.x, y: at.centreY - at.heightPx / 2, widthPx, heightPx: at.heightPx };
	const x = isMirrored ? at.x - at.padPx : at.x + at.padPx;
	return [
		{ ...box, colour: colours.accent },
		{ ...line, x, mostHangPx: 0, colour: wordsOn(colours.accent).strong },
	];
}

const boxedAt = ({ box }: Extract<Layout['label'], { at: 'stack' }>, x: number, topY: number) =>
	box === undefined ? null : { ...box, x, centreY: topY + box.heightPx / 2 };

const JOINED = /^\p{Script=Arabic}/u;
/** The large initial shows letters of these scripts without their marks, for which it has no room. */
const WITHOUT_MARKS = /^[\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hebrew}]/u;

/** A letter, a digit, or an opening quotation mark. */
const INITIAL = /^[«“„"']?/u;
/** The first digit of a title without letters. */
const FIRST_LETTER = /^(?:\P{L}*(?=\p{L})|\P{N}*)(\p{L}\p{M}*|\p{N})/u;

/** @param titleY where the words begin, below which no letter is large enough */
function initialOf(draft: CoverDraft, layout: Layout, ground: Rgb, titleY: number): readonly Mark[] {
	const { initial, title, isMirrored = false } = layout;
	const { text } = draft;
	if (initial === null) return [];
	const sign = INITIAL.exec(text.title)?.[0] === '' ? FIRST_LETTER.exec(text.title)?.[1] : '“';
	// A joined letter looks different alone: that of most Arabic titles would be a bar.
	if (sign === undefined || JOINED.test(sign)) return [];
	const style = { ...styleOf(draft, 'title', title, layout, deskBrand), trackingEm: 0 };
	const shown = WITHOUT_MARKS.test(sign) ? sign.slice(0, 1) : sign.toLocaleUpperCase('und');
	const rule: FitRule = { ...title, style, ladderPx: initial.ladderPx, maxLines: 1, widthPx: SIDE, capHeightEm: 0, depthEm: 0 };
	const fitted = fit(shown, rule, titleY - initial.topY - initial.gapBelowPx);
	if ('message' in fitted) return [];
	const widthPx = Math.ceil(((fitted.lines[0]?.width ?? 0) - (fitted.lines[0]?.bearing ?? 0)) * fitted.fontPx);
	const x = isMirrored ? SIDE - initial.rightX : initial.rightX - widthPx;
	return [{ fitted, x, baselineY: initial.topY + fitted.topPx, isCentred: false, mostHangPx: 0, colour: toneOf(ground) }];
}

/** Draws everything below the words, once. */
function prepare(frame: Pixels | null, layout: Layout, brand: Brand, mark: BrandMark | null): Background {
	const lightest = layout.ground === 'paper' || layout.ground === 'white' ? groundOf(layout, PAPER) : null;
	const tint = frame === null || brand.sha256 !== null ? null : tintOf(frame.view.bytes, lightest);
	const { panel, accent } = tint ?? brand;
	const canvas = openCanvas(SIDE, SIDE);
	const { bytes } = canvas.view;
	fillPixels(bytes, groundOf(layout, panel));
	for (const box of layout.accents) fillBox(bytes, box, accent);
	if (frame !== null && layout.picture !== null) {
		const { x, y } = layout.picture;
		const from = frame.view.bytes;
		const rowBytes = frame.widthPx * 3;
		for (let row = 0; row < frame.rowCount; row++)
			bytes.set(from.subarray(row * rowBytes, (row + 1) * rowBytes), ((y + row) * SIDE + x) * 3);
	}
	const onPicture = layout.ground === 'picture' ? sinkPicture(canvas, layout, tint?.scrim ?? DARK_SCRIM) : undefined;
	if (mark !== null) drawMark(canvas, layout, brand.panel, mark, onPicture?.isTextAbove === true);
	const bands = encodeBands(canvas, BAND_ROWS);
	const groundFirstRow = firstTextRow(layout, onPicture?.isTextAbove === true);
	const flatFrom = flatFromRow(canvas.view.bytes);
	const ink = canvas.view.bytes.slice(-3);
	return {
		ground: canvas.view.bytes.slice(groundFirstRow * ROW_BYTES, Math.max(groundFirstRow, flatFrom) * ROW_BYTES),
		groundFirstRow,
		ink: [ink[0]!, ink[1]!, ink[2]!],
		bands,
		...(onPicture === undefined ? {} : { onPicture }),
		...(tint === null ? {} : { tint }),
	};
}

/** A logo, or a name in its place. */
type BrandMark = { readonly logo: Logo } | { readonly name: Fitted; readonly widthPx: number };

function markOf({ mark, category }: Layout, { logo, name, nameStyle }: Brand): BrandMark | null {
	if (logo !== null) return { logo: fitLogo(logo, mark.widthPx, mark.heightPx) };
	if (nameStyle === undefined) return null;
	const rule: FitRule = {
		...category,
		ladderPx: [30, 28, 26, 24, 22, 20, 18],
		style: nameStyle,
		widthPx: mark.widthPx,
	};
	const fitted = fit(name, rule, Infinity);
	// A name that does not fit is omitted; the channel shows it anyway.
	if ('message' in fitted) return null;
	return { name: fitted, widthPx: Math.ceil((fitted.lines[0]?.width ?? 0) * fitted.fontPx) };
}

/** Draws the logo or name on the panel's colour, against which the brand was checked. */
function drawMark(canvas: Pixels, layout: Layout, panel: Rgb, brandMark: BrandMark, isBelow: boolean): void {
	const { x, side, y, heightPx, padPx } = layout.mark;
	const { bytes } = canvas.view;
	const innerPx = 'logo' in brandMark ? brandMark.logo.widthPx : brandMark.widthPx;
	const outerPx = innerPx + 2 * padPx;
	const left = side === 'left' ? x : side === 'right' ? x - outerPx : Math.round(x - outerPx / 2);
	const boxPx = heightPx + 2 * padPx;
	const top = isBelow ? SIDE - y - boxPx : y;
	if (padPx > 0) fillBox(bytes, { x: left, y: top, widthPx: outerPx, heightPx: boxPx }, panel);
	if ('logo' in brandMark)
		return drawLogo(bytes, SIDE, brandMark.logo, left + padPx, top + padPx + Math.round((heightPx - brandMark.logo.heightPx) / 2));
	const { name } = brandMark;
	const baselineY = top + padPx + Math.round((heightPx + layout.category.capHeightEm * name.fontPx) / 2);
	const mark: Mark = { fitted: name, x: left + padPx, baselineY, isCentred: false, mostHangPx: 0, colour: wordsOn(panel).strong };
	paintMark({ pixels: canvas, firstRow: 0 }, mark);
}

function fillBox(bytes: Uint8Array, box: { x: number; y: number; widthPx: number; heightPx: number }, colour: Rgb): void {
	for (let row = box.y; row < box.y + box.heightPx; row++) {
		const from = (row * SIDE + box.x) * 3;
		fillPixels(bytes.subarray(from, from + box.widthPx * 3), colour);
	}
}

/** Words go to the top of the picture only if the part below is clearly more interesting. */
const CLEARLY = 1.2;

function isBusierBelow(bytes: Uint8Array, { text }: Layout): boolean {
	const seen = (from: number, to: number): number => {
		let sum = 0;
		for (let y = from; y < to - 4; y += 4)
			for (let x = 0; x < SIDE - 4; x += 4) {
				const at = y * ROW_BYTES + x * 3;
				sum += attention(bytes, at, at + 12, at + 4 * ROW_BYTES);
			}
		return sum;
	};
	return seen(text.topY, SIDE) > CLEARLY * seen(0, SIDE - text.topY);
}

/** A subject is bright if this share of all pixels is so much above the mean, in levels. */
const BRIGHT_SHARE = 0.03;
const BRIGHT_ABOVE = 80;

/** Whether the brightest subject of a picture lies below, where words would cover it; undefined if nothing stands out. */
function isBrightBelow(bytes: Uint8Array, { text }: Layout): boolean | undefined {
	const counts = { all: new Uint32Array(256), above: new Uint32Array(256), below: new Uint32Array(256) };
	let [sum, count] = [0, 0];
	for (let y = 0; y < SIDE; y += 4)
		for (let x = 0; x < SIDE; x += 4) {
			const at = y * ROW_BYTES + x * 3;
			const level = (2 * bytes[at]! + 5 * bytes[at + 1]! + bytes[at + 2]!) >> 3;
			counts.all[level]!++;
			if (y < SIDE - text.topY) counts.above[level]!++;
			if (y >= text.topY) counts.below[level]!++;
			sum += level;
			count++;
		}
	let bright = 255;
	for (let left = BRIGHT_SHARE * count - counts.all[bright]!; left > 0; left -= counts.all[bright]!) bright--;
	if (bright * count < sum + BRIGHT_ABOVE * count) return undefined;
	const of = (levels: Uint32Array) => levels.subarray(bright).reduce((all, one) => all + one, 0);
	const [above, below] = [of(counts.above), of(counts.below)];
	return below > CLEARLY * above ? true : above > CLEARLY * below ? false : undefined;
}

/** Prepares a picture for words: the picture decides their place and scrim. */
function sinkPicture(canvas: Pixels, layout: Layout, dark: Rgb): NonNullable<Background['onPicture']> {
	const { bytes } = canvas.view;
	const isTextAbove = isBrightBelow(bytes, layout) ?? isBusierBelow(bytes, layout);
	const textRows = SIDE - layout.text.topY;
	const from = isTextAbove ? 0 : layout.text.topY;
	const scrim = meanLevel(bytes, from, from + textRows) > BRIGHT_LEVEL ? BRIGHT_SCRIM : dark;
	layScrim(canvas, scrim, isTextAbove, textRows);
	return { isTextAbove, scrim };
}

/** Above this mean, dark words need less scrim than bright ones. */
const BRIGHT_LEVEL = 168;

function meanLevel(bytes: Uint8Array, fromRow: number, endRow: number): number {
	let sum = 0;
	let count = 0;
	// Coprime to a row's pixels, so no column dominates.
	for (let at = fromRow * ROW_BYTES; at + 2 < endRow * ROW_BYTES; at += 21, count++)
		sum += 2 * bytes[at]! + 5 * bytes[at + 1]! + bytes[at + 2]!;
	return sum / (8 * count);
}

/** The rows over which the scrim grows to its full strength. */
const SCRIM_GROWS = 150;
/** The least scrim behind words on any picture, in 255ths. */
const LEAST_SCRIM = { dark: 96, bright: 176 };

/** Lines and bars with a larger difference, in levels, compete with letters even if these are readable. */
const MOST_EDGE = 16;
/** Only the strongest edges count: this share of all differences. */
const STRONG_EDGES = 0.01;

/** The least difference of the strongest edges in some rows, in levels, between pixels that are four apart. */
function strongEdge(bytes: Uint8Array, fromRow: number, endRow: number): number {
	const counts = new Uint32Array(256);
	let left = 0;
	const level = (at: number): number => (2 * bytes[at]! + 5 * bytes[at + 1]! + bytes[at + 2]!) >> 3;
	for (let y = fromRow; y < endRow - 4; y += 4)
		for (let x = 0; x < SIDE - 4; x += 4) {
			const at = y * ROW_BYTES + x * 3;
			const here = level(at);
			const edge = Math.max(Math.abs(here - level(at + 12)), Math.abs(here - level(at + 4 * ROW_BYTES)));
			counts[edge] = counts[edge]! + 1;
			left += STRONG_EDGES;
		}
	let edge = 255;
	for (; edge > 0 && left > counts[edge]!; edge--) left -= counts[edge]!;
	return edge;
}

/** Lays a scrim that is just strong enough for the worst pixel and the strongest edges behind words. */
function layScrim(canvas: Pixels, scrim: Rgb, isTextAbove: boolean, textRows: number): void {
	const { bytes } = canvas.view;
	const rowAt = (distance: number): number => (isTextAbove ? distance : SIDE - 1 - distance);
	const isDark = !isBright(scrim);
	let worst = isDark ? 0 : 255;
	for (let i = 0; i < textRows; i++) {
		const at = rowAt(i) * ROW_BYTES;
		for (let k = at; k < at + ROW_BYTES; k++) worst = isDark ? Math.max(worst, bytes[k]!) : Math.min(worst, bytes[k]!);
	}
	const { strong } = onScrim(scrim);
	const firstRow = isTextAbove ? 0 : SIDE - textRows;
	const quiet = Math.ceil(255 * (1 - MOST_EDGE / Math.max(MOST_EDGE, strongEdge(bytes, firstRow, firstRow + textRows))));
	let share = Math.max(quiet, isDark ? LEAST_SCRIM.dark : LEAST_SCRIM.bright);
	while (share < 255 && contrast(strong, behindScrim(worst, scrim, share)) < LEAST_CONTRAST + 0.2) share++;
	for (let i = 0; i < Math.min(SIDE, textRows + SCRIM_GROWS); i++) {
		const t = Math.min(1, Math.max(0, 1 - (i - textRows) / SCRIM_GROWS));
		fadeRow(canvas, rowAt(i), scrim, Math.round(share * t * t * (3 - 2 * t)));
	}
}

/** A grey level under a share of the scrim, in 255ths. */
function behindScrim(level: number, scrim: Rgb, share: number): Rgb {
	const channel = (i: 0 | 1 | 2): number => Math.round(level + ((scrim[i] - level) * share) / 255);
	return [channel(0), channel(1), channel(2)];
}

/** The first row of a band that marks may touch. */
function firstTextRow({ text, label, initial, byline }: Layout, isTextAbove: boolean): number {
	let top = isTextAbove ? SIDE - text.bottomY : text.topY;
	if (label.at === 'tab') top = Math.min(top, label.centreY - label.heightPx / 2);
	if (label.at === 'bar') top = Math.min(top, label.centreY - 48);
	if (initial !== null || byline !== null) top = 0;
	return Math.floor(Math.max(0, top) / BAND_ROWS) * BAND_ROWS;
}

/** The row from which all rows are one colour, to the end. */
function flatFromRow(bytes: Uint8Array): number {
	const last = bytes.subarray((SIDE - 1) * ROW_BYTES);
	for (let at = 3; at < ROW_BYTES; at++) if (last[at] !== last[at - 3]) return SIDE;
	let row = SIDE - 1;
	while (row > 0 && Buffer.compare(bytes.subarray((row - 1) * ROW_BYTES, row * ROW_BYTES), last) === 0) row--;
	return row;
}
