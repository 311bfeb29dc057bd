import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { BrandRequest } from '@copydesk/domain/api/renderer';
import type { FieldError } from '@copydesk/domain/errors';
import type { Rgb } from '@copydesk/renderer-core';
import { type Face, faceOf } from '../fonts/face.ts';
import { openScriptFonts } from '../fonts/scriptFonts.ts';
import type { Typeface } from '../fonts/typeface.ts';
import { unsettable } from '../layout/characters.ts';
import { isRightToLeft } from '../layout/scripts.ts';
import { MissingGlyph, shape, type TextStyle } from '../layout/shape.ts';
import { PngRefused } from '../png/refusal.ts';
import { clean } from '../steps/cleanText.ts';
import { describe } from '../steps/setText.ts';
import { type Brand, INK, PAPER, wordsOn } from './brand.ts';
import { contrast, hexOf, LEAST_CONTRAST, LEAST_SEEN, mixed } from '@copydesk/domain/cover/contrast';
import { type Logo, logoContrast, readLogo } from './logo.ts';

/** The stored form of a brand: RFC 8785. Its SHA-256 is its name. */
export function brandFileOf(request: BrandRequest): { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string } {
	const bytes = new Uint8Array(Buffer.from(canonicalize({ ...request, name: request.name.normalize('NFC') }) ?? ''));
	return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Reads a brand, and reports the fault of each field. */
export async function readBrand(
	bytes: Uint8Array,
	typeface: Typeface,
): Promise<{ readonly brand: Brand; readonly faults: readonly FieldError[] }> {
	const request = JSON.parse(new TextDecoder().decode(bytes)) as BrandRequest;
	const faults: FieldError[] = [];
	const [panel, accent] = [rgbOf(request.panel), rgbOf(request.accent)];
	faults.push(...colourFaults(panel, accent));
	// A logo is drawn in place of the name.
	const nameStyle = request.logo === null ? await nameStyleOf(request.name, typeface, faults) : null;
	const logo = request.logo === null ? null : logoOf(request.logo, panel, faults);
	const own = request.font_file === null ? null : faceOfFile(request.font_file, faults);
	const face = own ?? (request.font === null ? null : typeface.families[request.font]);
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	return { brand: { sha256, name: request.name, ...(nameStyle === null ? {} : { nameStyle }), panel, accent, face, logo }, faults };
}

function colourFaults(panel: Rgb, accent: Rgb): readonly FieldError[] {
	const faults: FieldError[] = [];
	const carriesWords = (colour: Rgb): boolean => contrast(wordsOn(colour).strong, colour) >= LEAST_CONTRAST;
	const isSeen = (colour: Rgb): boolean => contrast(colour, panel) >= LEAST_SEEN;
	const refuse = (path: 'panel' | 'accent', colour: Rgb, needed: string, ratio: number, works: (colour: Rgb) => boolean): void => {
		const has = `Expected ${needed} but ${hexOf(colour)} has ${shown(ratio)} : 1`;
		faults.push({ path, message: `${has}; the nearest colour that works is ${nearest(colour, works)!}` });
	};
	const wordsOnly = 'words on it with 4.5 : 1';
	const accentWorks = (colour: Rgb): boolean => carriesWords(colour) && isSeen(colour);
	if (!carriesWords(panel)) refuse('panel', panel, wordsOnly, contrast(wordsOn(panel).strong, panel), carriesWords);
	if (!carriesWords(accent)) refuse('accent', accent, wordsOnly, contrast(wordsOn(accent).strong, accent), accentWorks);
	else if (faults.length === 0 && !isSeen(accent))
		refuse('accent', accent, `${LEAST_SEEN} : 1 with the panel`, contrast(accent, panel), accentWorks);
	return faults;
}

/** Null for a name that shows nothing. */
async function nameStyleOf(name: string, { label }: Typeface, faults: FieldError[]): Promise<TextStyle | null> {
	if (clean(name) === '') return null;
	const fonts = await openScriptFonts(name);
	const foreign = fonts && { face: (codePoint: number) => fonts.face(codePoint, 'bold'), isRightToLeft: isRightToLeft([name]) };
	const style: TextStyle = { faces: label, trackingEm: 0, ...(foreign === undefined ? {} : { foreign }) };
	const strangers = unsettable(name, 'all');
	try {
		if (strangers.length === 0) shape(name, style);
	} catch (error) {
		if (!(error instanceof MissingGlyph)) throw error;
		strangers.push(error.codePoint);
	}
	if (strangers.length === 0) return style;
	faults.push({ path: 'name', message: describe(strangers) });
	return null;
}

function logoOf(base64: string, panel: Rgb, faults: FieldError[]): Logo | null {
	let logo: Logo;
	try {
		logo = readLogo(Buffer.from(base64, 'base64'));
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		faults.push({ path: 'logo', message: error.message });
		return null;
	}
	const ratio = logoContrast(logo, panel);
	if (ratio < LEAST_CONTRAST) {
		const works = (colour: Rgb): boolean =>
			logoContrast(logo, colour) >= LEAST_CONTRAST && contrast(wordsOn(colour).strong, colour) >= LEAST_CONTRAST;
		const has = `Expected 4.5 : 1 with the panel but the logo has ${shown(ratio)} : 1`;
		const other = nearest(panel, works);
		const advice = other === undefined ? 'no panel works, so change the logo' : `the nearest panel that works is ${other}`;
		faults.push({ path: 'logo', message: `${has}; ${advice}` });
	}
	return logo;
}

/** TrueType, and OpenType with CFF outlines. */
const FONT_SIGNATURES: readonly string[] = ['00010000', '4f54544f', '74727565'];

function faceOfFile(base64: string, faults: FieldError[]): Face | null {
	const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
	const expected = 'Expected a TrueType or OpenType font with letters and digits';
	try {
		if (FONT_SIGNATURES.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
			const face = faceOf('brand', bytes);
			const isWhole = [...'Aa0'].every((sign) => face.covers(sign.codePointAt(0)!)) && face.unitsPerEm >= 16;
			if (isWhole) return face;
		}
	} catch {
		// Not a font if the shaper cannot read it.
	}
	faults.push({ path: 'font_file', message: expected });
	return null;
}

const shown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

function rgbOf(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The smallest change towards white or black after which a colour works; undefined if none does. */
function nearest(colour: Rgb, works: (colour: Rgb) => boolean): string | undefined {
	for (let step = 1; step <= 100; step++)
		for (const towards of [INK, PAPER, [0, 0, 0], [255, 255, 255]] as const) {
			const candidate = mixed(colour, towards, step / 100);
			if (works(candidate)) return hexOf(candidate);
		}
	return undefined;
}
