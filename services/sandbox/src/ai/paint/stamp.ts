import sharp from 'sharp';
import type { Canvas } from './canvas.ts';

/** Draws shapes over the picture. @param shapes SVG elements in pixels of the canvas */
export async function stamp(canvas: Canvas, shapes: string, opacity = 1): Promise<void> {
	const { width, height, data } = canvas;
	const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes}</svg>`;
	const layer = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
	for (let pixel = 0; pixel < width * height; pixel += 1) {
		const alpha = (layer[pixel * 4 + 3] as number) * (opacity / 255);
		if (alpha === 0) continue;
		for (let channel = 0; channel < 3; channel += 1) {
			const at = pixel * 3 + channel;
			data[at] = (data[at] as number) + ((layer[pixel * 4 + channel] as number) / 255 - (data[at] as number)) * alpha;
		}
	}
}
