/**
 * Pictures for prompts: the same prompt gives the same picture, another prompt another one. Each begins with one of the
 * pictures of `pictures/`, which were drawn for this project; the prompt decides which, and how it is cut, mirrored and toned.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { hashOf } from './language.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'pictures');
/** `books-1.webp`, `books-2.webp` … by `books`. */
const files = Object.groupBy(readdirSync(FOLDER).sort(), (name) => name.split('-')[0] as string);

/** The word that comes first in the prompt decides; of two at one place, the row that is first here. */
const MOTIFS: readonly (readonly [match: RegExp, motif: string])[] = [
	[/\b(?:city street|street|trams?|trains?|metro|bridge|traffic)\b|улиц|трамва|мост/iu, 'tram'],
	[/\b(?:city|skyline|town|urban|windows?|lights|building)|город/iu, 'city'],
	[/\b(?:(?:tidy )?desk|(?:old )?books?)\b|книг/iu, 'books'],
	[/\b(?:table|coffee|cup|tea|fruit|still life|room|vase|plant|kitchen|bread)\b|стол|кофе|чай|фрукт|натюрморт|комнат/iu, 'table'],
	[/\b(?:stars?|night sky|aurora|galaxy|milky way|telescope|observator|planet|space|comet)|звёзд|космос|сияни|обсерватор/iu, 'night'],
	[/\b(?:lighthouse|island|coast)\b|маяк/iu, 'lighthouse'],
	[/\b(?:sea|ocean|harbou?r|waves?|ships?|boats?|sail|beach)\b|мор[еяю]|океан|гаван/iu, 'sea'],
	[/\b(?:hills?|mountains?|forest|landscape|trees?|mist|valley|field|garden)|холм|гор[аы]|лес|сад|поле/iu, 'hills'],
];
const ANY = ['hills', 'sea', 'city', 'table'];

function motifOf(prompt: string, seed: number): string {
	// A title in quotation marks says nothing about the picture.
	const asked = prompt.replace(/^[^:]*"[^"]*":?/u, '');
	const found = MOTIFS.map(([match, motif]) => ({ at: asked.search(match), motif })).filter(({ at }) => at >= 0);
	return found.sort((a, b) => a.at - b.at)[0]?.motif ?? (ANY[seed % ANY.length] as string);
}

const GRAIN_PX = 512;
let grain: Promise<Buffer> | undefined;

/** Film grain around middle grey. With it the picture looks like a photograph, and its file has the size of one. */
function grainTile(): Promise<Buffer> {
	const tile = Buffer.alloc(GRAIN_PX * GRAIN_PX);
	for (let at = 0, state = 1; at < tile.length; at += 1) {
		state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
		tile[at] = 128 + ((((state >>> 24) + ((state >>> 16) & 255)) / 2 - 127.5) * 11) / 128;
	}
	return sharp(tile, { raw: { width: GRAIN_PX, height: GRAIN_PX, channels: 1 } })
		.toColourspace('srgb')
		.png()
		.toBuffer();
}

/** @returns the bytes of a PNG */
export type Paint = (prompt: string, width: number, height: number) => Promise<Buffer>;

/** The side of a pixel in a rough picture, which is made in a fifth of the time. */
const ROUGH_PX = 4;

const fine: Paint = async (prompt, width, height) =>
	(await chosen(prompt, width, height))
		.composite([{ input: await (grain ??= grainTile()), tile: true, blend: 'overlay' }])
		.removeAlpha()
		.png({ compressionLevel: 3, adaptiveFiltering: true })
		.toBuffer();

const rough: Paint = async (prompt, width, height) =>
	sharp(await (await chosen(prompt, Math.ceil(width / ROUGH_PX), Math.ceil(height / ROUGH_PX))).png().toBuffer())
		.resize(width, height, { kernel: 'nearest', fit: 'fill' })
		.png({ compressionLevel: 3 })
		.toBuffer();

export const painters = { fine, rough } as const;

/** The picture for a prompt: at least nine tenths of a file, at a place, in a tone and in a direction of its own. */
async function chosen(prompt: string, width: number, height: number): Promise<Sharp> {
	const seed = hashOf(prompt);
	/** From 0 to 1, another number for each purpose. */
	const share = (purpose: string): number => hashOf(`${purpose} ${seed}`) / 2 ** 32;
	const of = files[motifOf(prompt, seed)] ?? [];
	const picture = sharp(join(FOLDER, of[Math.floor(share('file') * of.length)] as string));
	const { width: widthPx, height: heightPx } = await picture.metadata();
	const part = 0.9 + 0.1 * share('part');
	const [partWidth, partHeight] = [Math.floor(widthPx * part), Math.floor(heightPx * part)];
	return picture
		.extract({
			left: Math.floor((widthPx - partWidth) * share('left')),
			top: Math.floor((heightPx - partHeight) * share('top')),
			width: partWidth,
			height: partHeight,
		})
		.flop(share('flop') < 0.5)
		.resize(width, height, { fit: 'cover' })
		.modulate({
			hue: Math.round(16 * share('hue')) - 8,
			saturation: 0.9 + 0.25 * share('colour'),
			brightness: 0.94 + 0.12 * share('light'),
		});
}
