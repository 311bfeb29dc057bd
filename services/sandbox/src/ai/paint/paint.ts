/**
 * Paintings of our own making for prompts: the same prompt gives the same picture, another prompt another one.
 */
import sharp from 'sharp';
import { hashOf } from '../language.ts';
import { createCanvas } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { paintHills } from './hills.ts';
import { chance } from './noise.ts';

/** Film grain and a soft vignette: what makes it look taken rather than computed, and gives it a photograph's size. */
function develop(canvas: Canvas, seed: number): Buffer {
	const { width, height, data } = canvas;
	const bytes = Buffer.allocUnsafe(width * height * 3);
	const random = chance(seed);
	const grain = new Float32Array(65_536);
	for (let index = 0; index < grain.length; index += 1) grain[index] = (random() + random() + random() - 1.5) * 5.2;
	let place = 0;
	for (let y = 0; y < height; y += 1) {
		const dy = y / height - 0.5;
		if ((y & 7) === 0) place = Math.floor(random() * 65_536);
		for (let x = 0; x < width; x += 1) {
			const dx = x / width - 0.5;
			const light = 1 - (dx * dx + dy * dy) * 0.42;
			const speck = grain[(place = (place * 5 + 12_345) & 65_535)] as number;
			const at = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel += 1) {
				const value = (data[at + channel] as number) * light * 255 + speck;
				bytes[at + channel] = value < 0 ? 0 : value > 255 ? 255 : value;
			}
		}
	}
	return bytes;
}

/** @returns the bytes of a PNG */
export async function paint(prompt: string, width: number, height: number): Promise<Buffer> {
	const seed = hashOf(prompt);
	const canvas = createCanvas(width, height);
	paintHills(canvas, seed);
	return await sharp(develop(canvas, seed ^ 0x9e3779b9), { raw: { width, height, channels: 3 } }).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
}
