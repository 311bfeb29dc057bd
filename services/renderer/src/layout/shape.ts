import * as harfbuzz from 'harfbuzzjs';
import type { Face } from '../fonts/face.ts';

/** One glyph with its place, in ems of its font size: the same shaping serves every size. */
export interface Glyph {
	readonly face: Face;
	readonly id: number;
	/** Index of the first UTF-16 unit that it stands for. */
	readonly cluster: number;
	readonly advance: number;
	readonly xOffset: number;
	/** Upwards. */
	readonly yOffset: number;
}

/** How a text is set: fonts in the order they are asked, and extra space after each letter. */
export interface TextStyle {
	readonly faces: readonly Face[];
	readonly trackingEm: number;
}

/** No font of the style has a glyph for this code point. */
export class MissingGlyph extends Error {
	readonly codePoint: number;
	constructor(codePoint: number) {
		super(`no glyph for code point ${codePoint}`);
		this.codePoint = codePoint;
	}
}

/** Inter's contextual alternates would turn `->` into an arrow; what was written is what is shown. */
const features = [new harfbuzz.Feature('calt', 0)];
const buffer = new harfbuzz.Buffer();

/**
 * Glyphs of a left-to-right text with kerning, marks and ligatures; throws MissingGlyph.
 * Letters that the first font lacks are shaped by the next one, by whole clusters, so that a mark stays on its letter.
 */
export function shape(text: string, style: TextStyle): Glyph[] {
	const glyphs: Glyph[] = [];
	for (const run of scriptRuns(text)) shapeRun(text, run, style, 0, glyphs);
	return glyphs;
}

interface Run {
	readonly start: number;
	readonly end: number;
	readonly script: Script;
}

function shapeRun(text: string, run: Run, style: TextStyle, faceIndex: number, into: Glyph[]): void {
	const face = style.faces[faceIndex];
	if (face === undefined) throw new MissingGlyph(firstUncovered(text.slice(run.start, run.end), style.faces));
	buffer.reset();
	buffer.addText(text, run.start, run.end - run.start);
	buffer.setDirection(harfbuzz.Direction.LTR);
	buffer.setScript(run.script);
	buffer.setLanguage('und');
	harfbuzz.shape(face.font, buffer, features);
	const infos = buffer.getGlyphInfos();
	const positions = buffer.getGlyphPositions();
	for (let i = 0; i < infos.length; ) {
		const { cluster } = infos[i]!;
		let next = i;
		let isMissing = false;
		while (next < infos.length && infos[next]!.cluster === cluster) {
			isMissing ||= infos[next]!.codepoint === 0;
			next++;
		}
		if (isMissing) {
			while (next < infos.length && hasMissing(infos, next)) next = endOfCluster(infos, next);
			shapeRun(text, { start: cluster, end: infos[next]?.cluster ?? run.end, script: run.script }, style, faceIndex + 1, into);
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

type Script = 'Latn' | 'Cyrl' | 'Grek';

/** Stretches of one script; signs and marks that all scripts share go with the letters before them. */
function scriptRuns(text: string): Run[] {
	const runs: Run[] = [];
	let start = 0;
	let current: Script | undefined;
	for (let i = 0; i < text.length; ) {
		const codePoint = text.codePointAt(i)!;
		const script = scriptOf(codePoint);
		if (script !== undefined && script !== current) {
			if (current !== undefined) {
				runs.push({ start, end: i, script: current });
				start = i;
			}
			current = script;
		}
		i += codePoint > 0xffff ? 2 : 1;
	}
	if (start < text.length) runs.push({ start, end: text.length, script: current ?? 'Latn' });
	return runs;
}

const LATIN = /^\p{Script=Latin}$/u;
const CYRILLIC = /^\p{Script=Cyrillic}$/u;
const GREEK = /^\p{Script=Greek}$/u;

function scriptOf(codePoint: number): Script | undefined {
	if (codePoint < 0x80) return (codePoint | 32) >= 0x61 && (codePoint | 32) <= 0x7a ? 'Latn' : undefined;
	if (codePoint >= 0x400 && codePoint < 0x480) return 'Cyrl';
	const character = String.fromCodePoint(codePoint);
	if (LATIN.test(character)) return 'Latn';
	if (CYRILLIC.test(character)) return 'Cyrl';
	return GREEK.test(character) ? 'Grek' : undefined;
}
