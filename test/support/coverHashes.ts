import { createHash } from 'node:crypto';
import { isMainThread, parentPort } from 'node:worker_threads';
import { createRenderer } from '../../services/renderer/src/render.ts';
import { coverTexts } from './coverTexts.ts';
import { frameOf, joined } from './encoded.ts';
import { drawIllustration } from './illustrations.ts';

/** SHA-256 of one cover for each sample text. Run as a program or in a worker, it tells them as a list. */
export function coverHashes(): string[] {
	const renderer = createRenderer();
	const background = renderer.prepareBackground(frameOf(drawIllustration('flat', 1, 1080, 720).pixels));
	return coverTexts.map((text) =>
		createHash('sha256')
			.update(joined(renderer.renderCover(text, background).png))
			.digest('hex'),
	);
}

if (!isMainThread) parentPort?.postMessage(coverHashes());
else if (process.argv[1] === import.meta.filename) process.stdout.write(JSON.stringify(coverHashes()));
