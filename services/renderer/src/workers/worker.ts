/** A thread that judges images and draws covers, one job at a time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/limits';
import { armFaultPoint, faultPoint } from '@copydesk/kit/faultPoints';
import { asCopydeskError } from '@copydesk/kit/problems';
import { PngRefused, prepareFrame } from '../png/index.ts';
import type { Frame } from '../png/index.ts';
import { createRenderer } from '../render.ts';
import type { Background } from '../render.ts';
import { readBuiltIn } from '../template/consultation.ts';
import { openDerivedFiles, sourcesHash } from './derived.ts';
import { createMemory } from './memory.ts';
import type { FoundIn, FromWorker, Job, Result, WorkerSettings } from './messages.ts';

/** Backgrounds a thread keeps at hand; each takes about 3 MB. */
const BACKGROUNDS_IN_MEMORY = 4;
/** A drawing that takes longer is given up between two of its steps. */
const DRAWING_MS = 10_000;

const settings = workerData as WorkerSettings;
armFaultPoint(settings.faultPoint);

const renderer = createRenderer();
const derived = openDerivedFiles<Background>(settings.derivedDir, `${renderer.templateFingerprint} ${sourcesHash()}`, `${settings.holder}-${threadId}`);
const memory = createMemory<Background>(BACKGROUNDS_IN_MEMORY);

/**
 * An import leaves some 15 MB of dead pixels, of which the collector sees a few small objects only; it would let many
 * imports pile up.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1e3;

/**
 * Judges a PNG and decodes it to the frame of its covers.
 * @throws CopydeskError invalid_image
 */
function judge(source: Uint8Array): Frame {
	try {
		return prepareFrame(source);
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		throw new CopydeskError('invalid_image', `${error.check}: ${error.message}`, { fields: [{ path: error.check, message: error.message }] });
	}
}

/** Makes what the covers of an image will need, and keeps it. */
function prepare(imageId: string, frame: Frame): Background {
	const background = renderer.prepareBackground(frame.rgb);
	memory.set(imageId, background);
	derived.write(imageId, background);
	return background;
}

interface Found {
	readonly background: Background;
	readonly foundIn: FoundIn;
	readonly decodeSeconds?: number;
}

function findBackground(imageId: string, source?: Uint8Array): Found | undefined {
	const inMemory = memory.get(imageId);
	if (inMemory !== undefined) return { background: inMemory, foundIn: 'memory' };
	const onDisk = derived.read(imageId);
	if (onDisk !== undefined) {
		memory.set(imageId, onDisk);
		return { background: onDisk, foundIn: 'disk' };
	}
	const bytes = imageId === BUILT_IN_IMAGE_ID ? readBuiltIn() : source;
	if (bytes === undefined) return undefined;
	const startMs = performance.now();
	const background = prepare(imageId, judge(bytes));
	return { background, foundIn: 'source', decodeSeconds: secondsSince(startMs) };
}

interface Done {
	readonly result: Result;
	/** What later jobs will need; done after the answer, because nobody waits for it. */
	readonly afterwards?: () => void;
}

function work(job: Job): Done {
	if (job.kind === 'import') {
		const startMs = performance.now();
		const frame = judge(job.bytes);
		faultPoint('import.judged');
		const { width, height } = frame.source;
		return { result: { kind: 'imported', bytes: job.bytes, width, height, phases: { decode: secondsSince(startMs) } }, afterwards: () => void prepare(`sha256:${job.assetId}`, frame) };
	}
	const found = findBackground(job.imageId, job.source);
	if (found === undefined) return { result: { kind: 'source_needed' } };
	const { png, lines, titleFontPx, composeMs, encodeMs } = renderer.renderCover(job.text, found.background, { deadlineMs: performance.now() + DRAWING_MS });
	faultPoint('cover.rendered');
	return {
		result: {
			kind: 'covered',
			// A part of a pooled Buffer could not be handed over alone.
			png: png.byteLength === png.buffer.byteLength ? (png as Uint8Array<ArrayBuffer>) : new Uint8Array(png),
			lines,
			titleFontPx,
			foundIn: found.foundIn,
			phases: { compose: composeMs / 1e3, encode: encodeMs / 1e3, ...(found.decodeSeconds === undefined ? {} : { decode: found.decodeSeconds }) },
		},
	};
}

function handedOver(result: Result): ArrayBuffer[] {
	if (result.kind === 'covered') return [result.png.buffer];
	return result.kind === 'imported' ? [result.bytes.buffer] : [];
}

function answer(message: FromWorker): void {
	parentPort?.postMessage(message, message.kind === 'done' ? handedOver(message.result) : []);
}

parentPort?.on('message', (job: Job) => {
	let done: Done;
	try {
		done = work(job);
	} catch (error) {
		const { code, detail, fields, stack } = asCopydeskError(error);
		answer({ kind: 'failed', thrown: { code, detail, fields, stack: stack ?? '' } });
		return;
	}
	answer({ kind: 'done', result: done.result, isBusy: done.afterwards !== undefined });
	if (done.afterwards === undefined) return;
	done.afterwards();
	collectGarbage({ type: 'minor' });
	answer({ kind: 'idle' });
});
answer({ kind: 'ready', templateFingerprint: renderer.templateFingerprint });
