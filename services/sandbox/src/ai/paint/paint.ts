/** Pictures generated for prompts: the same prompt gives the same picture, another prompt another one. */
import sharp from 'sharp';
import { hashOf } from '../language.ts';
import { createCanvas } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { paintCity } from './city.ts';
import { paintHills } from './hills.ts';
import { paintNight } from './night.ts';
import { chance } from './noise.ts';
import { paintSea } from './sea.ts';
import { paintStillLife } from './stillLife.ts';

type Scene = (canvas: Canvas, seed: number, prompt: string) => Promise<void> | void;

const SCENES: readonly (readonly [match: RegExp, scene: Scene])[] = [
	[
		/\b(?:table|books?|coffee|cup|tea|fruit|still life|desk|room|vase|plant|kitchen|bread)\b|стол|книг|кофе|чай|фрукт|натюрморт|комнат/iu,
		paintStillLife,
	],
	[/\b(?:stars?|night sky|aurora|galaxy|milky way|telescope|observator|planet|space|comet)|звёзд|космос|сияни|обсерватор/iu, paintNight],
	[/\b(?:sea|ocean|harbou?r|coast|waves?|ships?|boats?|sail|lighthouse|beach|island)\b|мор[еяю]|океан|гаван|маяк/iu, paintSea],
	[/\b(?:city|street|skyline|tram|bridge|town|urban|windows?|lights|traffic|building)|город|улиц|трамва|мост/iu, paintCity],
	[
		/\b(?:hills?|mountains?|forest|landscape|trees?|mist|valley|field|garden)|холм|гор[аы]|лес|сад|поле/iu,
		(canvas, seed) => paintHills(canvas, seed),
	],
];
const ANY: readonly Scene[] = [(canvas, seed) => paintHills(canvas, seed), paintSea, paintCity, paintStillLife];

function sceneFor(prompt: string, seed: number): Scene {
	// The first word of the prompt that names a scene decides.
	const found = SCENES.map(([match, scene]) => ({ at: prompt.replace(/^[^:]*"[^"]*":?/u, '').search(match), scene })).filter(
		({ at }) => at >= 0,
	);
	found.sort((a, b) => a.at - b.at);
	return found[0]?.scene ?? (ANY[seed % ANY.length] as Scene);
}

/** Output brightness by painted brightness: above three quarters it is compressed, not clipped. */
const SHOULDER_STEPS = 1_024;
const SHOULDER_UP_TO = 4;
const shoulder = Float32Array.from({ length: SHOULDER_STEPS * SHOULDER_UP_TO + 1 }, (_, index) => {
	const raw = index / SHOULDER_STEPS;
	return 255 * (raw < 0.75 ? raw : 0.75 + 0.25 * (1 - Math.exp(-(raw - 0.75) * 3.2)));
});

/** Adds film grain, soft highlights and a vignette. The picture then looks like a photograph, and its file has the size of one. */
function develop(canvas: Canvas, seed: number): Buffer {
	const { width, height, data } = canvas;
	const bytes = Buffer.allocUnsafe(width * height * 3);
	const random = chance(seed);
	const grain = new Float32Array(65_536);
	for (let index = 0; index < grain.length; index += 1) grain[index] = (random() + random() + random() - 1.5) * 5;
	const last = shoulder.length - 1;
	let place = 0;
	let at = 0;
	for (let y = 0; y < height; y += 1) {
		const dy = y / height - 0.5;
		if ((y & 7) === 0) place = Math.floor(random() * 65_536);
		for (let x = 0; x < width; x += 1) {
			const dx = x / width - 0.5;
			const light = (1 - (dx * dx + dy * dy) * 0.42) * SHOULDER_STEPS;
			place = (place * 5 + 12_345) & 65_535;
			const speck = grain[place] as number;
			for (const end = at + 3; at < end; at += 1) {
				const step = (data[at] as number) * light;
				const value = (shoulder[step < 0 ? 0 : step > last ? last : step | 0] as number) + speck;
				bytes[at] = value < 0 ? 0 : value > 255 ? 255 : value;
			}
		}
	}
	return bytes;
}

/**
 * @param grainPx width and height of each painted pixel, in pixels
 * @returns the bytes of a PNG
 */
export async function paint(prompt: string, width: number, height: number, grainPx: number): Promise<Buffer> {
	const seed = hashOf(prompt);
	const canvas = createCanvas(Math.ceil(width / grainPx), Math.ceil(height / grainPx));
	await sceneFor(prompt, seed)(canvas, seed, prompt);
	return await sharp(develop(canvas, seed ^ 0x9e3779b9), { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
		.resize(width, height, { kernel: 'nearest', fit: 'fill' })
		.png({ compressionLevel: 3, adaptiveFiltering: true })
		.toBuffer();
}
