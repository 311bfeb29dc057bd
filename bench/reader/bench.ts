/**
 * npm run bench -- reader [--count N]: feeds and articles that the real reader, a process of its own, reads over HTTP from a house on
 * this machine, sixteen at a time; beside it the libraries bare, on the same bytes, in one thread and without any network. Then 200
 * feeds in one go, 20 of them dead.
 */
import { readFileSync } from 'node:fs';
import Defuddle from 'defuddle';
import { parseFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { originsOf, startHouse, startRaw } from '../../test/support/reader.ts';
import type { House } from '../../test/support/reader.ts';
import { startReaderProcess } from '../../test/support/readerProcess.ts';
import type { ReaderProcess } from '../../test/support/readerProcess.ts';
import { timingOf } from '../report.ts';
import type { Bench, Timing } from '../report.ts';

const TOGETHER = 16;
/** Each with its own name, because a house is asked for two things at a time at most. */
const HOUSES = 64;
const FEED_ITEMS = 50;
const PARAGRAPHS = 30;
const IN_ONE_GO = 200;
const DEAD = 20;
/** As many as one request may name. */
const PER_REQUEST = 20;
const BOUND_SECONDS = 60;

const SENTENCE =
	'The ferry between the two quays runs again from Monday, after a winter of repairs that took eleven weeks and cost more than planned.';

function feedOf(host: string): string {
	const items = Array.from({ length: FEED_ITEMS }, (_, at) => {
		const date = new Date(Date.now() - at * 3_600_000).toUTCString();
		return (
			`<item><title>Item ${at} of ${host}</title><link>https://${host}/story/${at}?utm_source=rss</link>` +
			`<guid isPermaLink="false">${host}-${at}</guid><pubDate>${date}</pubDate>` +
			`<description><![CDATA[<p>${SENTENCE} ${SENTENCE}</p>]]></description></item>`
		);
	});
	return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${host}</title>${items.join('\n')}</channel></rss>`;
}

/** A story with what is around one: navigation, a list of others, readers' comments. */
function pageOf(host: string): string {
	const links = Array.from({ length: 60 }, (_, at) => `<li><a href="/other/${at}">Another story, number ${at}</a></li>`).join('');
	const text = Array.from({ length: PARAGRAPHS }, (_, at) => `<p>${at + 1}. ${SENTENCE} ${SENTENCE} ${SENTENCE}</p>`).join('\n');
	return (
		`<!doctype html><html lang="en"><head><title>Ferry of ${host}</title><style>${'.a{color:red}'.repeat(400)}</style></head><body>` +
		`<nav><ul>${links}</ul></nav><main><article><h1>Ferry of ${host}</h1>${text}</article></main><aside><ul>${links}</ul></aside>` +
		`<footer>${links}</footer><script>${'var a=1;'.repeat(2_000)}</script></body></html>`
	);
}

interface Measured {
	readonly timing: Timing;
	/** Highest memory of the process so far. */
	readonly peakMiB: number;
}

async function together(count: number, work: (at: number) => Promise<void>): Promise<Timing> {
	const took: number[] = [];
	let next = 0;
	const startedAt = performance.now();
	await Promise.all(
		Array.from({ length: TOGETHER }, async () => {
			while (next < count) {
				const at = next++;
				const beganAt = performance.now();
				await work(at);
				took.push(performance.now() - beganAt);
			}
		}),
	);
	return timingOf(took, performance.now() - startedAt);
}

function bare(count: number, work: (at: number) => void): Timing {
	const took: number[] = [];
	const startedAt = performance.now();
	for (let at = 0; at < count; at += 1) {
		const beganAt = performance.now();
		work(at);
		took.push(performance.now() - beganAt);
	}
	return timingOf(took, performance.now() - startedAt);
}

/** What Linux says that a process ever held, threads included. */
function peakMiB({ child }: ReaderProcess): number {
	const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
	return Number(kib) / 1_024;
}

function dieless<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new Error(what);
	return value;
}

async function readerOf(house: House, names: readonly string[], env: Record<string, string> = {}): Promise<ReaderProcess> {
	return startReaderProcess({
		READER_ORIGINS: originsOf(house, names),
		READER_FRESH_SECONDS: '0',
		READER_LOG_LEVEL: 'silent',
		READER_WORKERS: '',
		...env,
	});
}

async function readings(count: number): Promise<Readonly<Record<'feeds' | 'articles', Measured>>> {
	const names = Array.from({ length: HOUSES }, (_, at) => `house-${at}.page`);
	const house = await startHouse(
		Object.fromEntries(names.flatMap((name) => [[`${name}/feed`, feedOf(name)] as const, [`${name}/story`, pageOf(name)] as const])),
	);
	const reader = await readerOf(house, names);
	try {
		const feed = async (at: number): Promise<void> => {
			const { ok } = await reader.feed(`https://${names[at % HOUSES]}/feed`);
			if (ok !== true) throw new Error(`feed ${at} was not read`);
		};
		const story = async (at: number): Promise<void> => {
			const { status } = await reader.article(`https://${names[at % HOUSES]}/story`);
			if (status !== 200) throw new Error(`article ${at} was answered ${status}`);
		};
		await together(TOGETHER * 2, feed);
		const feeds = { timing: await together(count, feed), peakMiB: peakMiB(reader) };
		await together(TOGETHER * 2, story);
		const articles = { timing: await together(count, story), peakMiB: peakMiB(reader) };
		return { feeds, articles };
	} finally {
		await reader.stop();
		await house.stop();
	}
}

interface OneGo {
	readonly seconds: number;
	readonly read: number;
	readonly refused: Readonly<Record<string, number>>;
	readonly peakMiB: number;
}

/** All requests at once; half of the dead take the connection and say nothing, the others are not there. */
async function oneGo(): Promise<OneGo> {
	const alive = Array.from({ length: IN_ONE_GO - DEAD }, (_, at) => `alive-${at}.page`);
	const dead = Array.from({ length: DEAD }, (_, at) => `dead-${at}.page`);
	const house = await startHouse(Object.fromEntries(alive.map((name) => [`${name}/feed`, feedOf(name)])));
	const silent = await startRaw();
	const gone = await startRaw();
	await gone.stop();
	const origins = [originsOf(house, alive), ...dead.map((name, at) => `https://${name}=http://${at % 2 === 0 ? silent.at : gone.at}`)].join(
		',',
	);
	const reader = await readerOf(house, [], { READER_ORIGINS: origins });
	try {
		// Dead ones among the others, as they come.
		const urls = [...alive, ...dead]
			.map((name, at) => ({ name, key: (at * 7_919) % IN_ONE_GO }))
			.sort((a, b) => a.key - b.key)
			.map(({ name }) => `https://${name}/feed`);
		const startedAt = performance.now();
		const answers = await Promise.all(
			Array.from({ length: urls.length / PER_REQUEST }, (_, at) => reader.feeds(urls.slice(at * PER_REQUEST, (at + 1) * PER_REQUEST))),
		);
		const seconds = (performance.now() - startedAt) / 1_000;
		const entries = answers.flatMap(({ feeds }) => feeds as { ok: boolean; code?: string }[]);
		const refused: Record<string, number> = {};
		for (const { ok, code = '' } of entries) if (!ok) refused[code] = (refused[code] ?? 0) + 1;
		return { seconds, read: entries.filter(({ ok }) => ok).length, refused, peakMiB: peakMiB(reader) };
	} finally {
		await reader.stop();
		await Promise.all([house.stop(), silent.stop()]);
	}
}

const rounded = (value: number, digits = 0): string =>
	value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

export const run: Bench = async (args) => {
	const { count, isTry } = orUsage('npm run bench -- reader [--try] [--count N]', () => {
		const { values } = parseCommandLine({
			options: { count: { type: 'string', default: '600' }, try: { type: 'boolean', default: false } },
			args: [...args],
		});
		return { count: wholeNumber('count', values.count), isTry: values.try };
	});
	const feedText = feedOf('house-0.page');
	const pageText = pageOf('house-0.page');
	const feedsBare = bare(count, () => void parseFeed(feedText));
	const pagesBare = bare(count, () => {
		const { document } = parseHTML(pageText);
		const parsed = new Defuddle(document as unknown as Document, { url: 'https://house-0.page/story', useAsync: false }).parse();
		dieless(parsed.content === '' ? undefined : parsed.content, 'the bare library found no article');
	});
	const { feeds, articles } = await readings(count);
	const whole = await oneGo();
	if (whole.seconds > BOUND_SECONDS) throw new Error(`${IN_ONE_GO} feeds took ${whole.seconds} s; expected at most ${BOUND_SECONDS}`);
	const row = (name: string, { timing, peakMiB: peak }: Measured, floor: Timing, bytes: number): string[] => [
		name,
		rounded(bytes / 1_024),
		rounded(timing.perSecond),
		rounded(timing.p50Ms, 1),
		rounded(timing.p99Ms, 1),
		rounded(floor.perSecond),
		rounded(floor.p50Ms, 1),
		`${rounded(timing.perSecond / floor.perSecond, 2)}×`,
		rounded(peak),
	];
	return {
		title: 'Reader: what a reading costs',
		isTry,
		notes: [
			`${count} readings each, ${TOGETHER} at a time, over HTTP from the real reader in a process of its own; each is fetched again ` +
				`from a house on this machine, which shares the processor with it. A feed has ${FEED_ITEMS} items, ` +
				`an article ${PARAGRAPHS} paragraphs and what a page has around one.`,
			'Beside it the libraries bare: feedsmith, and defuddle over linkedom, on the same bytes in one thread, without network, guard, ' +
				'bounds, dates, blocks or another process.',
			`${IN_ONE_GO} feeds in one go: ${IN_ONE_GO / PER_REQUEST} requests at once of ${PER_REQUEST} feeds each, with everything ` +
				`as it is by default; of the ${DEAD} dead ones ` +
				'half take the connection and say nothing, at the others nobody listens.',
		],
		tables: [
			{
				heading: `Per second, ${TOGETHER} at a time, and milliseconds for one`,
				columns: ['reading', 'KiB', 'per second', 'p50', 'p99', 'bare per second', 'bare p50', 'ratio', 'peak memory, MiB'],
				rows: [row('feed', feeds, feedsBare, feedText.length), row('article', articles, pagesBare, pageText.length)],
			},
			{
				heading: `${IN_ONE_GO} feeds in one go, ${DEAD} of them dead`,
				columns: ['seconds', 'read', 'refused', 'peak memory, MiB'],
				rows: [
					[
						rounded(whole.seconds, 1),
						String(whole.read),
						Object.entries(whole.refused)
							.map(([code, times]) => `${code} ${times}`)
							.join(', '),
						rounded(whole.peakMiB),
					],
				],
			},
		],
	};
};
