/**
 * The same cover by sharp with text as SVG: the illustration cut to 1080×720, sunk into a dark panel, label, title and subtitle
 * on it, as a PNG. Written as its documentation suggests; it is spared the search for the size and the line breaks.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { fontFiles } from '../../services/renderer/src/fonts/files.ts';
import type { CoverText } from '../../services/renderer/src/render.ts';
import type { Source } from './sources.ts';
import { linesOf } from './texts.ts';

sharp.concurrency(1);
sharp.cache(false);

const SIZE = 1080;
const FRAME = 720;
const INK = '#16161c';

/** Lets SVG text find the cover's own fonts; has to be set before the first text is drawn. */
export function pinFonts(directory: string): void {
	const folders = Object.values(fontFiles).map((name) => `<dir>${dirname(fileURLToPath(import.meta.resolve(name)))}</dir>`);
	const file = join(directory, 'fonts.conf');
	writeFileSync(
		file,
		`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
			`<fontconfig>${folders.join('')}<cachedir>${join(directory, 'fontcache')}</cachedir></fontconfig>`,
	);
	process.env['FONTCONFIG_FILE'] = file;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const svg = (content: string): Buffer =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${content}</svg>`);
const FADE =
	`<defs><linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity="0"/>` +
	`<stop offset="1" stop-color="${INK}"/></linearGradient></defs>` +
	`<rect y="440" width="${SIZE}" height="280" fill="url(#f)"/><rect y="${FRAME}" width="${SIZE}" height="${SIZE - FRAME}" fill="${INK}"/>`;

function wordsOf({ title, subtitle, category }: CoverText): string {
	const line = (text: string, y: number, style: string): string => `<text x="72" y="${y}" ${style}>${escape(text)}</text>`;
	const subtitles = linesOf(subtitle, 56).reverse();
	const titles = linesOf(title, 24).reverse();
	const top = 984 - 46 * subtitles.length;
	return [
		...subtitles.map((text, at) => line(text, 1000 - 46 * at, 'font-size="34" font-weight="500" font-family="Inter" fill="#d6d3cc"')),
		...titles.map((text, at) => line(text, top - 74 * at, 'font-size="66" font-weight="700" font-family="Source Serif 4" fill="#faf7f0"')),
		line(category, top - 74 * titles.length + 10, 'font-size="26" font-weight="700" font-family="Inter" fill="#ffc454"'),
	].join('');
}

const frameOf = ({ path }: Source): Sharp =>
	sharp(path)
		.removeAlpha()
		.resize(SIZE, FRAME, { fit: 'cover' })
		.extend({ bottom: SIZE - FRAME, background: INK });

/** Everything from the file. */
export const plainCover = (text: CoverText, source: Source): Promise<Buffer> =>
	frameOf(source)
		.composite([{ input: svg(FADE + wordsOf(text)) }])
		.png({ compressionLevel: 6, adaptiveFiltering: false })
		.toBuffer();

const backgrounds = new Map<string, Buffer>();

/** From a background that was prepared once. */
export async function cachedCover(text: CoverText, source: Source): Promise<Buffer> {
	const known = backgrounds.get(source.kind);
	const background =
		known ??
		(await frameOf(source)
			.composite([{ input: svg(FADE) }])
			.removeAlpha()
			.raw()
			.toBuffer());
	backgrounds.set(source.kind, background);
	return sharp(background, { raw: { width: SIZE, height: SIZE, channels: 3 } })
		.composite([{ input: svg(wordsOf(text)) }])
		.removeAlpha()
		.png({ compressionLevel: 6, adaptiveFiltering: false })
		.toBuffer();
}
