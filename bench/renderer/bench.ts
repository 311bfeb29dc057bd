/**
 * The cover renderer against other ways to make the same cover, everything in one run and in turns, so that all meet the same
 * load of the machine. Ratios count; milliseconds are this machine's.
 * Options: --rounds=30 --minutes=10 --without=<part of an engine's name> (repeatable) --note=<what the reader should know>
 * --try --only=<part of the bench> (repeatable)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thisHolder } from '../../services/renderer/src/identity.ts';
import { COVER_TEMPLATES, type CoverTemplate } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { prepareFrame } from '../../services/renderer/src/png/index.ts';
import { createRenderer } from '../../services/renderer/src/render.ts';
import { joined } from '../../test/support/encoded.ts';
import { openFileStore } from '../../services/renderer/src/store/files.ts';
import { openDerivedFiles } from '../../services/renderer/src/workers/derived.ts';
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { timingOf } from '../report.ts';
import type { Bench, Timing } from '../report.ts';
import { startServer } from './client.ts';
import type { Server } from './client.ts';
import { FLOOR, engines } from './engines.ts';
import type { Engine } from './engines.ts';
import { installPeers, pinFonts } from './peers.ts';
import { fullLoad, mixedLoad } from './memory.ts';
import type { Part, Target } from './part.ts';
import { makeSources, sha256Of, withComment } from './sources.ts';
import type { Source } from './sources.ts';
import { TEXTS, wordsOf } from './texts.ts';

const OURS = 'Copydesk';
const OURS_COLD = 'Copydesk, nothing prepared';
const PLAIN = 'sharp + SVG text';
const CACHED = 'sharp + SVG text, cached background';
const CHROMIUM = 'headless Chromium';
const WORKERS = 2;
const REST_MS = 500;

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const times = (value: number): string => `×${value.toFixed(value < 10 ? 2 : 1)}`;
const kilobytes = (value: number): string => (value / 1e3).toFixed(0);
const say = (text: string): void => console.error(`  ${text}`);

/** How often and on what. */
interface Setting {
	readonly rounds: number;
	readonly minutes: number;
	readonly directory: string;
	readonly sources: readonly Source[];
	readonly names: readonly string[];
}

async function timed(work: () => unknown): Promise<number> {
	const startMs = performance.now();
	await work();
	return performance.now() - startMs;
}

const summary = (took: readonly number[]): Timing =>
	timingOf(
		took,
		took.reduce((sum, one) => sum + one, 0),
	);

/** Rounds that don't count: code becomes hot, files are made. */
const WARM_UP = 8;

/**
 * In each round every job has its turn: once for each source, in a row, as a renderer in use works. Jobs get the number
 * of the time they run.
 */
async function inTurns(
	rounds: number,
	inARow: number,
	jobs: ReadonlyMap<string, (time: number) => Promise<number>>,
): Promise<Map<string, number[]>> {
	const took = new Map([...jobs.keys()].map((name) => [name, [] as number[]]));
	for (let round = -WARM_UP; round < rounds; round += 1) {
		for (const [name, job] of jobs) {
			for (let i = 0; i < inARow; i += 1) {
				const one = await job((round + WARM_UP) * inARow + i);
				if (round >= 0) took.get(name)?.push(one);
			}
		}
	}
	return took;
}

async function inProcess({ rounds, sources, names }: Setting): Promise<Part> {
	say('in process');
	const renderer = createRenderer();
	const backgrounds = sources.map(({ bytes }) => renderer.prepareBackground(prepareFrame(bytes).pixels));
	const open = new Map<string, Engine>();
	for (const name of names) if (name !== FLOOR) open.set(name, await engines[name]!());
	const size = new Map<string, number[]>();
	const processor = new Map<string, number[]>();
	const jobs = new Map<string, (round: number) => Promise<number>>();
	const add = (name: string, cover: (index: number, round: number) => Promise<Uint8Array> | Uint8Array): void => {
		const sizes: number[] = [];
		const cpus: number[] = [];
		size.set(name, sizes);
		processor.set(name, cpus);
		jobs.set(name, async (round) => {
			const index = round % sources.length;
			let png: Uint8Array = new Uint8Array();
			const before = process.cpuUsage();
			const took = await timed(async () => (png = await cover(index, round)));
			const { user, system } = process.cpuUsage(before);
			cpus.push((user + system) / 1e3);
			sizes.push(png.length);
			return took;
		});
	};
	const textOf = (time: number) => wordsOf(Math.floor(time / sources.length), time);
	add(OURS, (index, round) => joined(renderer.renderCover(textOf(round), backgrounds[index]!).png));
	add(OURS_COLD, (index, round) =>
		joined(renderer.renderCover(textOf(round), renderer.prepareBackground(prepareFrame(sources[index]!.bytes).pixels)).png),
	);
	for (const [name, engine] of open) add(name, (index, round) => engine.cover(textOf(round), sources[index]!.path, sources[index]!.kind));
	const took = await inTurns(rounds, sources.length, jobs);
	for (const engine of open.values()) await engine.close?.();

	const ours = summary(took.get(OURS)!);
	const timings = Object.fromEntries([...took].map(([name, all]) => [name, summary(all)]));
	const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
	const cpuOf = (name: string): number => summary(processor.get(name)!).p50Ms;
	const verdict = (name: string, atLeast: number): Target[] => {
		const timing = timings[name];
		return timing === undefined
			? []
			: [
					{
						target: `in process, ≥ ×${atLeast} against ${name}`,
						measured: times(timing.p50Ms / ours.p50Ms),
						met: timing.p50Ms / ours.p50Ms >= atLeast,
					},
				];
	};
	return {
		tables: [
			{
				heading: 'A cover in process, source known, nothing written',
				columns: ['', 'median ms', 'p99 ms', 'mean kB', 'median against ours', 'processor ms', 'against ours'],
				rows: Object.entries(timings).map(([name, timing]) => [
					name,
					ms(timing.p50Ms),
					ms(timing.p99Ms),
					kilobytes(mean(size.get(name)!)),
					times(timing.p50Ms / ours.p50Ms),
					...(name === CHROMIUM ? ['other processes', ''] : [ms(cpuOf(name)), times(cpuOf(name) / cpuOf(OURS))]),
				]),
			},
		],
		verdicts: [...verdict(PLAIN, 20), ...verdict(CACHED, 15)],
	};
}

/** The templates in turns, each cover by its least time: other load of the machine only makes covers slower. */
function byTemplate({ rounds, sources }: Setting): Part {
	say('in process, by template');
	const renderer = createRenderer();
	const templates = COVER_TEMPLATES.map((version) => {
		const template = renderer.template(version)!;
		const frameOf = (source: Source) => (template.picture === null ? null : prepareFrame(source.bytes, template.picture).pixels);
		return { version, template, backgrounds: sources.map((source) => renderer.prepareBackground(frameOf(source), template)) };
	});
	const least = new Map(templates.map(({ version }) => [version, new Map<string, { tookMs: number; bytes: number }>()]));
	for (let round = 0; round < WARM_UP + rounds; round += 1)
		for (let at = 0; at < sources.length * TEXTS.length; at += 1)
			for (const { version, template, backgrounds } of templates) {
				const startMs = performance.now();
				const { png } = renderer.renderCover(TEXTS[at % TEXTS.length]!, backgrounds[at % sources.length]!, { template });
				const tookMs = performance.now() - startMs;
				const ofVersion = least.get(version)!;
				const key = `${at % sources.length} ${at % TEXTS.length}`;
				ofVersion.set(key, { tookMs: Math.min(tookMs, ofVersion.get(key)?.tookMs ?? Infinity), bytes: png.bytes });
			}
	const meanOf = (version: CoverTemplate, what: 'tookMs' | 'bytes'): number => {
		const all = [...least.get(version)!.values()].map((cover) => cover[what]);
		return all.reduce((sum, one) => sum + one, 0) / all.length;
	};
	const ratioOf = (version: CoverTemplate): number => meanOf(version, 'tookMs') / meanOf(TEMPLATE_VERSION, 'tookMs');
	const slowest = Math.max(...COVER_TEMPLATES.map(ratioOf));
	return {
		tables: [
			{
				heading: 'A cover in process by template, mean of the least times',
				columns: ['', 'ms', `against ${TEMPLATE_VERSION}`, 'mean kB'],
				rows: COVER_TEMPLATES.map((version) => [
					version,
					ms(meanOf(version, 'tookMs')),
					times(ratioOf(version)),
					kilobytes(meanOf(version, 'bytes')),
				]),
			},
		],
		verdicts: [{ target: `in process, every template ≤ ×1.5 of ${TEMPLATE_VERSION}`, measured: times(slowest), met: slowest <= 1.5 }],
	};
}

async function overHttp({ rounds, sources, names, directory }: Setting): Promise<Part> {
	say('over HTTP, one at a time');
	const servers = new Map<string, Server>();
	const jobs = new Map<string, (round: number) => Promise<number>>();
	let drafts = 0;
	const coverBy = (server: Server, round: number): Promise<{ tookMs: number }> => {
		const { bytes } = sources[round % sources.length]!;
		drafts += 1;
		return server.cover(`draft-${drafts}`, wordsOf(Math.floor(round / sources.length), drafts), `sha256:${sha256Of(bytes)}`);
	};
	try {
		for (const name of [OURS, ...names]) {
			const server = await startServer(join(directory, `http-${servers.size}`), WORKERS, name === OURS ? undefined : name);
			servers.set(name, server);
			for (const { bytes } of sources) await server.post('/v1/images', 'image/png', bytes);
			jobs.set(name, async (round) => (await coverBy(server, round)).tookMs);
		}
		const ours = servers.get(OURS)!;
		const importing: number[] = [];
		const first: number[] = [];
		for (let round = -WARM_UP; round < rounds; round += 1) {
			const bytes = withComment(sources[(round + WARM_UP) % sources.length]!.bytes, `import ${round}`);
			const answer = await ours.post('/v1/images', 'image/png', bytes);
			drafts += 1;
			const cover = await ours.cover(`first-${drafts}`, wordsOf(drafts, drafts), `sha256:${sha256Of(bytes)}`);
			if (round < 0) continue;
			importing.push(answer.tookMs);
			first.push(answer.tookMs + cover.tookMs);
		}
		const took = await inTurns(rounds, sources.length, jobs);
		const phases = phasesOf((await ours.get('/metrics')).body.toString());

		say('over HTTP, after a rest');
		const rested = new Map<string, Timing>();
		for (const [name, server] of servers) {
			if (![OURS, PLAIN, CACHED].includes(name)) continue;
			const all: number[] = [];
			for (let round = 0; round < rounds; round += 1) {
				await new Promise((resolve) => setTimeout(resolve, REST_MS));
				all.push((await coverBy(server, round)).tookMs);
			}
			rested.set(name, summary(all));
		}

		say('over HTTP, eight at a time');
		const throughput = new Map<string, { perSecond: number; cpuMs: number; p99Ms: number }>();
		for (const [name, server] of servers) {
			const count = name === OURS ? rounds * 40 : rounds * 3;
			const cpuBefore = server.cpuMs();
			const all: number[] = [];
			let next = 0;
			const tookMs = await timed(() =>
				Promise.all(
					Array.from({ length: 8 }, async () => {
						while (next < count) {
							next += 1;
							all.push((await coverBy(server, next)).tookMs);
						}
					}),
				),
			);
			throughput.set(name, {
				perSecond: (count / tookMs) * 1e3,
				cpuMs: (server.cpuMs() - cpuBefore) / count,
				p99Ms: timingOf(all, tookMs).p99Ms,
			});
		}
		const timings = new Map([...took].map(([name, all]) => [name, summary(all)]));
		const mine = timings.get(OURS)!;
		const floor = timings.get(FLOOR);
		const bestP99 = Math.min(...[...timings].filter(([name]) => name !== OURS && name !== FLOOR).map(([, timing]) => timing.p99Ms));
		const perSecond = throughput.get(OURS)!.perSecond;
		return {
			tables: [
				{
					heading: `A cover over HTTP, journal and store durable, source known (${WORKERS} threads)`,
					columns: ['', 'median ms', 'p99 ms', 'median against ours', 'covers/s, 8 at a time', 'processor ms a cover', 'against ours'],
					rows: [...timings].map(([name, timing]) => {
						const flow = throughput.get(name)!;
						return [
							name,
							ms(timing.p50Ms),
							ms(timing.p99Ms),
							times(timing.p50Ms / mine.p50Ms),
							flow.perSecond.toFixed(0),
							name === CHROMIUM ? 'other processes' : ms(flow.cpuMs),
							times(perSecond / flow.perSecond),
						];
					}),
				},
				{
					heading: `A cover over HTTP that comes alone, after ${REST_MS} ms of rest`,
					columns: ['', 'median ms', 'p99 ms', 'median against ours'],
					rows: [...rested].map(([name, timing]) => [
						name,
						ms(timing.p50Ms),
						ms(timing.p99Ms),
						times(timing.p50Ms / rested.get(OURS)!.p50Ms),
					]),
				},
				{
					heading: 'Where our time goes over HTTP, mean by phase',
					columns: ['phase', 'ms'],
					rows: Object.entries(phases).map(([phase, mean]) => [phase, ms(mean)]),
				},
				{
					heading: 'An import over HTTP, durable, never seen before',
					columns: ['', 'median ms', 'p99 ms'],
					rows: [
						[OURS, ms(summary(importing).p50Ms), ms(summary(importing).p99Ms)],
						[`${OURS}, and its first cover`, ms(summary(first).p50Ms), ms(summary(first).p99Ms)],
					],
				},
			],
			verdicts: [
				...(floor === undefined
					? []
					: [
							{
								target: 'over HTTP and durable, ≤ ×2.5 of the floor: the same bytes, only written',
								measured: times(mine.p50Ms / floor.p50Ms),
								met: mine.p50Ms <= 2.5 * floor.p50Ms,
							},
						]),
				{
					target: 'first cover of a source never seen, its import included, over HTTP: ≤ 60 ms',
					measured: `${ms(summary(first).p50Ms)} ms`,
					met: summary(first).p50Ms <= 60,
				},
				{
					target: 'over HTTP, ahead of every peer in p99',
					measured: `${ms(mine.p99Ms)} ms against ${ms(bestP99)} ms`,
					met: mine.p99Ms < bestP99,
				},
				{ target: 'over HTTP and durable, two threads: ≥ 220 covers/s', measured: perSecond.toFixed(0), met: perSecond >= 220 },
			],
		};
	} finally {
		for (const server of servers.values()) await server.stop();
	}
}

function phasesOf(metrics: string): Record<string, number> {
	const phases: Record<string, number> = {};
	for (const phase of ['decode', 'compose', 'encode', 'store']) {
		const read = (what: string): number =>
			Number(new RegExp(`^renderer_phase_seconds_${what}\\{phase="${phase}"\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
		phases[phase] = (read('sum') / read('count')) * 1e3;
	}
	return phases;
}

async function importing({ rounds, sources, directory }: Setting): Promise<Part> {
	say('imports and floors');
	const assets = join(directory, 'import');
	mkdirSync(assets);
	const store = await openFileStore(assets, thisHolder());
	const renderer = createRenderer();
	const derived = openDerivedFiles<object>(join(directory, 'import-derived'), 'bench', 'bench~1~000000000000');
	let made = 0;
	const fresh = (round: number): Buffer => withComment(sources[round % sources.length]!.bytes, `${(made += 1)}`);
	const durable = (bytes: Uint8Array): Promise<void> => store.put('import', [bytes], sha256Of(bytes));
	const cover = joined(renderer.renderCover(TEXTS[1]!, renderer.prepareBackground(prepareFrame(sources[0]!.bytes).pixels)).png);
	const zlibStreams = sources.map(({ bytes }) => idatOf(bytes));
	const over =
		(work: (bytes: Buffer, round: number) => unknown) =>
		async (round: number): Promise<number> => {
			const bytes = fresh(round);
			return timed(() => work(bytes, round));
		};
	const took = await inTurns(
		rounds,
		sources.length,
		new Map([
			[
				'Copydesk: judge, decode, prepare, keep',
				over(async (bytes) => {
					const background = renderer.prepareBackground(prepareFrame(bytes).pixels);
					await durable(bytes);
					derived.write(`sha256:${sha256Of(bytes)}`, background);
				}),
			],
			[
				'Copydesk: judge, decode, keep (what the answer waits for)',
				over(async (bytes) => {
					prepareFrame(bytes);
					await durable(bytes);
				}),
			],
			[
				'sharp: decode, shrink, keep',
				over(async (bytes) => {
					await sharp(bytes).removeAlpha().resize(1080, 720, { fit: 'cover' }).raw().toBuffer();
					await durable(bytes);
				}),
			],
			['floor: keep the source', over(durable)],
			[
				'floor: keep a cover',
				(round) => {
					const bytes = Buffer.concat([cover, Buffer.from(String(round))]);
					return timed(() => durable(bytes));
				},
			],
			['floor: inflate', (round) => timed(() => inflateSync(zlibStreams[round % sources.length]!, { chunkSize: 5_000_000 }))],
			['floor: sharp decodes, as it is', over((bytes) => sharp(bytes).raw().toBuffer())],
		]),
	);
	const timings = Object.fromEntries([...took].map(([name, all]) => [name, summary(all)]));
	const [whole, , theirs] = Object.values(timings) as [Timing, Timing, Timing];
	return {
		tables: [
			{
				heading: 'Import, and the floors',
				columns: ['', 'median ms', 'p99 ms'],
				rows: Object.entries(timings).map(([name, timing]) => [name, ms(timing.p50Ms), ms(timing.p99Ms)]),
			},
		],
		verdicts: [
			{
				target: 'import ≤ ×1.2 of sharp decoding, shrinking and the same write',
				measured: times(whole.p50Ms / theirs.p50Ms),
				met: whole.p50Ms / theirs.p50Ms <= 1.2,
			},
		],
	};
}

/** The compressed pixels of a PNG. */
function idatOf(png: Buffer): Buffer {
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
	return Buffer.concat(parts);
}

async function bytes({ sources }: Setting): Promise<Part> {
	say('bytes');
	const renderer = createRenderer();
	const rows: string[][] = [];
	const verdicts: Target[] = [];
	for (const { kind, bytes: source } of sources) {
		const background = renderer.prepareBackground(prepareFrame(source).pixels);
		const sizes = { ours: 0, plain: 0, level2: 0 };
		for (const text of TEXTS) {
			const png = joined(renderer.renderCover(text, background).png);
			const pixels = () => sharp(png);
			sizes.ours += png.length;
			sizes.plain += (await pixels().png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()).length;
			sizes.level2 += (await pixels().png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer()).length;
		}
		const ratio = sizes.ours / sizes.level2;
		const most = kind === 'photo' || kind === 'painting' ? 1 : 1.2;
		rows.push([kind, ...Object.values(sizes).map((sum) => kilobytes(sum / TEXTS.length)), times(ratio)]);
		verdicts.push({ target: `bytes on ${kind} ≤ ×${most} of sharp level 2 adaptive`, measured: times(ratio), met: ratio <= most });
	}
	return {
		tables: [
			{
				heading: 'Bytes of a cover, the same pixels',
				columns: ['', 'ours, kB', 'sharp default', 'sharp level 2 adaptive', 'ours against that'],
				rows,
			},
		],
		verdicts,
	};
}

/** The parts of the bench by name, in the order in which they run. */
const parts: Readonly<Record<string, (setting: Setting) => Promise<Part> | Part>> = {
	process: inProcess,
	templates: byTemplate,
	http: overHttp,
	import: importing,
	bytes,
	memory(setting) {
		say(`memory, ${setting.minutes} min of mixed load`);
		return mixedLoad(setting);
	},
	full(setting) {
		say('memory, full load');
		return fullLoad(setting);
	},
};

/** The parts in the order of the page. */
const SHOWN = ['http', 'process', 'templates', 'import', 'bytes', 'memory', 'full'];

export const run: Bench = async (args) => {
	const { isTry, only, rounds, minutes, without, notes } = orUsage(
		'npm run bench -- renderer [--rounds N] [--minutes N] [--without <engine>]... [--note <text>]... [--try [--only <part>]...]',
		() => {
			const { values } = parseCommandLine({
				args: [...args],
				options: {
					rounds: { type: 'string', default: '30' },
					minutes: { type: 'string', default: '10' },
					without: { type: 'string', multiple: true, default: [] },
					note: { type: 'string', multiple: true, default: [] },
					try: { type: 'boolean', default: false },
					only: { type: 'string', multiple: true, default: [] },
				},
			});
			const unknown = values.only.find((part) => parts[part] === undefined);
			if (unknown !== undefined) throw new Usage(`Expected a part among ${SHOWN.join(', ')} but received ${JSON.stringify(unknown)}`);
			if (values.only.length > 0 && !values.try) throw new Usage('A part alone is no result to keep: add --try');
			return {
				isTry: values.try,
				only: values.only,
				rounds: wholeNumber('rounds', values.rounds, 1),
				minutes: wholeNumber('minutes', values.minutes),
				without: values.without,
				notes: values.note,
			};
		},
	);
	const isAsked = (part: string): boolean => only.length === 0 || only.includes(part);
	if (isAsked('http') || isAsked('process')) installPeers();
	const directory = mkdtempSync(join(tmpdir(), 'copydesk-bench-renderer-'));
	try {
		pinFonts(directory);
		const setting: Setting = {
			rounds,
			minutes,
			directory,
			sources: await makeSources(directory),
			names: Object.keys(engines).filter((name) => !without.some((part) => name.includes(part))),
		};
		const measured = new Map<string, Part>();
		for (const [name, measure] of Object.entries(parts)) if (isAsked(name)) measured.set(name, await measure(setting));
		const shown = SHOWN.flatMap((name) => measured.get(name) ?? []);
		return {
			isTry,
			title: 'The cover renderer against other ways to make the same cover',
			notes: [
				'Sources: ' +
					`${setting.sources.map(({ kind, bytes: { length } }) => `${kind} (${kilobytes(length)} kB)`).join(', ')}, ` +
					`1536×1024, drawn by a program; ${TEXTS.length} texts in Latin, Cyrillic and Vietnamese. ` +
					`${setting.rounds} rounds over all sources; in each round every engine makes a cover of each source, ` +
					'and then the next engine has its turn, so that all meet the same load of the machine. ' +
					'No two covers have the same words. Ratios are of medians.',
				'The peers are given the line breaks and one size; ours also searches the size, balances the lines ' +
					'and checks every glyph. Over HTTP every engine runs in the same threads, queue, journal and store.',
				...notes,
				'Synthetic pictures defeat compression that looks for repetitions less than real ones do; ' +
					'sizes on photographs are to be read with that in mind.',
			],
			tables: [
				{
					heading: 'Targets',
					columns: ['target', 'measured', 'met'],
					rows: shown.flatMap(({ verdicts }) => verdicts).map(({ target, measured: value, met }) => [target, value, met ? 'yes' : 'no']),
				},
				...shown.flatMap(({ tables }) => tables),
			],
		};
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
};
