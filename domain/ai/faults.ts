/** What a provider that gives no answer means by it, so that people are told what to do and who can do it. */
import { isObject } from '../isObject.ts';

/** What somebody has to mend: nothing comes of trying again before that. */
export const providerFaults = ['ai_key_refused', 'ai_no_credit', 'ai_model_unknown', 'ai_not_verified'] as const;
/** `ai_busy`: it gets too many requests; `ai_unavailable`: it is away, or said nothing of use. Both pass by themselves. */
export type ProviderFault = (typeof providerFaults)[number] | 'ai_busy' | 'ai_unavailable';

/** Providers say each in their own words and under their own codes; the first that matches wins. */
const SAID: readonly (readonly [RegExp, ProviderFault])[] = [
	[/insufficient[_ ](?:quota|credits?|balance|funds)|exceeded your current quota|billing|payment required/i, 'ai_no_credit'],
	[/organi[sz]ation[^.]{0,40}(?:must be|not) verified|verify organi[sz]ation/i, 'ai_not_verified'],
	[/model_not_found|deploymentnotfound|\bmodel\b[^.]{0,120}(?:does not exist|not found|not supported|not available)/i, 'ai_model_unknown'],
	[/invalid[_ ]api[_ ]key|incorrect api key|api key (?:not valid|expired)|api_key_invalid|invalid_authentication/i, 'ai_key_refused'],
	[/rate_limit_exceeded|too many requests/i, 'ai_busy'],
];
const BY_STATUS: Readonly<Record<string, ProviderFault>> = {
	'401': 'ai_key_refused',
	'402': 'ai_no_credit',
	'403': 'ai_key_refused',
	'429': 'ai_busy',
};

/** @param error the status, the code and the words of a refusal, wherever n8n's nodes leave them */
export function providerFault(error: unknown): ProviderFault {
	const words = wordsIn(error, 4);
	// An answer that came late, or a gateway's, is no word of the provider about its account.
	const found = SAID.find(([pattern]) => words.some((each) => pattern.test(each)));
	if (found !== undefined) return found[1];
	const status = words.find((each) => Object.hasOwn(BY_STATUS, each));
	return status === undefined ? 'ai_unavailable' : (BY_STATUS[status] ?? 'ai_unavailable');
}

/**
 * For how many seconds a provider wants no more requests; null if it names no time, or if waiting mends nothing. The header counts first,
 * then its words: not everything between us keeps headers.
 */
export function askedToWait(error: unknown): number | null {
	const fault = providerFault(error);
	if (fault !== 'ai_busy' && fault !== 'ai_unavailable') return null;
	const words = fault === 'ai_busy' ? wordsIn(error, 4) : [];
	const named = headerIn(error, 6) ?? words.map(secondsSaid).find((seconds) => seconds > 0) ?? 0;
	return named > 0 ? Math.ceil(named) : null;
}

const WHERE_HEADERS_ARE = ['cause', 'error', 'response', 'headers'];

function headerIn(value: unknown, depth: number): number | undefined {
	if (!isObject(value) || depth === 0) return undefined;
	const own = Object.entries(value).find(([name, said]) => /^retry[-_]after(?:_seconds)?$/i.test(name) && /^\d{1,9}$/.test(String(said)));
	if (own !== undefined) return Number(own[1]);
	return WHERE_HEADERS_ARE.map((name) => headerIn(value[name], depth - 1)).find((seconds) => seconds !== undefined);
}

const AGAIN = /\b(?:try again|retry)\b[^.\d]{0,20}/i;
const SPAN = /^\s?(\d{1,6}(?:\.\d{1,6})?)\s?(ms|h|m|s)[a-z]{0,9}/i;
const SECONDS_OF: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600 };

/** The seconds of “Please try again in 1m30s”; 0 if there are none. */
function secondsSaid(words: string): number {
	const again = AGAIN.exec(words);
	let rest = again === null ? '' : words.slice(again.index + again[0].length);
	let seconds = 0;
	for (let span = SPAN.exec(rest); span !== null; span = SPAN.exec(rest)) {
		seconds += Number(span[1]) * (SECONDS_OF[(span[2] ?? '').toLowerCase()] ?? 0);
		rest = rest.slice(span[0].length);
	}
	return seconds;
}

/** Fields that hold what was asked, or what the program itself says about where it was. */
const NOT_SAID: readonly string[] = ['options', 'config', 'request', 'stack', 'node', 'functionality'];
const MAX_WORD_UNITS = 4_000;

function wordsIn(value: unknown, depth: number): readonly string[] {
	if (typeof value === 'string') return [value.slice(0, MAX_WORD_UNITS)];
	if (typeof value === 'number') return [String(value)];
	if (depth === 0) return [];
	// The message of an error is no field that is listed.
	const own = value instanceof Error ? [value.message] : [];
	if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, depth - 1));
	if (!isObject(value)) return own;
	return [...own, ...Object.entries(value).flatMap(([name, each]) => (NOT_SAID.includes(name) ? [] : wordsIn(each, depth - 1)))];
}
