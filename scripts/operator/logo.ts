import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { Usage } from '../commandLine.ts';

/** A larger file is no logo. */
const MAX_FILE_BYTES = 1_048_576;
const MAX_SVG_BYTES = 262_144;
/** Twice as large as any template shows it. */
const BOX = { width: 560, height: 180 };
/** The renderer takes no side below it. */
const LEAST_SIDE_PX = 64;
const MAX_PIXELS = 16_000_000;
/** The opacity, of 255, from which the renderer counts a pixel as part of the logo. */
const SEEN = 128;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** A logo as the renderer keeps it: a PNG of 8-bit RGBA, in base64. @throws Usage */
export async function readLogoFile(path: string): Promise<string> {
	const size = statSync(path, { throwIfNoEntry: false })?.size;
	if (size === undefined) throw new Usage(`There is no file ${path}`);
	if (size > MAX_FILE_BYTES) throw new Usage(`Expected a logo of at most ${MAX_FILE_BYTES} bytes but ${path} has ${size}`);
	const bytes = readFileSync(path);
	const isSvg = !bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
	if (isSvg) refuseHostile(bytes, path);
	try {
		if (!isSvg) await demandSides(bytes, path);
		// Without its empty margin a logo fills its place.
		const drawn = sharp(bytes, { limitInputPixels: MAX_PIXELS, ...(isSvg ? { density: await densityOf(bytes) } : {}) })
			.ensureAlpha()
			.trim({ background: CLEAR, threshold: 0 })
			.resize({ ...BOX, fit: 'inside', withoutEnlargement: !isSvg });
		const { data, info } = await drawn.png({ palette: false }).toBuffer({ resolveWithObject: true });
		const { channels, isOpaque } = await sharp(data).stats();
		const opacity = channels[3];
		if (opacity !== undefined && opacity.max < SEEN) throw new Usage(`Expected a logo that can be seen but ${path} is transparent`);
		const [right, bottom] = [Math.max(0, LEAST_SIDE_PX - info.width), Math.max(0, LEAST_SIDE_PX - info.height)];
		const padded = sharp(data).extend({
			left: Math.floor(right / 2),
			right: Math.ceil(right / 2),
			top: Math.floor(bottom / 2),
			bottom: Math.ceil(bottom / 2),
			background: CLEAR,
			// A banner keeps its own ground up to its new edges.
			extendWith: isOpaque ? 'copy' : 'background',
		});
		return (await padded.toColourspace('srgb').png({ palette: false }).toBuffer()).toString('base64');
	} catch (error) {
		if (error instanceof Usage) throw error;
		throw new Usage(`Expected ${path} to be an SVG or a PNG picture but it could not be drawn`);
	}
}

/** @throws Usage for a picture that is too large to draw, or too small to be a logo */
async function demandSides(bytes: Buffer, path: string): Promise<void> {
	const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
	if (width * height > MAX_PIXELS)
		throw new Usage(`Expected a logo of at most ${MAX_PIXELS / 1e6} million pixels but ${path} has ${width} × ${height}`);
	if (Math.max(width, height) < LEAST_SIDE_PX)
		throw new Usage(`Expected a logo with a side of at least ${LEAST_SIDE_PX} pixels but ${path} has ${width} × ${height}`);
}

/** Fine enough that a small drawing is not enlarged from few pixels. */
async function densityOf(bytes: Buffer): Promise<number> {
	const { width = BOX.width, height = BOX.height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
	return Math.min(2_400, Math.max(72, Math.ceil(72 * Math.min(BOX.width / width, BOX.height / height))));
}

/** What makes an SVG more than a drawing: other documents, programs, entities, styles and pictures from elsewhere. */
const HOSTILE: readonly (readonly [RegExp, string])[] = [
	[/<!DOCTYPE|<!ENTITY/i, 'a document type'],
	[/<\?(?!xml[\s?])/i, 'a processing instruction'],
	[/<(?:[\w-]+:)?(?:script|foreignObject|image|iframe|audio|video|feImage)[\s>/]/i, 'a program or an embedded document'],
	[/\son\w+\s*=/i, 'a program'],
	[/@import/i, 'a style from elsewhere'],
	[/\b(?:href|src)\s{0,9}=(?!["'\s]{0,9}#)/i, 'a reference to something else'],
	[/url\((?!["'\s]{0,9}#)/i, 'a reference to something else'],
];

/** @throws Usage */
function refuseHostile(bytes: Buffer, path: string): void {
	if (bytes.length > MAX_SVG_BYTES) throw new Usage(`Expected an SVG of at most ${MAX_SVG_BYTES} bytes but ${path} has ${bytes.length}`);
	const text = new TextDecoder().decode(bytes);
	if (!/<svg[\s>]/.test(text)) throw new Usage(`Expected ${path} to be an SVG or a PNG picture`);
	const found = HOSTILE.find(([pattern]) => pattern.test(text));
	if (found !== undefined) throw new Usage(`Expected an SVG that is a drawing and nothing else but ${path} has ${found[1]}`);
}
