/** What each engine answered, as plain hits. It runs in a thread: the answers hold words of strangers. */
import { MAX_ITEM_TITLE_UNITS, MAX_SNIPPET_UNITS } from '@copydesk/domain/limits';
import { isObject } from '@copydesk/domain/isObject';
import { readDate } from '@copydesk/domain/news/dates';
import { shorten } from '@copydesk/domain/text/shorten';
import { plainText, tidy } from '../feeds/plainText.ts';

export const engineNames = ['wikipedia', 'searxng', 'brave', 'tavily'] as const;
export type EngineName = (typeof engineNames)[number];

/** One result, before its address is judged. */
export interface Hit {
	readonly title: string;
	readonly url: string;
	readonly snippet: string;
	readonly publishedMs: number | null;
}

export type AnswerOutcome =
	| { readonly hits: readonly Hit[] }
	| { readonly code: 'search_answer_invalid' | 'search_engines_failed' | 'upstream_busy' };

interface Entry {
	readonly title: unknown;
	readonly url: unknown;
	readonly snippet: unknown;
	readonly published?: unknown;
}

/** An encyclopedia's page with more wikitext, in bytes, has more HTML than is read. */
const MAX_WIKITEXT_BYTES = 200_000;

const listIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A snippet may be markup, or text in which a `<` is a `<`. */
const textOf = (value: unknown, isMarkup: boolean): string =>
	typeof value === 'string' ? (isMarkup ? plainText(value) : tidy(value)) : '';

function hitOf({ title, url, snippet, published }: Entry, isMarkup: boolean): Hit[] {
	if (typeof url !== 'string') return [];
	return [
		{
			title: shorten(textOf(title, isMarkup), MAX_ITEM_TITLE_UNITS),
			url,
			snippet: shorten(textOf(snippet, isMarkup), MAX_SNIPPET_UNITS),
			publishedMs: typeof published === 'string' ? (readDate(published) ?? null) : null,
		},
	];
}

/** Pages come in any order; `index` is their rank. A page that only lists meanings of a word is left out. */
function ofWikipedia(body: Readonly<Record<string, unknown>>): AnswerOutcome {
	const { error, query, batchcomplete } = body;
	if (isObject(error))
		return { code: error['code'] === 'maxlag' || error['code'] === 'ratelimited' ? 'upstream_busy' : 'search_answer_invalid' };
	if (!isObject(query)) return batchcomplete === undefined ? { code: 'search_answer_invalid' } : { hits: [] };
	const pages = listIn(query['pages']).filter(
		({ pageprops, length }) => !(isObject(pageprops) && 'disambiguation' in pageprops) && !(Number(length) > MAX_WIKITEXT_BYTES),
	);
	const ranked = [...pages].sort((one, other) => Number(one['index']) - Number(other['index']));
	return { hits: ranked.flatMap(({ title, fullurl: url, extract: snippet }) => hitOf({ title, url, snippet }, false)) };
}

function ofSearxng({ results, unresponsive_engines: silent }: Readonly<Record<string, unknown>>): AnswerOutcome {
	if (!Array.isArray(results)) return { code: 'search_answer_invalid' };
	if (results.length === 0 && Array.isArray(silent) && silent.length > 0) return { code: 'search_engines_failed' };
	return {
		hits: listIn(results).flatMap(({ title, url, content, publishedDate }) =>
			hitOf({ title, url, snippet: content, published: publishedDate }, false),
		),
	};
}

/** `web` is absent when nothing was found. Titles and descriptions have entities and `<strong>`. */
function ofBrave({ type, web }: Readonly<Record<string, unknown>>): AnswerOutcome {
	if (type !== 'search') return { code: 'search_answer_invalid' };
	return {
		hits: listIn(isObject(web) ? web['results'] : []).flatMap(({ title, url, description, page_age: published }) =>
			hitOf({ title, url, snippet: description, published }, true),
		),
	};
}

function ofTavily({ results }: Readonly<Record<string, unknown>>): AnswerOutcome {
	if (!Array.isArray(results)) return { code: 'search_answer_invalid' };
	return {
		hits: listIn(results).flatMap(({ title, url, content, published_date: published }) =>
			hitOf({ title, url, snippet: content, published }, false),
		),
	};
}

const READ: Readonly<Record<EngineName, (body: Readonly<Record<string, unknown>>) => AnswerOutcome>> = {
	wikipedia: ofWikipedia,
	searxng: ofSearxng,
	brave: ofBrave,
	tavily: ofTavily,
};

export function parseAnswer(text: string, engine: EngineName): AnswerOutcome {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return { code: 'search_answer_invalid' };
	}
	return isObject(body) ? READ[engine](body) : { code: 'search_answer_invalid' };
}
