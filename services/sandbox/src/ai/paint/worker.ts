import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { paint } from './paint.ts';

sharp.concurrency(1);

parentPort?.on('message', ({ id, prompt, width, height }: { id: number; prompt: string; width: number; height: number }) => {
	paint(prompt, width, height).then(
		(png) => parentPort?.postMessage({ id, png: new Uint8Array(png.buffer, png.byteOffset, png.byteLength) }),
		(error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
	);
});
