import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { paint } from './paint.ts';

export interface Order {
	readonly id: number;
	readonly prompt: string;
	readonly width: number;
	readonly height: number;
	readonly grainPx: number;
}

sharp.concurrency(1);

parentPort?.on('message', ({ id, prompt, width, height, grainPx }: Order) => {
	paint(prompt, width, height, grainPx).then(
		(png) => parentPort?.postMessage({ id, png: new Uint8Array(png.buffer, png.byteOffset, png.byteLength) }),
		(error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
	);
});
