/** The resident memory of a renderer with two threads: under the load of a busy desk, and under as much load as it can take. */
import { join } from 'node:path';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { coverTexts, otherScripts } from '../../test/support/coverTexts.ts';
import type { Part } from './part.ts';
import { startServer } from './client.ts';
import type { Server } from './client.ts';
import { withComment } from './sources.ts';
import type { Source } from './sources.ts';
import { TEXTS } from './texts.ts';

const WORKERS = 2;
/** How many requests are under way at a time. */
const AT_A_TIME = 4;
/** Pictures in use; the first four stay, the others are replaced. */
const MOST_IMAGES = 12;
const FIRST_IMAGES = 4;
const MOST_BYTES = 300e6;

/** Every text that a template sets, in every template. */
const COVERS = COVER_TEMPLATES.flatMap((template) =>
	(template === TEMPLATE_VERSION ? coverTexts : [...coverTexts, ...otherScripts]).map((words) => ({ template, words })),
);
/** Through the covers in an order in which the scripts and templates alternate. Shares no factor with their number. */
const STRIDE = 37;

type NextCover = (number: number) => (typeof COVERS)[number];

interface Setting {
	readonly minutes: number;
	readonly sources: readonly Source[];
	readonly directory: string;
}

const mebibytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0);

const medianOf = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

/** Imports, covers, downloads and looks at the metrics, in turns. */
class Load {
	readonly images: string[] = [];
	requests = 0;
	readonly #server: Server;
	readonly #sources: readonly Source[];
	readonly #nextCover: NextCover;
	readonly #paths: string[] = [];

	constructor(server: Server, sources: readonly Source[], nextCover: NextCover) {
		this.#server = server;
		this.#sources = sources;
		this.#nextCover = nextCover;
	}

	async importAll(): Promise<void> {
		for (const { bytes } of this.#sources) await this.#import(bytes);
	}

	async #import(bytes: Buffer): Promise<void> {
		const { body } = await this.#server.post('/v1/images', 'image/png', bytes);
		this.images.push((JSON.parse(body.toString()) as { image_id: string }).image_id);
		if (this.images.length > MOST_IMAGES) this.images.splice(FIRST_IMAGES, 1);
	}

	async request(): Promise<void> {
		const number = (this.requests += 1);
		if (number % 16 === 0) {
			await this.#import(withComment(this.#sources[number % this.#sources.length]!.bytes, `memory ${number}`));
		} else if (number % 8 === 1 && this.#paths.length > 0) await this.#server.get(this.#paths[number % this.#paths.length]!);
		else if (number % 8 === 2) await this.#server.get('/metrics');
		else {
			const { template, words } = this.#nextCover(number);
			const { body } = await this.#server.cover(`draft-${number}`, words, this.images[number % this.images.length]!, template);
			this.#paths.push((JSON.parse(body.toString()) as { asset_path: string }).asset_path);
			if (this.#paths.length > 50) this.#paths.shift();
		}
	}

	/** @returns kilobytes, twice a second */
	async run(minutes: number, pauseMs: number): Promise<number[]> {
		const samples: number[] = [];
		const sampling = setInterval(() => samples.push(this.#server.residentKb()), 500);
		const endMs = performance.now() + minutes * 60_000;
		await Promise.all(
			Array.from({ length: AT_A_TIME }, async () => {
				while (performance.now() < endMs) {
					await this.request();
					if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
				}
			}),
		);
		clearInterval(sampling);
		return samples;
	}
}

async function onServer<T>(directory: string, work: (server: Server) => Promise<T>): Promise<T> {
	const server = await startServer(directory, WORKERS);
	try {
		return await work(server);
	} finally {
		await server.stop();
	}
}

/** The load of a busy desk: every third cover in one of the other templates, with words in one of the other scripts. */
export function mixedLoad({ minutes, sources, directory }: Setting): Promise<Part> {
	return onServer(join(directory, 'memory'), async (server) => {
		const load = new Load(server, sources, (number) =>
			number % 3 === 0
				? { template: COVER_TEMPLATES[1 + (number % (COVER_TEMPLATES.length - 1))]!, words: otherScripts[number % otherScripts.length]! }
				: { template: TEMPLATE_VERSION, words: TEXTS[number % TEXTS.length]! },
		);
		await load.importAll();
		// Steady, not as fast as possible: the disk must not fill up in ten minutes.
		const samples = await load.run(minutes, 150);
		const before = Math.max(...samples.slice(-20));
		const whileWaiting: number[] = [];
		const sampling = setInterval(() => whileWaiting.push(server.residentKb()), 500);
		await Promise.all(
			Array.from({ length: 1_000 }, (_, index) =>
				server.cover(`waiting-${index}`, TEXTS[index % TEXTS.length]!, load.images[index % FIRST_IMAGES]!),
			),
		);
		clearInterval(sampling);
		const waiting = Math.max(...whileWaiting, server.residentKb());
		const third = Math.max(1, Math.floor(samples.length / 3));
		const [early, late, most] = [medianOf(samples.slice(third, 2 * third)), medianOf(samples.slice(-third)), Math.max(...samples)];
		return {
			tables: [
				{
					heading: `Resident memory of a renderer with ${WORKERS} threads, MiB`,
					columns: ['', 'MiB'],
					rows: [
						[`most in ${minutes} min of mixed load (${load.requests} requests)`, mebibytes(most)],
						['median of the middle third', mebibytes(early)],
						['median of the last third', mebibytes(late)],
						['before 1,000 requests at once', mebibytes(before)],
						['most while they waited', mebibytes(waiting)],
					],
				},
			],
			verdicts: [
				{
					target: `resident memory < 300 MB under ${minutes} min of mixed load, all templates and scripts`,
					measured: `${mebibytes(most)} MiB`,
					met: most * 1024 < MOST_BYTES,
				},
				{ target: 'and flat (last third against the middle one)', measured: `×${(late / early).toFixed(2)}`, met: late / early < 1.05 },
				{ target: '1,000 waiting requests add little', measured: `${mebibytes(waiting - before)} MiB`, met: waiting - before < 32 * 1024 },
			],
		};
	});
}

const FULL_MINUTES = 3;

/** Every text in every template, without a pause. */
export function fullLoad({ sources, directory }: Omit<Setting, 'minutes'>, minutes = FULL_MINUTES): Promise<Part> {
	return onServer(join(directory, 'full'), async (server) => {
		const load = new Load(server, sources, (number) => COVERS[(number * STRIDE) % COVERS.length]!);
		await load.importAll();
		const samples = await load.run(minutes, 0);
		const most = Math.max(...samples);
		return {
			tables: [
				{
					heading: `The same without a pause, ${COVERS.length} covers in all templates and scripts`,
					columns: ['', 'MiB'],
					rows: [
						[`most in ${minutes} min (${load.requests} requests)`, mebibytes(most)],
						['median of the last third', mebibytes(medianOf(samples.slice(-Math.max(1, Math.floor(samples.length / 3)))))],
					],
				},
			],
			verdicts: [
				{
					target: `resident memory < 300 MB under ${minutes} min of full load, all templates and scripts`,
					measured: `${mebibytes(most)} MiB`,
					met: most * 1024 < MOST_BYTES,
				},
			],
		};
	});
}
