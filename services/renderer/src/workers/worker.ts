/** A thread that judges images and draws covers, one job at a time. */
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { CopydeskError } from '@copydesk/domain/errors';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import { MAX_COVER_BYTES } from '@copydesk/domain/limits';
import { armFaultPoint, faultPoint } from '@copydesk/kit/faultPoints';
import { asCopydeskError } from '@copydesk/kit/problems';
import { PngRefused, prepareFrame } from '../png/index.ts';
import type { Frame } from '../png/index.ts';
import { forget } from '../forget.ts';
import { createRenderer } from '../render.ts';
import type { Background } from '../render.ts';
import { holderText } from '../identity.ts';
import { openStore } from '../store/open.ts';
import { readBuiltIn } from '../template/consultation.ts';
import { openDerivedFiles, sourcesHash } from './derived.ts';
import type { FoundIn, FromWorker, Job, Result, WorkerSettings } from './messages.ts';

/** A drawing that takes longer is given up between two of its steps. */
const DRAWING_MS = 10_000;

const settings = workerData as WorkerSettings;
armFaultPoint(settings.faultPoint);

const store = await openStore(settings.store, settings.holder);
const renderer = createRenderer();
const derived = openDerivedFiles<Background>(
	settings.derivedDir,
	`${renderer.templateFingerprint} ${sourcesHash()}`,
	`${holderText(settings.holder)}-${threadId}`,
);
/** Each takes up to 2 MB. */
const memory = new LRUCache<string, Background>({ max: 8 });

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1e3;

/**
 * Judges a PNG and decodes it to the frame of its covers.
 * @throws CopydeskError invalid_image
 */
function frameOf(source: Uint8Array): Frame {
	try {
		return prepareFrame(source);
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		throw new CopydeskError('invalid_image', `${error.check}: ${error.message}`, {
			fields: [{ path: error.check, message: error.message }],
		});
	}
}

/** Makes what the covers of an image will need, and keeps it. */
function prepare(imageId: string, frame: Frame): Background {
	const background = renderer.prepareBackground(frame.pixels);
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
	const background = prepare(imageId, frameOf(bytes));
	return { background, foundIn: 'source', decodeSeconds: secondsSince(startMs) };
}

interface Done {
	readonly result: Result;
	/** What later jobs will need; done after the answer, because no request waits for it. */
	readonly afterwards?: () => void;
}

async function importImage({ assetId, bytes }: Extract<Job, { kind: 'import' }>): Promise<Done> {
	const startMs = performance.now();
	const frame = frameOf(bytes);
	const decode = secondsSince(startMs);
	faultPoint('import.judged');
	const storeMs = performance.now();
	await store.put('import', [bytes], assetId);
	forget(bytes);
	const { width, height } = frame.source;
	return {
		result: { kind: 'imported', width, height, phases: { decode, store: secondsSince(storeMs) } },
		afterwards: () => void prepare(`sha256:${assetId}`, frame),
	};
}

async function makeCover(job: Extract<Job, { kind: 'cover' }>): Promise<Done> {
	const found = findBackground(job.imageId, job.source);
	if (found === undefined) return { result: { kind: 'source_needed' } };
	const { png, lines, titleFontPx, composeMs, encodeMs } = renderer.renderCover(job.text, found.background, {
		deadlineMs: performance.now() + DRAWING_MS,
	});
	faultPoint('cover.rendered');
	// Never met with this template: even uncompressed, 1080×1080 RGB is 3.5 MB. Hence no second try with stronger compression.
	if (png.bytes > MAX_COVER_BYTES) throw tooLarge(png.bytes);
	const assetId = png.sha256();
	const storeMs = performance.now();
	if (job.expected === undefined || job.expected === assetId) await store.put('cover', png.parts, assetId);
	const decode = found.decodeSeconds === undefined ? {} : { decode: found.decodeSeconds };
	const phases = { ...decode, compose: composeMs / 1e3, encode: encodeMs / 1e3, store: secondsSince(storeMs) };
	return { result: { kind: 'covered', assetId, bytes: png.bytes, lines, titleFontPx, foundIn: found.foundIn, phases } };
}

const checkTexts = ({ text }: Extract<Job, { kind: 'check' }>): Done => ({
	result: { kind: 'checked', ...renderer.setTexts(text, { deadlineMs: performance.now() + DRAWING_MS }) },
});

const tooLarge = (bytes: number): CopydeskError =>
	new CopydeskError('cover_too_large', `${bytes} bytes`, {
		fields: [{ path: 'image_id', message: `Expected a cover of at most ${MAX_COVER_BYTES} bytes but it has ${bytes}` }],
	});

function answer(message: FromWorker): void {
	parentPort?.postMessage(message);
}

async function run(job: Job): Promise<void> {
	let done: Done;
	try {
		if (job.kind === 'check') done = checkTexts(job);
		else done = await (job.kind === 'import' ? importImage(job) : makeCover(job));
	} catch (error) {
		const { code, detail, fields, stack } = asCopydeskError(error);
		answer({ kind: 'failed', thrown: { code, detail, fields, stack: stack ?? '' } });
		return;
	}
	answer({ kind: 'done', result: done.result, isBusy: done.afterwards !== undefined });
	if (done.afterwards === undefined) return;
	done.afterwards();
	answer({ kind: 'idle' });
}

// The pool gives one job at a time.
parentPort?.on('message', (job: Job) => void run(job));
answer({ kind: 'ready', templateFingerprint: renderer.templateFingerprint });
