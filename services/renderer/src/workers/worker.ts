/** A thread that judges images and draws covers, one job at a time. */
import { createHash } from 'node:crypto';
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/limits';
import { armFaultPoint, faultPoint } from '@copydesk/kit/faultPoints';
import { asCopydeskError } from '@copydesk/kit/problems';
import { PngRefused, prepareFrame } from '../png/index.ts';
import { createRenderer } from '../render.ts';
import type { Background } from '../render.ts';
import { readBuiltIn } from '../template/consultation.ts';
import { openDerivedFiles, sourcesHash } from './derived.ts';
import { createMemory } from './memory.ts';
import type { FoundIn, FromWorker, Job, Result, WorkerSettings } from './messages.ts';

/** Backgrounds a thread keeps at hand; each takes about 5 MB. */
const BACKGROUNDS_IN_MEMORY = 4;
/** A drawing that takes longer is given up between two of its steps. */
const DRAWING_MS = 10_000;

const settings = workerData as WorkerSettings;
armFaultPoint(settings.faultPoint);

const renderer = createRenderer();
const derived = openDerivedFiles<Background>(settings.derivedDir, `${renderer.templateFingerprint} ${sourcesHash()}`, `${settings.holder}-${threadId}`);
const memory = createMemory<Background>(BACKGROUNDS_IN_MEMORY);

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1e3;

/** Judges a PNG, and makes and keeps what its covers will need. */
function prepare(imageId: string, source: Uint8Array): { width: number; height: number; background: Background; decodeSeconds: number } {
	const startMs = performance.now();
	try {
		const { rgb, source: header } = prepareFrame(source);
		const background = renderer.prepareBackground(rgb);
		const decodeSeconds = secondsSince(startMs);
		memory.set(imageId, background);
		derived.write(imageId, background);
		return { width: header.width, height: header.height, background, decodeSeconds };
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		throw new CopydeskError('invalid_image', `${error.check}: ${error.message}`, { fields: [{ path: error.check, message: error.message }] });
	}
}

function findBackground(imageId: string): { background: Background; foundIn: FoundIn } | undefined {
	const inMemory = memory.get(imageId);
	if (inMemory !== undefined) return { background: inMemory, foundIn: 'memory' };
	const onDisk = derived.read(imageId);
	if (onDisk !== undefined) {
		memory.set(imageId, onDisk);
		return { background: onDisk, foundIn: 'disk' };
	}
	return imageId === BUILT_IN_IMAGE_ID ? { background: prepare(imageId, readBuiltIn()).background, foundIn: 'source' } : undefined;
}

function work(job: Job): Result {
	if (job.kind === 'import') {
		const { width, height, decodeSeconds } = prepare(`sha256:${job.assetId}`, job.bytes);
		faultPoint('import.judged');
		return { kind: 'imported', width, height, phases: { decode: decodeSeconds } };
	}
	const prepared = job.source === undefined ? undefined : prepare(job.imageId, job.source);
	const found = prepared === undefined ? findBackground(job.imageId) : { background: prepared.background, foundIn: 'source' as const };
	if (found === undefined) return { kind: 'source_needed' };
	const { png, lines, titleFontPx, composeMs, encodeMs } = renderer.renderCover(job.text, found.background, { deadlineMs: performance.now() + DRAWING_MS });
	faultPoint('cover.rendered');
	return {
		kind: 'covered',
		// A part of a pooled Buffer could not be handed over alone.
		png: png.byteLength === png.buffer.byteLength ? (png as Uint8Array<ArrayBuffer>) : new Uint8Array(png),
		assetId: createHash('sha256').update(png).digest('hex'),
		lines,
		titleFontPx,
		foundIn: found.foundIn,
		phases: { compose: composeMs / 1e3, encode: encodeMs / 1e3, ...(prepared === undefined ? {} : { decode: prepared.decodeSeconds }) },
	};
}

function answer(message: FromWorker): void {
	const transfer = message.kind === 'done' && message.result.kind === 'covered' ? [message.result.png.buffer] : [];
	parentPort?.postMessage(message, transfer);
}

parentPort?.on('message', (job: Job) => {
	try {
		answer({ kind: 'done', result: work(job) });
	} catch (error) {
		const { code, detail, fields, stack } = asCopydeskError(error);
		answer({ kind: 'failed', thrown: { code, detail, fields, stack: stack ?? '' } });
	}
});
answer({ kind: 'ready', templateFingerprint: renderer.templateFingerprint });
