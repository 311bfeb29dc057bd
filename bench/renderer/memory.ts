/** The resident memory of a renderer with two threads under as much load as it can take. */
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { coverTexts, otherScripts } from '../../test/support/coverTexts.ts';
import type { Report } from '../report.ts';
import { startServer, type Server } from './client.ts';
import { withComment, type Source } from './sources.ts';

const WORKERS = 2;
/** How many requests are under way at a time. */
const AT_A_TIME = 4;
/** Pictures in use; the first four stay, the others are replaced. */
const MOST_IMAGES = 12;
const FIRST_IMAGES = 4;

/** Every text that a template sets, in every template. */
const COVERS = COVER_TEMPLATES.flatMap((template) =>
	(template === TEMPLATE_VERSION ? coverTexts : [...coverTexts, ...otherScripts]).map((words) => ({ template, words })),
);
/** Through the covers in an order in which the scripts and templates alternate. Shares no factor with their number. */
const STRIDE = 37;

type NextCover = (number: number) => (typeof COVERS)[number];

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
	async run(minutes: number): Promise<number[]> {
		const samples: number[] = [];
		const sampling = setInterval(() => samples.push(this.#server.residentKb()), 500);
		const endMs = performance.now() + minutes * 60_000;
		await Promise.all(
			Array.from({ length: AT_A_TIME }, async () => {
				while (performance.now() < endMs) await this.request();
			}),
		);
		clearInterval(sampling);
		return samples;
	}
}

/** Every text in every template, without a pause, on a renderer with two threads. The bound is 300 MB, 286 MiB. */
export async function fullLoad(sources: readonly Source[], directory: string, minutes: number): Promise<Report['tables'][number]> {
	const server = await startServer(directory, WORKERS);
	try {
		const load = new Load(server, sources, (number) => COVERS[(number * STRIDE) % COVERS.length]!);
		await load.importAll();
		const samples = await load.run(minutes);
		return {
			heading: `Resident memory under full load, ${COVERS.length} covers in all templates and scripts, MiB`,
			columns: ['', 'MiB'],
			rows: [
				[`most in ${minutes} min (${load.requests} requests)`, mebibytes(Math.max(...samples))],
				['median of the last third', mebibytes(medianOf(samples.slice(-Math.max(1, Math.floor(samples.length / 3)))))],
			],
		};
	} finally {
		await server.stop();
	}
}
