/**
 * npm run bench -- renderer [--rounds N] [--minutes N]: a cover against the same cover by sharp with SVG text, its templates against each
 * other, its bytes against sharp's, and the memory of a renderer under full load. Everything in one run and in turns: ratios count,
 * milliseconds are this machine's.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { prepareFrame } from '../../services/renderer/src/png/index.ts';
import { createRenderer } from '../../services/renderer/src/render.ts';
import { joined } from '../../test/support/encoded.ts';
import type { Bench, Report } from '../report.ts';
import { fullLoad } from './memory.ts';
import { cachedCover, pinFonts, plainCover } from './sharpCover.ts';
import { makeSources, type Source } from './sources.ts';
import { TEXTS } from './texts.ts';

type Table = Report['tables'][number];
type Way = (text: (typeof TEXTS)[number], source: Source) => Uint8Array | Promise<Uint8Array>;

const OURS = 'Copydesk';
/** Rounds that do not count: code becomes hot. */
const WARM_UP = 2;

const times = (value: number): string => `×${value.toFixed(value < 10 ? 2 : 1)}`;
const medianOf = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

/** Each way makes each cover once a round, in turns. */
async function inTurns(heading: string, ways: ReadonlyMap<string, Way>, rounds: number, sources: readonly Source[]): Promise<Table> {
	const took = new Map([...ways.keys()].map((name) => [name, { ms: [] as number[], cpuMs: [] as number[], bytes: 0 }]));
	for (let round = -WARM_UP; round < rounds; round += 1)
		for (const [at, text] of TEXTS.entries())
			for (const [name, way] of ways) {
				const of = took.get(name)!;
				const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
				const { length } = await way(text, sources[(round + WARM_UP + at) % sources.length]!);
				const { user, system } = process.cpuUsage(cpu);
				if (round < 0) continue;
				of.ms.push(performance.now() - beganMs);
				of.cpuMs.push((user + system) / 1e3);
				of.bytes += length;
			}
	const ours = [...took.values()][0]!;
	return {
		heading,
		columns: ['', 'median ms', 'against the first', 'processor ms', 'against the first', 'mean kB'],
		rows: [...took].map(([name, { ms, cpuMs, bytes }]) => [
			name,
			medianOf(ms).toFixed(2),
			times(medianOf(ms) / medianOf(ours.ms)),
			medianOf(cpuMs).toFixed(2),
			times(medianOf(cpuMs) / medianOf(ours.cpuMs)),
			(bytes / ms.length / 1e3).toFixed(0),
		]),
	};
}

function waysOf(sources: readonly Source[]): { against: ReadonlyMap<string, Way>; templates: ReadonlyMap<string, Way> } {
	const renderer = createRenderer();
	const ours = (version: (typeof COVER_TEMPLATES)[number]): Way => {
		const template = renderer.template(version)!;
		const frameOf = ({ bytes }: Source) => (template.picture === null ? null : prepareFrame(bytes, template.picture).pixels);
		const backgrounds = new Map(sources.map((source) => [source, renderer.prepareBackground(frameOf(source), template)]));
		return (text, source) => joined(renderer.renderCover(text, backgrounds.get(source)!, { template }).png);
	};
	const cold: Way = (text, { bytes }) => joined(renderer.renderCover(text, renderer.prepareBackground(prepareFrame(bytes).pixels)).png);
	return {
		against: new Map<string, Way>([
			[OURS, ours(TEMPLATE_VERSION)],
			[`${OURS}, nothing prepared`, cold],
			['sharp + SVG text', plainCover],
			['sharp + SVG text, cached background', cachedCover],
		]),
		templates: new Map(COVER_TEMPLATES.map((version) => [version, ours(version)])),
	};
}

async function bytesTable(sources: readonly Source[]): Promise<Table> {
	const renderer = createRenderer();
	const rows: string[][] = [];
	for (const { kind, bytes } of sources) {
		const background = renderer.prepareBackground(prepareFrame(bytes).pixels);
		let [ours, theirs] = [0, 0];
		for (const text of TEXTS) {
			const png = joined(renderer.renderCover(text, background).png);
			ours += png.length;
			theirs += (await sharp(png).png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer()).length;
		}
		rows.push([kind, ...[ours, theirs].map((sum) => (sum / TEXTS.length / 1e3).toFixed(0)), times(ours / theirs)]);
	}
	return { heading: 'Bytes of a cover, the same pixels, kB', columns: ['', 'ours', 'sharp, level 2, adaptive', 'ours against that'], rows };
}

export const run: Bench = async (args) => {
	const { isTry, rounds, minutes } = orUsage('npm run bench -- renderer [--rounds N] [--minutes N] [--try]', () => {
		const options = { rounds: { type: 'string', default: '30' }, minutes: { type: 'string', default: '3' } } as const;
		const { values } = parseCommandLine({ args: [...args], options: { ...options, try: { type: 'boolean', default: false } } });
		return { isTry: values.try, rounds: wholeNumber('rounds', values.rounds, 1), minutes: wholeNumber('minutes', values.minutes) };
	});
	const directory = mkdtempSync(join(tmpdir(), 'copydesk-bench-renderer-'));
	try {
		pinFonts(directory);
		const sources = await makeSources(directory);
		const { against, templates } = waysOf(sources);
		return {
			isTry,
			title: 'The cover renderer',
			notes: [
				`Sources: ${sources.map(({ kind }) => kind).join(', ')}, 1536×1024, drawn by a program; ` +
					`${TEXTS.length} texts in Latin, Cyrillic and Vietnamese; ${rounds} rounds in turns.`,
				'sharp is given the line breaks and one size; ours searches the size, balances the lines and checks every glyph. ' +
					'sharp runs with one thread.',
			],
			tables: [
				await inTurns('A cover in process, source known, nothing written', against, rounds, sources),
				await inTurns('By template', templates, rounds, sources),
				await bytesTable(sources),
				...(minutes === 0 ? [] : [await fullLoad(sources, join(directory, 'full'), minutes)]),
			],
		};
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
};
