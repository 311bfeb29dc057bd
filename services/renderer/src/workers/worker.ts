/** A thread that judges images and draws covers, one job at a time. */
import { createHash } from 'node:crypto';
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/limits';
import { armFaultPoint, faultPoint } from '@copydesk/kit/faultPoints';
import { asCopydeskError } from '@copydesk/kit/problems';
import { openDerivedFiles } from './derived.ts';
import { createRenderer, readPng } from './interim.ts';
import type { Background } from './interim.ts';
import { createMemory } from './memory.ts';
import type { FoundIn, FromWorker, Job, Result, WorkerSettings } from './messages.ts';

/** Backgrounds a thread keeps at hand; each takes about 5 MB. */
const BACKGROUNDS_IN_MEMORY = 4;

const settings = workerData as WorkerSettings;
armFaultPoint(settings.faultPoint);

const renderer = createRenderer();
const derived = openDerivedFiles<Background>(settings.derivedDir, renderer.templateFingerprint, `${settings.holder}-${threadId}`);
const memory = createMemory<Background>(BACKGROUNDS_IN_MEMORY);

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1e3;

async function prepare(imageId: string, source: Uint8Array): Promise<{ width: number; height: number; decodeSeconds: number }> {
	const startMs = performance.now();
	const { width, height, frame } = await readPng(source);
	const background = renderer.prepareBackground(frame);
	memory.set(imageId, background);
	derived.write(imageId, background);
	return { width, height, decodeSeconds: secondsSince(startMs) };
}

async function findBackground(imageId: string): Promise<{ background: Background; foundIn: FoundIn } | undefined> {
	const inMemory = memory.get(imageId);
	if (inMemory !== undefined) return { background: inMemory, foundIn: 'memory' };
	const onDisk = derived.read(imageId);
	if (onDisk !== undefined) {
		memory.set(imageId, onDisk);
		return { background: onDisk, foundIn: 'disk' };
	}
	if (imageId !== BUILT_IN_IMAGE_ID) return undefined;
	const background = renderer.prepareBackground(await renderer.builtInFrame());
	memory.set(imageId, background);
	derived.write(imageId, background);
	return { background, foundIn: 'source' };
}

async function work(job: Job): Promise<Result> {
	if (job.kind === 'import') {
		const { width, height, decodeSeconds } = await prepare(`sha256:${job.assetId}`, job.bytes);
		faultPoint('import.judged');
		return { kind: 'imported', width, height, phases: { decode: decodeSeconds } };
	}
	let decodeSeconds: number | undefined;
	if (job.source !== undefined) ({ decodeSeconds } = await prepare(job.imageId, job.source));
	const found = await findBackground(job.imageId);
	if (found === undefined) return { kind: 'source_needed' };
	const startMs = performance.now();
	const { png, lines, titleFontPx } = await renderer.renderCover(job.text, found.background);
	faultPoint('cover.rendered');
	return {
		kind: 'covered',
		// A part of a pooled Buffer could not be handed over alone.
		png: new Uint8Array(png),
		assetId: createHash('sha256').update(png).digest('hex'),
		lines,
		titleFontPx,
		foundIn: job.source === undefined ? found.foundIn : 'source',
		phases: { compose: secondsSince(startMs), ...(decodeSeconds === undefined ? {} : { decode: decodeSeconds }) },
	};
}

function answer(message: FromWorker): void {
	const transfer = message.kind === 'done' && message.result.kind === 'covered' ? [message.result.png.buffer] : [];
	parentPort?.postMessage(message, transfer);
}

parentPort?.on('message', (job: Job) => {
	work(job).then(
		(result) => answer({ kind: 'done', result }),
		(error: unknown) => {
			const { code, detail, fields, stack } = asCopydeskError(error);
			answer({ kind: 'failed', thrown: { code, detail, fields, stack: stack ?? '' } });
		},
	);
});
answer({ kind: 'ready', templateFingerprint: renderer.templateFingerprint });
