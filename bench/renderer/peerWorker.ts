/** A thread of the renderer's pool that draws by another engine: the same queue, the same HTTP, journal and store around it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { readBuiltInPath } from './builtIn.ts';
import { engines } from './engines.ts';
import { sha256Of } from '../../services/renderer/src/sha256.ts';
import { openStore } from '../../services/renderer/src/store/open.ts';
import type { Job, Result, WorkerSettings } from '../../services/renderer/src/workers/messages.ts';

const { derivedDir, holder, store: settings } = workerData as WorkerSettings;
const store = await openStore(settings, holder);
const name = process.env['BENCH_ENGINE'] ?? '';
const engine = await engines[name]!();

async function work(job: Job): Promise<Result> {
	if (job.kind === 'import') {
		const { width = 0, height = 0 } = await sharp(job.bytes, { failOn: 'warning' }).metadata();
		await store.put('import', [job.bytes], job.assetId);
		return { kind: 'imported', width, height, phases: {} };
	}
	if (job.kind !== 'cover') throw new TypeError('Expected work that a peer does too');
	const path = job.imageId.startsWith('sha256:') ? join(derivedDir, '..', 'assets', `${job.imageId.slice(7)}.png`) : readBuiltInPath();
	const png = new Uint8Array(await engine.cover(job.text, path, job.imageId));
	const assetId = await sha256Of(png);
	await store.put('cover', [png], assetId);
	const setting = { lines: { title: 1, subtitle: 0 }, titleFontPx: 74, templateFingerprint: '' };
	return { kind: 'covered', assetId, bytes: png.length, ...setting, foundIn: 'source', phases: {} };
}

parentPort?.on('message', (job: Job) => {
	work(job).then(
		(result) => parentPort?.postMessage({ kind: 'done', result, isBusy: false }),
		(error: Error) =>
			parentPort?.postMessage({
				kind: 'failed',
				thrown: { code: 'internal', detail: error.message, fields: [], stack: error.stack ?? '' },
			}),
	);
});
parentPort?.postMessage({ kind: 'ready', templateFingerprint: createHash('sha256').update(name).digest('hex') });
