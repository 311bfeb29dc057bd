import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { needsOtherFonts, type Script, scriptOf } from '../layout/scripts.ts';
import { isTraditional } from './chinese.ts';
import { type Face, openVariable } from './face.ts';

/**
 * The fonts of other scripts: Noto Sans under the SIL Open Font License 1.1, from packages that the lock file pins by hash. A package has
 * one font in slices by code points. A slice is read when one of its letters is first needed. Each slice has all weights.
 */
const packages = {
	arabic: '@fontsource-variable/noto-sans-arabic',
	hebrew: '@fontsource-variable/noto-sans-hebrew',
	devanagari: '@fontsource-variable/noto-sans-devanagari',
	thai: '@fontsource-variable/noto-sans-thai',
	jp: '@fontsource-variable/noto-sans-jp',
	kr: '@fontsource-variable/noto-sans-kr',
	sc: '@fontsource-variable/noto-sans-sc',
	tc: '@fontsource-variable/noto-sans-tc',
} as const;

export const scriptPackages: readonly string[] = Object.values(packages);

/** Reads a file of a package. */
const readPackageFile = (path: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(path)));

export function versionOf(name: string): string {
	const { version } = JSON.parse(readPackageFile(`${name}/package.json`).toString()) as { version: string };
	return version;
}

type Family = keyof typeof packages;

/** The weights on covers: bold for titles and labels, medium for secondary text. */
export type Weight = 'bold' | 'medium';

const WEIGHTS: Readonly<Record<Weight, number>> = { bold: 700, medium: 500 };

const scriptOfFamily: Readonly<Record<Family, Script>> = {
	arabic: 'Arab',
	hebrew: 'Hebr',
	devanagari: 'Deva',
	thai: 'Thai',
	kr: 'Hang',
	jp: 'Hani',
	sc: 'Hani',
	tc: 'Hani',
};

/** The loaded fonts for the letters of one cover. */
export interface OpenedFonts {
	/** Undefined for a letter that no font has, and for letters of the desk's own fonts. */
	face(codePoint: number, weight: Weight): Face | undefined;
}

interface Slice {
	readonly family: Family;
	/** One of its package's `files`. */
	readonly file: string;
	/** The first and last code point of each range. */
	readonly ranges: Uint32Array;
}

/** The slices of a family that have its script. The desk's own fonts set the Latin letters. */
const slicesOf = new Map<Family, readonly Slice[]>();

function slices(family: Family): readonly Slice[] {
	let known = slicesOf.get(family);
	if (known === undefined) {
		const name = packages[family].split('/')[1]!;
		const table = JSON.parse(readPackageFile(`${packages[family]}/unicode.json`).toString()) as Record<string, string>;
		known = Object.entries(table)
			.filter(([slice]) => slice.startsWith('[') || slice === family)
			.map(([slice, ranges]) => ({
				family,
				file: `${packages[family]}/files/${name}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`,
				ranges: Uint32Array.from(ranges.split(',').flatMap(rangeOf)),
			}));
		slicesOf.set(family, known);
	}
	return known;
}

function rangeOf(text: string): [number, number] {
	const [first = '', last = first] = text.trim().slice('U+'.length).split('-');
	return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function has(ranges: Uint32Array, codePoint: number): boolean {
	for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= codePoint && codePoint <= ranges[i + 1]!) return true;
	return false;
}

const sliceWith = (family: Family, codePoint: number): Slice | undefined => slices(family).find(({ ranges }) => has(ranges, codePoint));

type OpenFace = Readonly<Record<Weight, Face>>;

/**
 * How many slices a thread keeps. Each takes about 0.3 MB, and a Japanese cover needs up to 13. Fewer take more memory: slices that are
 * read again and again leave more behind than they save.
 */
const MOST_SLICES = 64;
const opened = new LRUCache<string, OpenFace>({ max: MOST_SLICES });

async function open({ file, family }: Slice): Promise<OpenFace> {
	const known = opened.get(file);
	if (known !== undefined) return known;
	// Loaded when needed, because the decoder takes memory: a desk with Latin, Cyrillic or Greek never loads it.
	const { default: decompress } = await import('woff2-encoder/decompress');
	const bytes = await decompress(readPackageFile(file));
	const variable = openVariable(bytes as Uint8Array<ArrayBuffer>, scriptOfFamily[family]);
	const faces = { bold: variable.face(WEIGHTS.bold), medium: variable.face(WEIGHTS.medium) };
	opened.set(file, faces);
	return faces;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** The font families for Chinese characters, which look different in each country. */
function hanFamilies(text: string): readonly Family[] {
	const first: Family = KANA.test(text) ? 'jp' : HANGUL.test(text) ? 'kr' : isTraditional(text) ? 'tc' : 'sc';
	return [...new Set<Family>([first, 'jp', 'tc', 'sc', 'kr'])];
}

/** The slice for each letter of a text. Shared characters use the fonts of the text's letters, if these have them. */
function plan(text: string): ReadonlyMap<number, Slice> {
	const planned = new Map<number, Slice>();
	const han = hanFamilies(text);
	const used = new Set<Family>();
	const codePoints = new Set([...text].map((character) => character.codePointAt(0)!));
	const familiesOf = (script: Script): readonly Family[] =>
		script === 'Hani' ? han : (Object.keys(packages) as Family[]).filter((family) => scriptOfFamily[family] === script);
	for (const codePoint of codePoints) {
		const script = scriptOf(codePoint);
		if (script === undefined) continue;
		for (const family of familiesOf(script)) {
			const slice = sliceWith(family, codePoint);
			if (slice === undefined) continue;
			used.add(family);
			planned.set(codePoint, slice);
			break;
		}
	}
	for (const codePoint of codePoints) {
		if (codePoint < 0x300 || scriptOf(codePoint) !== undefined) continue;
		for (const family of used) {
			const slice = sliceWith(family, codePoint);
			if (slice !== undefined && !planned.has(codePoint)) planned.set(codePoint, slice);
		}
	}
	return planned;
}

/** Loads the fonts that the letters of a cover need besides the desk's own. Undefined if none is needed. */
export async function openScriptFonts(text: string): Promise<OpenedFonts | undefined> {
	if (!needsOtherFonts(text)) return undefined;
	const faces = new Map<number, OpenFace>();
	for (const [codePoint, slice] of plan(text)) faces.set(codePoint, await open(slice));
	return { face: (codePoint, weight) => faces.get(codePoint)?.[weight] };
}
