import * as harfbuzz from 'harfbuzzjs';
import type { Face } from '../fonts/face.ts';
import { inVisualOrder } from './direction.ts';
import { isWestern, type Script, scriptOf } from './scripts.ts';

/** One glyph with its position, in ems of its font size: one shaping serves every size. */
export interface Glyph {
	readonly face: Face;
	readonly id: number;
	/** The index of the first UTF-16 unit that it represents. */
	readonly cluster: number;
	readonly advance: number;
	readonly xOffset: number;
	/** Upwards. */
	readonly yOffset: number;
}

/** How a text is set: fonts in order of priority, and extra space after each letter. */
export interface TextStyle {
	readonly faces: readonly Face[];
	readonly trackingEm: number;
	/** For a text with letters that `faces` do not have. */
	readonly foreign?: {
		/** The face for a letter, or for a sign that belongs to such letters. */
		readonly face: (codePoint: number) => Face | undefined;
		/** Whether the text as a whole is read from right to left. */
		readonly isRightToLeft: boolean;
	};
}

/** No font of the style has a glyph for this code point. */
export class MissingGlyph extends Error {
	readonly codePoint: number;
	constructor(codePoint: number) {
		super(`no glyph for code point ${codePoint}`);
		this.codePoint = codePoint;
	}
}

/** Inter's contextual alternates would turn `->` into an arrow; the cover must show what was written. */
const features = [new harfbuzz.Feature('calt', 0)];
const buffer = new harfbuzz.Buffer();

/**
 * The glyphs of a text from left to right, with kerning, marks and ligatures; throws MissingGlyph. Letters that the first font lacks are
 * shaped by the next one, by whole clusters, so that a mark stays with its letter.
 * @param levels the level of each UTF-16 unit, for a text with right-to-left letters
 */
export function shape(text: string, style: TextStyle, levels: Uint8Array | null = null): Glyph[] {
	const glyphs: Glyph[] = [];
	const runs = style.foreign === undefined ? scriptRuns(text) : foreignRuns(text, style.foreign.face, levels);
	for (const run of inVisualOrder(runs)) {
		const faces = run.face === undefined ? style.faces : withFirst(run.face, style.faces);
		// Extra space would tear joined letters apart, and Chinese characters include their own.
		const trackingEm = isWestern(run.script) ? style.trackingEm : 0;
		shapeRun(text, run, { faces, trackingEm }, 0, glyphs);
	}
	return glyphs;
}

/** A brand's own font has priority over the desk's. */
const withFirst = (face: Face, faces: readonly Face[]): readonly Face[] =>
	faces[0]?.name === 'brand' ? [faces[0], face, ...faces.slice(1)] : [face, ...faces];

interface Run {
	readonly start: number;
	readonly end: number;
	readonly script: Script;
	/** Odd for a run that is read from right to left. */
	readonly level: number;
	/** Has priority over the faces of the style. */
	readonly face?: Face | undefined;
}

function shapeRun(text: string, run: Run, style: TextStyle, faceIndex: number, into: Glyph[]): void {
	const face = style.faces[faceIndex];
	if (face === undefined) throw new MissingGlyph(firstUncovered(text.slice(run.start, run.end), style.faces));
	const isFromRight = run.level % 2 === 1;
	buffer.reset();
	buffer.addText(text, run.start, run.end - run.start);
	buffer.setDirection(isFromRight ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
	buffer.setScript(run.script);
	buffer.setLanguage('und');
	harfbuzz.shape(face.font, buffer, features);
	const infos = buffer.getGlyphInfos();
	const positions = buffer.getGlyphPositions();
	for (let i = 0; i < infos.length; ) {
		const { cluster } = infos[i]!;
		let next = endOfCluster(infos, i);
		if (hasMissing(infos, i)) {
			while (next < infos.length && hasMissing(infos, next)) next = endOfCluster(infos, next);
			// Glyphs are ordered from left to right, so a right-to-left run begins with its last letters.
			const start = isFromRight ? infos[next - 1]!.cluster : cluster;
			const end = (isFromRight ? infos[i - 1] : infos[next])?.cluster ?? run.end;
			shapeRun(text, { ...run, start, end }, style, faceIndex + 1, into);
		} else {
			for (let k = i; k < next; k++) {
				const position = positions[k]!;
				const advance = position.xAdvance / face.unitsPerEm;
				into.push({
					face,
					id: infos[k]!.codepoint,
					cluster,
					advance: advance > 0 ? advance + style.trackingEm : advance,
					xOffset: position.xOffset / face.unitsPerEm,
					yOffset: position.yOffset / face.unitsPerEm,
				});
			}
		}
		i = next;
	}
}

function endOfCluster(infos: readonly harfbuzz.GlyphInfo[], from: number): number {
	let next = from + 1;
	while (next < infos.length && infos[next]!.cluster === infos[from]!.cluster) next++;
	return next;
}

function hasMissing(infos: readonly harfbuzz.GlyphInfo[], from: number): boolean {
	const end = endOfCluster(infos, from);
	for (let i = from; i < end; i++) if (infos[i]!.codepoint === 0) return true;
	return false;
}

function firstUncovered(text: string, faces: readonly Face[]): number {
	for (const character of text) {
		const codePoint = character.codePointAt(0)!;
		if (!faces.some((face) => face.covers(codePoint))) return codePoint;
	}
	return text.codePointAt(0)!;
}

/** Runs of one script. Shared signs and marks belong to the letters before them. */
function scriptRuns(text: string): Run[] {
	const runs: Run[] = [];
	let start = 0;
	let current: Script | undefined;
	for (let i = 0; i < text.length; ) {
		const codePoint = text.codePointAt(i)!;
		const script = scriptOf(codePoint);
		if (script !== undefined && script !== current) {
			if (current !== undefined) {
				runs.push({ start, end: i, script: current, level: 0 });
				start = i;
			}
			current = script;
		}
		i += codePoint > 0xffff ? 2 : 1;
	}
	if (start < text.length) runs.push({ start, end: text.length, script: current ?? 'Latn', level: 0 });
	return runs;
}

/** Marks, and invisible characters that join or separate letters. */
const STAYS_WITH_LETTER = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u;

/** Runs of one script, level and font. Digits and signs without a form in another script are set as among Latin letters. */
function foreignRuns(text: string, faceOf: (codePoint: number) => Face | undefined, levels: Uint8Array | null): Run[] {
	const runs: Run[] = [];
	let current: Run | undefined;
	for (let i = 0; i < text.length; ) {
		const codePoint = text.codePointAt(i)!;
		const end = i + (codePoint > 0xffff ? 2 : 1);
		const level = levels?.[i] ?? 0;
		const known = scriptOf(codePoint);
		const own = known !== undefined && isWestern(known) ? undefined : faceOf(codePoint);
		const stays = current !== undefined && current.level === level && STAYS_WITH_LETTER.test(String.fromCodePoint(codePoint));
		const face: Face | undefined = stays ? current!.face : own;
		const script = stays ? current!.script : (known ?? own?.script ?? 'Latn');
		if (current !== undefined && current.level === level && current.script === script && current.face === face) {
			current = { ...current, end };
			runs[runs.length - 1] = current;
		} else {
			current = { start: i, end, script, level, face };
			runs.push(current);
		}
		i = end;
	}
	return runs;
}
