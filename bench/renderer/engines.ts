/**
 * The same cover by other means: the illustration cut to 1080×720, sunk into a dark panel, label, title and subtitle
 * on it, as a PNG. Each is written as its documentation suggests, with the faster of the settings that were tried.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { PngOptions, Sharp } from 'sharp';
import { fontFiles } from '../../services/renderer/src/fonts/files.ts';
import { prepareFrame } from '../../services/renderer/src/png/index.ts';
import { createRenderer } from '../../services/renderer/src/render.ts';
import type { CoverText } from '../../services/renderer/src/render.ts';
import { joined } from '../../test/support/encoded.ts';
import { linesOf } from './texts.ts';

sharp.concurrency(1);
sharp.cache(false);

export interface Engine {
	/** @param path the source file; @param key names it, for what may be kept */
	cover(text: CoverText, path: string, key: string): Promise<Uint8Array>;
	close?(): Promise<void>;
}

/** Peers are installed beside the bench only; the project's own types must not need them. */
const peer = async <T>(name: string): Promise<T> => (await import(name)) as T;

type Satori = (
	tree: object,
	options: { width: number; height: number; fonts: { name: string; data: Buffer; weight: number }[] },
) => Promise<string>;
type ResvgClass = new (svg: string, options: object) => { render(): { pixels: Buffer } };
interface Context2d {
	fillStyle: unknown;
	font: string;
	imageSmoothingQuality: string;
	fillRect(x: number, y: number, width: number, height: number): void;
	fillText(text: string, x: number, y: number): void;
	drawImage(image: object, ...place: number[]): void;
	createLinearGradient(...line: number[]): { addColorStop(at: number, colour: string): void };
}
interface Canvas {
	GlobalFonts: { registerFromPath(path: string, family: string): unknown };
	createCanvas(width: number, height: number): { getContext(kind: '2d'): Context2d; data(): Buffer };
	loadImage(bytes: Buffer): Promise<{ width: number; height: number }>;
}

const SIZE = 1080;
const FRAME = 720;
const INK = '#16161c';
const TITLE_CHARACTERS = 24;
const SUBTITLE_CHARACTERS = 56;
const fontPath = (name: keyof typeof fontFiles): string => fileURLToPath(import.meta.resolve(fontFiles[name]));
const TITLE_FONT = 'Source Serif 4';
const TEXT_FONT = 'Inter';

interface Placed {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly px: number;
	readonly font: 'title' | 'label' | 'subtitle';
	readonly colour: string;
}

function place({ title, subtitle, category }: CoverText): Placed[] {
	const titles = linesOf(title, TITLE_CHARACTERS);
	const subtitles = linesOf(subtitle, SUBTITLE_CHARACTERS);
	const placed: Placed[] = [];
	let y = 1000;
	for (const text of [...subtitles].reverse()) {
		placed.push({ text, x: 72, y, px: 34, font: 'subtitle', colour: '#d6d3cc' });
		y -= 46;
	}
	y -= 16;
	for (const text of [...titles].reverse()) {
		placed.push({ text, x: 72, y, px: 66, font: 'title', colour: '#faf7f0' });
		y -= 74;
	}
	placed.push({ text: category, x: 72, y: y + 10, px: 26, font: 'label', colour: '#ffc454' });
	return placed;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const FADE =
	`<defs><linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity="0"/>` +
	`<stop offset="1" stop-color="${INK}"/></linearGradient></defs>` +
	`<rect y="440" width="${SIZE}" height="280" fill="url(#f)"/>` +
	`<rect y="${FRAME}" width="${SIZE}" height="${SIZE - FRAME}" fill="${INK}"/>`;

function svgOf(text: CoverText, withFade: boolean): Buffer {
	const words = place(text)
		.map(
			({ text: line, x, y, px, font, colour }) =>
				`<text x="${x}" y="${y}" font-size="${px}" font-weight="${font === 'subtitle' ? 500 : 700}" ` +
				`font-family="${font === 'title' ? TITLE_FONT : TEXT_FONT}" fill="${colour}">${escape(line)}</text>`,
		)
		.join('');
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${withFade ? FADE : ''}${words}</svg>`);
}

const DEFAULT: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };
/** The best trade of size and time for photographs among sharp's settings. */
const LEVEL_2: PngOptions = { compressionLevel: 2, adaptiveFiltering: true };

const frameOf = (path: string): Sharp =>
	sharp(path, { limitInputPixels: 2048 * 2048 })
		.removeAlpha()
		.resize(SIZE, FRAME, { fit: 'cover' })
		.extend({ bottom: SIZE - FRAME, background: INK });

function sharpText(encoding: PngOptions): Engine {
	return {
		cover: (text, path) =>
			frameOf(path)
				.composite([{ input: svgOf(text, true) }])
				.png(encoding)
				.toBuffer(),
	};
}

function sharpCached(encoding: PngOptions): Engine {
	const kept = new Map<string, Buffer>();
	return {
		async cover(text, path, key) {
			let background = kept.get(key);
			if (background === undefined) {
				const faded = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${FADE}</svg>`;
				background = await frameOf(path)
					.composite([{ input: Buffer.from(faded) }])
					.removeAlpha()
					.raw()
					.toBuffer();
				kept.set(key, background);
			}
			return sharp(background, { raw: { width: SIZE, height: SIZE, channels: 3 } })
				.composite([{ input: svgOf(text, false) }])
				.removeAlpha()
				.png(encoding)
				.toBuffer();
		},
	};
}

async function satoriResvg(): Promise<Engine> {
	const { default: satori } = await peer<{ default: Satori }>('satori');
	const { Resvg } = await peer<{ Resvg: ResvgClass }>('@resvg/resvg-js');
	const fonts = [
		{ name: TITLE_FONT, data: readFileSync(fontPath('title')), weight: 700 },
		{ name: TEXT_FONT, data: readFileSync(fontPath('label')), weight: 700 },
		{ name: TEXT_FONT, data: readFileSync(fontPath('subtitle')), weight: 500 },
	];
	const box = (style: object, children: unknown): object => ({ type: 'div', props: { style: { display: 'flex', ...style }, children } });
	return {
		async cover({ title, subtitle, category }, path) {
			const tree = box(
				{ width: SIZE, height: SIZE, flexDirection: 'column', justifyContent: 'flex-end', padding: 72, boxSizing: 'border-box' },
				[
					box({ fontFamily: TEXT_FONT, fontWeight: 700, fontSize: 26, color: '#ffc454' }, category),
					box({ fontFamily: TITLE_FONT, fontWeight: 700, fontSize: 66, color: '#faf7f0', lineHeight: 1.1 }, title),
					box({ fontFamily: TEXT_FONT, fontWeight: 500, fontSize: 34, color: '#d6d3cc' }, subtitle),
				],
			);
			const svg = await satori(tree, { width: SIZE, height: SIZE, fonts });
			const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
			return frameOf(path)
				.composite([
					{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${FADE}</svg>`) },
					{ input: drawn.pixels, raw: { width: SIZE, height: SIZE, channels: 4, premultiplied: true } },
				])
				.png(LEVEL_2)
				.toBuffer();
		},
	};
}

async function canvas(): Promise<Engine> {
	const { GlobalFonts, createCanvas, loadImage } = await peer<Canvas>('@napi-rs/canvas');
	GlobalFonts.registerFromPath(fontPath('title'), 'CoverTitle');
	GlobalFonts.registerFromPath(fontPath('label'), 'CoverLabel');
	GlobalFonts.registerFromPath(fontPath('subtitle'), 'CoverSubtitle');
	const families = { title: 'CoverTitle', label: 'CoverLabel', subtitle: 'CoverSubtitle' };
	return {
		async cover(text, path) {
			const image = await loadImage(readFileSync(path));
			const surface = createCanvas(SIZE, SIZE);
			const context = surface.getContext('2d');
			context.fillStyle = INK;
			context.fillRect(0, 0, SIZE, SIZE);
			context.imageSmoothingQuality = 'high';
			context.drawImage(image, 0, 0, image.width, image.height, 0, 0, SIZE, FRAME);
			const fade = context.createLinearGradient(0, 440, 0, FRAME);
			fade.addColorStop(0, 'rgba(22,22,28,0)');
			fade.addColorStop(1, INK);
			context.fillStyle = fade;
			context.fillRect(0, 440, SIZE, 280);
			for (const { text: line, x, y, px, font, colour } of place(text)) {
				context.font = `${px}px ${families[font]}`;
				context.fillStyle = colour;
				context.fillText(line, x, y);
			}
			return sharp(surface.data(), { raw: { width: SIZE, height: SIZE, channels: 4 } })
				.removeAlpha()
				.png(LEVEL_2)
				.toBuffer();
		},
	};
}

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

async function chromium(): Promise<Engine> {
	const { existsSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
	const { tmpdir } = await import('node:os');
	const { join } = await import('node:path');
	const playwright = await import('playwright-core');
	const executablePath = CHROMIUM.find((path) => existsSync(path));
	if (executablePath === undefined) throw new Error(`Expected a Chromium at one of ${CHROMIUM.join(', ')}`);
	const directory = mkdtempSync(join(tmpdir(), 'copydesk-bench-page-'));
	const browser = await playwright.chromium.launch({ executablePath, args: ['--no-sandbox', '--allow-file-access-from-files'] });
	const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
	const session = await page.context().newCDPSession(page);
	const face = (family: string, name: keyof typeof fontFiles): string =>
		`@font-face{font-family:${family};src:url(${JSON.stringify(pathToFileURL(fontPath(name)).href)})}`;
	let made = 0;
	return {
		async cover(text, path) {
			const words = place(text)
				.map(
					({ text: line, x, y, px, font, colour }) =>
						`<p style="left:${x}px;top:${y - px}px;font:${px}px/1 ${font};color:${colour}">${escape(line)}</p>`,
				)
				.join('');
			const file = join(directory, `${(made += 1) % 8}.html`);
			writeFileSync(
				file,
				`<!doctype html><meta charset="utf-8">` +
					`<style>${face('title', 'title')}${face('label', 'label')}${face('subtitle', 'subtitle')}body{margin:0;background:${INK}}` +
					`img{display:block;width:${SIZE}px;height:${FRAME}px;object-fit:cover}i,p{position:absolute;margin:0;white-space:nowrap}` +
					`i{left:0;top:440px;width:${SIZE}px;height:280px;background:linear-gradient(transparent,${INK})}</style>` +
					`<img src="${pathToFileURL(path).href}"><i></i>${words}`,
			);
			await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
			await page.evaluate('document.fonts.ready');
			const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
			return Buffer.from(data, 'base64');
		},
		async close() {
			await browser.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

/** Makes nothing: a cover of ours for each source, made once, with other last bytes each time. What is left is HTTP, journal and store. */
function madeBeforehand(): Engine {
	const kept = new Map<string, Uint8Array>();
	return {
		async cover(text, path, key) {
			let png = kept.get(key);
			if (png === undefined) {
				const renderer = createRenderer();
				png = joined(renderer.renderCover(text, renderer.prepareBackground(prepareFrame(readFileSync(path)).pixels)).png);
				kept.set(key, png);
			}
			return Buffer.concat([png, Buffer.from(randomUUID())]);
		},
	};
}

export const FLOOR = 'floor: the same bytes, made beforehand';

/** By name, in the order of the tables. */
export const engines: Readonly<Record<string, () => Engine | Promise<Engine>>> = {
	[FLOOR]: madeBeforehand,
	'sharp + SVG text': () => sharpText(DEFAULT),
	'sharp + SVG text, level 2': () => sharpText(LEVEL_2),
	'sharp + SVG text, cached background': () => sharpCached(DEFAULT),
	'sharp + SVG text, cached, level 2': () => sharpCached(LEVEL_2),
	'satori + resvg + sharp': satoriResvg,
	'@napi-rs/canvas + sharp': canvas,
	'headless Chromium': chromium,
};
