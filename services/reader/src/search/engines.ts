/** How each engine is asked. */
import type { ErrorCode } from '@copydesk/domain/errors';
import type { EngineName } from './answers.ts';

export interface Question {
	readonly query: string;
	/** A language tag: `de`, `pt-BR`. */
	readonly language: string;
	readonly limit: number;
	readonly freshDays: number | undefined;
}

export interface EngineRequest {
	readonly url: string;
	/** They have the key. */
	readonly headers?: Readonly<Record<string, string>>;
	/** What is posted, as JSON. */
	readonly body?: string;
}

/** How the reader searches; `off`: not at all. */
export type SearchChoice =
	| { readonly engine: 'off' | 'wikipedia' | 'brave' | 'tavily' }
	| { readonly engine: 'searxng'; /** Without a slash at its end. */ readonly address: string };

export interface Engine {
	readonly name: EngineName;
	/** Its address is the operator's: the rules for strangers do not apply to it. */
	readonly isOwn: boolean;
	/** It can leave out what was published earlier. */
	readonly knowsDates: boolean;
	/** What a status of it means, where it differs from that of a page. */
	readonly codes: Readonly<Record<number, ErrorCode>>;
	/** The places to ask, in order; the next one is asked only for what is missing. */
	places(language: string): readonly string[];
	request(question: Question, place: string): EngineRequest;
}

const DAY_OF_WEEK = 7;
const MOST_DAYS_OF_MONTH = 31;

/** The narrowest of the words for a period that covers so many days. */
function periodOf<Word extends string>(days: number, [day, week, month, year]: readonly [Word, Word, Word, Word]): Word {
	if (days <= 1) return day;
	if (days <= DAY_OF_WEEK) return week;
	return days <= MOST_DAYS_OF_MONTH ? month : year;
}

const baseOf = (tag: string): string => new Intl.Locale(tag).language;

/** Editions whose name is not the tag of their language. */
const EDITIONS: Readonly<Record<string, string>> = { nb: 'no' };
/** Pages that only list meanings are left out afterwards. */
const SPARE_PAGES = 3;

const wikipedia: Engine = {
	name: 'wikipedia',
	isOwn: false,
	knowsDates: false,
	codes: {},
	places(language) {
		const base = baseOf(language);
		return [...new Set([EDITIONS[base] ?? base, 'en'])];
	},
	request({ query, limit }, edition) {
		const parameters = new URLSearchParams({
			action: 'query',
			format: 'json',
			formatversion: '2',
			generator: 'search',
			gsrsearch: query,
			gsrnamespace: '0',
			gsrlimit: String(limit + SPARE_PAGES),
			prop: 'info|pageprops|extracts',
			inprop: 'url',
			ppprop: 'disambiguation',
			exintro: '1',
			explaintext: '1',
			exchars: '300',
			exlimit: 'max',
			maxlag: '5',
		});
		return { url: `https://${edition}.wikipedia.org/w/api.php?${parameters.toString()}` };
	},
};

function searxng(address: string): Engine {
	return {
		name: 'searxng',
		isOwn: true,
		knowsDates: true,
		codes: { 403: 'search_json_off' },
		places: () => [''],
		request({ query, language, freshDays }) {
			const parameters = new URLSearchParams({
				q: query,
				format: 'json',
				language,
				safesearch: '1',
				...(freshDays === undefined
					? {}
					: { categories: 'general,news', time_range: periodOf(freshDays, ['day', 'week', 'month', 'year']) }),
			});
			return { url: `${address}/search?${parameters.toString()}` };
		},
	};
}

/** Codes of their interface where they differ from the tag. */
const BRAVE_LANGUAGES: Readonly<Record<string, string>> = { zh: 'zh-hans', pt: 'pt-br', nb: 'nb', ja: 'jp' };

function brave(key: string): Engine {
	return {
		name: 'brave',
		isOwn: false,
		knowsDates: true,
		codes: { 401: 'search_key_refused', 402: 'search_plan_spent', 403: 'search_key_refused' },
		places: () => [''],
		request({ query, language, limit, freshDays }) {
			const base = baseOf(language);
			const parameters = new URLSearchParams({
				q: query,
				search_lang: BRAVE_LANGUAGES[base] ?? base,
				// More than asked: of one host at most two are kept.
				count: String(Math.min(20, 2 * limit)),
				safesearch: 'moderate',
				...(freshDays === undefined ? {} : { freshness: periodOf(freshDays, ['pd', 'pw', 'pm', 'py']) }),
			});
			return {
				url: `https://api.search.brave.com/res/v1/web/search?${parameters.toString()}`,
				headers: { 'X-Subscription-Token': key },
			};
		},
	};
}

function tavily(key: string): Engine {
	return {
		name: 'tavily',
		isOwn: false,
		knowsDates: true,
		codes: { 401: 'search_key_refused', 403: 'search_key_refused', 432: 'search_plan_spent', 433: 'search_plan_spent' },
		places: () => [''],
		request({ query, limit, freshDays }) {
			return {
				url: 'https://api.tavily.com/search',
				headers: { Authorization: `Bearer ${key}` },
				body: JSON.stringify({
					query,
					max_results: Math.min(20, 2 * limit),
					...(freshDays === undefined ? {} : { topic: 'news', time_range: periodOf(freshDays, ['day', 'week', 'month', 'year']) }),
				}),
			};
		},
	};
}

/** The configured engine; undefined if the search is off. */
export function engineOf(choice: SearchChoice, key: string): Engine | undefined {
	switch (choice.engine) {
		case 'off':
			return undefined;
		case 'wikipedia':
			return wikipedia;
		case 'searxng':
			return searxng(choice.address);
		case 'brave':
			return brave(key);
		case 'tavily':
			return tavily(key);
	}
}
