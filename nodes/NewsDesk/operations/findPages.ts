import type { IExecuteFunctions } from 'n8n-workflow';

import type { SearchResult } from '../../../domain/api/reader.ts';
import type { Fact, SourceBlock } from '../../../domain/caption/facts.ts';
import type { KeptBrief } from '../../../domain/caption/ground.ts';
import {
	ADMISSION_TIMEOUT_MS,
	DEFAULT_FEED_ITEMS,
	MAX_FACT_UNITS,
	MAX_PAGES_OF_A_HOST,
	MAX_PAGES_OF_A_POST,
	MAX_PAGE_UNITS,
	MAX_SEARCH_RESULTS,
	NEWS_FALLBACK_WINDOW_DAYS,
	NEWS_WINDOW_DAYS,
	PAGES_TIMEOUT_MS,
	PAGE_TIMEOUT_MS,
} from '../../../domain/limits.ts';
import { queriesOf, withPages } from '../../../domain/material/pages.ts';
import { missingSource } from '../../../domain/material/work.ts';
import { problemOfReader, refusalOfArticle } from '../../../domain/news/article.ts';
import { choose } from '../../../domain/news/choose.ts';
import { isHostAllowed } from '../../../domain/news/policy.ts';
import { feedsAbout, type NewsSettings } from '../../../domain/news/settings.ts';
import { topicOf } from '../../../domain/news/topic.ts';
import { contextOf, materialOf, travelling } from '../../shared/fields.ts';
import { briefOf, problem, subjectOf } from '../../shared/material.ts';
import { readableSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import type { Travelling } from '../../shared/item.ts';
import { askOrThrow } from '../../shared/transport.ts';
import { read } from '../reading.ts';

interface FoundPage {
	readonly title: string;
	readonly url: string;
	readonly blocks: readonly SourceBlock[];
}

/** Where a page may be found. */
type Place = Pick<SearchResult, 'url' | 'host'>;

/**
 * Finds pages for a post that rests on knowledge or news, and reads the first that can be read. Every request is admitted right before it
 * leaves. A page behind a paywall, a forum or a page without an article is passed over for the next.
 */
export const findPages: Operation = {
	option: {
		name: 'Find Pages',
		value: 'findPages',
		description: 'Search for what a post is about, and read up to three pages through the reader',
		action: 'Find pages for a post',
	},
	fields: [],
	ways: ['keep', 'failed', 'ready'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const brief = briefOf(material);
		if (brief === null || missingSource(material) !== 'pages') return { json: { ...item, next: 'ready' } };
		const { source_blocks, request } = subjectOf(material);
		const fromMemory = {
			...item,
			patch: { facts: factsOfAsked(source_blocks, brief, request) },
			next: 'keep',
		};
		if (isPressed(item, 'from_memory')) return { json: fromMemory };

		const search = new Search(context, itemIndex, brief, readableSettingsOf(context, itemIndex));
		const given = linkGiven(item);
		const pages = given === null ? await search.run() : await search.readGiven(given);
		if (pages.length > 0) {
			const shows = brief.rests_on === 'news' || item.settings?.['show_sources'] === true;
			const patch = { source_blocks: withPages(source_blocks, pages), ...(shows ? { link: pages[0]?.url ?? null } : {}) };
			return { json: { ...item, patch, next: 'keep' } };
		}
		if (given !== null)
			return { json: { ...item, next: 'failed', problem: problem('link_unread', 'source', problemOfReader(search.reasons())) } };
		if (item.settings?.['without_sources'] === 'write') return { json: fromMemory };
		const code = search.hasFailed ? 'search_unavailable' : 'no_source';
		return { json: { ...item, next: 'failed', problem: problem(code, 'source', search.reasons()) } };
	},
};

function isPressed({ event }: Travelling, action: string): boolean {
	const intent = event?.intent as { readonly kind?: string; readonly action?: string } | undefined;
	return intent?.kind === 'callback' && intent.action === action;
}

/** The page that a person sent in answer to the question for one. */
function linkGiven({ event }: Travelling): string | null {
	const intent = event?.intent as
		| { readonly kind?: string; readonly name?: string; readonly args?: { readonly link?: string } }
		| undefined;
	return intent?.kind === 'command' && intent.name === 'resume' ? (intent.args?.link ?? null) : null;
}

/** What the post is about is the only fact that it has: all else is general knowledge. */
function factsOfAsked(blocks: readonly SourceBlock[], { subject }: KeptBrief, request: string): readonly Fact[] {
	const own = blocks.find(({ id }) => id === 'request');
	const said = own === undefined || own.text === request ? [subject] : own.text.split('\n').filter((line) => line.trim() !== '');
	const texts = said.length > 6 ? [...said.slice(0, 5), said.slice(5).join(' ')] : said;
	return texts.map((text) => ({ text: text.slice(0, MAX_FACT_UNITS), source_ids: [own?.id ?? 'request'] }));
}

class Search {
	readonly #context: IExecuteFunctions;
	readonly #itemIndex: number;
	readonly #brief: KeptBrief;
	readonly #settings: NewsSettings;
	readonly #endMs = Date.now() + PAGES_TIMEOUT_MS;
	readonly #codes = new Set<string>();
	readonly #pages: FoundPage[] = [];
	readonly #tried = new Set<string>();
	hasFailed = false;

	constructor(context: IExecuteFunctions, itemIndex: number, brief: KeptBrief, settings: NewsSettings) {
		this.#context = context;
		this.#itemIndex = itemIndex;
		this.#brief = brief;
		this.#settings = settings;
	}

	/** News: the desk's own feeds, then the search of a week, then that of a month. */
	async run(): Promise<readonly FoundPage[]> {
		if (this.#brief.rests_on !== 'news') {
			await this.#readAll(await this.#searched());
			return this.#pages;
		}
		await this.#readAll(await this.#inFeeds(), NEWS_FALLBACK_WINDOW_DAYS);
		for (const days of [NEWS_WINDOW_DAYS, NEWS_FALLBACK_WINDOW_DAYS] as const)
			if (this.#pages.length === 0) await this.#readAll(await this.#searched(days), days);
		return this.#pages;
	}

	/** The page of a person, in place of what a search would find. */
	async readGiven(link: string): Promise<readonly FoundPage[]> {
		await this.#readAll([{ url: link, host: new URL(link).host }]);
		if (this.#tried.size === 0) this.#codes.add('host_denied');
		return this.#pages;
	}

	/** Codes of what was tried in vain, for the log and the audit. */
	reasons(): string {
		return [...this.#codes].join(', ');
	}

	get #msLeft(): number {
		return this.#endMs - Date.now();
	}

	async #admit(purpose: 'read_feed' | 'read_article', target: string): Promise<void> {
		const body = { _svc: contextOf(this.#context, this.#itemIndex), purpose, target };
		await askOrThrow(this.#context, this.#itemIndex, '/authorize', body, ADMISSION_TIMEOUT_MS);
	}

	async #searched(fresh_days?: number): Promise<readonly Place[]> {
		if (this.#msLeft <= 0) return [];
		await this.#admit('read_feed', 'search');
		const body = {
			queries: queriesOf(this.#brief),
			language: this.#brief.language,
			limit: MAX_SEARCH_RESULTS,
			...(fresh_days === undefined ? {} : { fresh_days }),
		};
		const reading = await read(this.#context, this.#itemIndex, '/v1/search', body, this.#msLeft);
		if (!reading.ok) {
			this.#codes.add(reading.refusal.code);
			this.hasFailed = true;
			return [];
		}
		const { results, asked } = reading.body;
		for (const { code } of asked) if (code !== null) this.#codes.add(code);
		// An engine that is off, or knows no dates, gives nothing however often it is asked.
		const isAway = asked.some(({ ok, code }) => !ok && code !== 'search_off' && code !== 'search_undated');
		if (results.length === 0 && isAway) this.hasFailed = true;
		return results;
	}

	async #inFeeds(): Promise<readonly Place[]> {
		const topics = queriesOf(this.#brief);
		const urls = feedsAbout(this.#settings.feeds, topics[0] ?? null);
		if (urls.length === 0 || this.#msLeft <= 0) return [];
		await this.#admit('read_feed', 'feeds');
		const body = { urls, max_items: DEFAULT_FEED_ITEMS, max_age_days: NEWS_FALLBACK_WINDOW_DAYS };
		const reading = await read(this.#context, this.#itemIndex, '/v1/feeds', body, this.#msLeft);
		if (!reading.ok) {
			this.#codes.add(reading.refusal.code);
			return [];
		}
		const about = topics.map((topic) => topicOf(topic, this.#settings.feeds));
		const items = reading.body.items.filter((one) => about.some((topic) => topic.mayBeIn(one)));
		return choose(items, [], this.#settings.policy, Date.now()).candidates.map(({ canonical_url: url, host }) => ({ url, host }));
	}

	async #readAll(places: readonly Place[], windowDays?: typeof NEWS_WINDOW_DAYS | typeof NEWS_FALLBACK_WINDOW_DAYS): Promise<void> {
		for (const { url, host } of places) {
			const isFull = this.#pages.filter((page) => new URL(page.url).host === host).length >= MAX_PAGES_OF_A_HOST;
			if (this.#pages.length >= MAX_PAGES_OF_A_POST || this.#msLeft <= 0) return;
			if (isFull || this.#tried.has(url) || !isHostAllowed(new URL(url).hostname, this.#settings.policy)) continue;
			this.#tried.add(url);
			const page = await this.#readPage(url, windowDays);
			if (page !== undefined) this.#pages.push(page);
		}
	}

	async #readPage(url: string, windowDays?: typeof NEWS_WINDOW_DAYS | typeof NEWS_FALLBACK_WINDOW_DAYS): Promise<FoundPage | undefined> {
		await this.#admit('read_article', new URL(url).host);
		const limitMs = Math.max(1, Math.min(PAGE_TIMEOUT_MS, this.#msLeft));
		const reading = await read(this.#context, this.#itemIndex, '/v1/articles', { url, most_units: MAX_PAGE_UNITS }, limitMs);
		if (!reading.ok) {
			this.#codes.add(reading.refusal.code);
			return undefined;
		}
		const { title, canonical_url, paywalled, blocks } = reading.body;
		const refusal = refusalOfArticle(reading.body, windowDays ?? NEWS_FALLBACK_WINDOW_DAYS, this.#settings.policy, Date.now());
		// Only news have to be new.
		if (paywalled || (refusal !== null && (refusal.code !== 'outside_window' || windowDays !== undefined))) {
			this.#codes.add(refusal?.code ?? 'source_walled');
			return undefined;
		}
		return { title, url: canonical_url, blocks };
	}
}
