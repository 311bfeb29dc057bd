/** A thread that validates images and draws covers, one job at a time. */
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { CopydeskError } from '@copydesk/domain/errors';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import { MAX_COVER_BYTES, TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { armFaultPoint, faultPoint } from '@copydesk/kit/faultPoints';
import { asCopydeskError } from '@copydesk/kit/problems';
import { PngRefused, prepareFrame, type Frame } from '../png/index.ts';
import { forget } from '../forget.ts';
import { createRenderer, type Background } from '../render.ts';
import { holderText } from '../identity.ts';
import { openStore } from '../store/open.ts';
import { readBuiltIn } from '../template/consultation.ts';
import type { Template } from '../template/template.ts';
import { openDerivedFiles, sourcesHash } from './derived.ts';
import type { FoundIn, FromWorker, Job, Result, WorkerSettings } from './messages.ts';

/** A longer drawing is given up between two of its steps. */
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
/** The cache of a thread: a background takes up to 2 MB, or up to 5 if words are on the picture itself. */
const MEMORY_BYTES = 8_000_000;
const memory = new LRUCache<string, Background>({
	max: 8,
	maxSize: MEMORY_BYTES,
	sizeCalculation: ({ ground, bands }) => bands.reduce((sum, { bytes }) => sum + bytes.length, ground.length + 1),
	dispose: ({ ground, bands }) => [ground, ...bands.map(({ bytes }) => bytes)].forEach(forget),
});

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1e3;

/** The default template, and below it that of the last cover. An import prepares for the latter: its own covers are not yet known. */
const standard = renderer.template(TEMPLATE_VERSION)!;
let latest = standard;

/**
 * Validates a PNG and decodes it to the frame of its covers.
 * @throws CopydeskError invalid_image
 */
function frameOf(source: Uint8Array, { picture }: Template): Frame {
	try {
		return prepareFrame(source, picture ?? undefined);
	} catch (error) {
		if (!(error instanceof PngRefused)) throw error;
		throw new CopydeskError('invalid_image', `${error.check}: ${error.message}`, {
			fields: [{ path: error.check, message: error.message }],
		});
	}
}

/** The template of a job; undefined without its brand. */
async function templateOf({ templateVersion, brand, text }: Extract<Job, { kind: 'cover' | 'check' }>): Promise<Template | undefined> {
	const known = renderer.template(templateVersion, text);
	if (known !== undefined || brand === undefined) return known;
	await renderer.addBrand(brand, false);
	return renderer.template(templateVersion, text);
}

async function keepBrand({ assetId, bytes }: Extract<Job, { kind: 'brand' }>): Promise<Done> {
	await renderer.addBrand(bytes, true);
	faultPoint('brand.judged');
	await store.put('brand', [bytes], assetId);
	return { result: { kind: 'branded' } };
}

/** The key of what an image's covers in a template share; without a picture, all covers share it. */
function keyOf(imageId: string, { version, picture, isMirrored }: Template): string {
	const name = isMirrored ? `${version}.mirrored` : version;
	if (picture === null) return name;
	return version === TEMPLATE_VERSION ? imageId : `${imageId}.${name}`;
}

/** Prepares the covers of an image, and caches the result. */
function prepare(imageId: string, frame: Frame | null, template: Template): Background {
	const background = renderer.prepareBackground(frame?.pixels ?? null, template);
	const key = keyOf(imageId, template);
	memory.set(key, background);
	derived.write(key, background);
	return background;
}

interface Found {
	readonly background: Background;
	readonly foundIn: FoundIn;
	readonly decodeSeconds?: number;
}

function findBackground(imageId: string, template: Template, source?: Uint8Array): Found | undefined {
	const key = keyOf(imageId, template);
	const inMemory = memory.get(key);
	if (inMemory !== undefined) return { background: inMemory, foundIn: 'memory' };
	const onDisk = derived.read(key);
	if (onDisk !== undefined) {
		memory.set(key, onDisk);
		return { background: onDisk, foundIn: 'disk' };
	}
	const startMs = performance.now();
	if (template.picture === null)
		return { background: prepare(imageId, null, template), foundIn: 'source', decodeSeconds: secondsSince(startMs) };
	const bytes = imageId === BUILT_IN_IMAGE_ID ? readBuiltIn() : source;
	if (bytes === undefined) return undefined;
	const frame = frameOf(bytes, template);
	if (source !== undefined) forget(source);
	const background = prepare(imageId, frame, template);
	return { background, foundIn: 'source', decodeSeconds: secondsSince(startMs) };
}

interface Done {
	readonly result: Result;
	/** Work for later jobs, done after the answer, because no request waits for it. */
	readonly afterwards?: () => void;
}

async function importImage({ assetId, bytes }: Extract<Job, { kind: 'import' }>): Promise<Done> {
	const startMs = performance.now();
	const template = latest.picture === null ? standard : latest;
	const frame = frameOf(bytes, template);
	const decode = secondsSince(startMs);
	faultPoint('import.judged');
	const storeMs = performance.now();
	await store.put('import', [bytes], assetId);
	forget(bytes);
	const { width, height } = frame.source;
	return {
		result: { kind: 'imported', width, height, phases: { decode, store: secondsSince(storeMs) } },
		afterwards: () => void prepare(`sha256:${assetId}`, frame, template),
	};
}

async function makeCover(job: Extract<Job, { kind: 'cover' }>): Promise<Done> {
	const template = await templateOf(job);
	if (template === undefined) return { result: { kind: 'brand_needed' } };
	if (job.stored !== undefined && job.stored.templateFingerprint !== template.fingerprint) return { result: { kind: 'looks_otherwise' } };
	latest = template;
	const found = findBackground(job.imageId, template, job.source);
	if (found === undefined) return { result: { kind: 'source_needed' } };
	const { png, lines, titleFontPx, composeMs, encodeMs } = renderer.renderCover(job.text, found.background, {
		template,
		fonts: await fontsOf(job, template),
		deadlineMs: performance.now() + DRAWING_MS,
	});
	faultPoint('cover.rendered');
	// Cannot happen with this template: even uncompressed, 1080×1080 RGB is 3.5 MB. So there is no retry with stronger compression.
	if (png.bytes > MAX_COVER_BYTES) throw tooLarge(png.bytes);
	const assetId = png.sha256();
	const storeMs = performance.now();
	if (job.stored === undefined || job.stored.assetId === assetId) await store.put('cover', png.parts, assetId);
	const shared = new Set(found.background.bands.map(({ bytes }) => bytes));
	for (const part of png.parts) if (!shared.has(part)) forget(part);
	const decode = found.decodeSeconds === undefined ? {} : { decode: found.decodeSeconds };
	const phases = { ...decode, compose: composeMs / 1e3, encode: encodeMs / 1e3, store: secondsSince(storeMs) };
	return {
		result: {
			kind: 'covered',
			assetId,
			bytes: png.bytes,
			lines,
			titleFontPx,
			templateFingerprint: template.fingerprint,
			foundIn: found.foundIn,
			phases,
		},
	};
}

/** The template that never changes sets no other scripts. */
const fontsOf = ({ text }: Extract<Job, { kind: 'cover' | 'check' }>, template: Template): ReturnType<typeof renderer.openFonts> =>
	template.scripts === 'all' ? renderer.openFonts(text) : Promise.resolve(undefined);

async function checkTexts(job: Extract<Job, { kind: 'check' }>): Promise<Done> {
	const template = await templateOf(job);
	if (template === undefined) return { result: { kind: 'brand_needed' } };
	const fonts = await fontsOf(job, template);
	return { result: { kind: 'checked', ...renderer.setTexts(job.text, { template, fonts, deadlineMs: performance.now() + DRAWING_MS }) } };
}

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
		if (job.kind === 'check') done = await checkTexts(job);
		else if (job.kind === 'brand') done = await keepBrand(job);
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

// The pool sends one job at a time.
parentPort?.on('message', (job: Job) => void run(job));
answer({ kind: 'ready', templateFingerprint: renderer.templateFingerprint });
