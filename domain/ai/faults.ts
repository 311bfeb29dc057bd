/** What a provider that gives no answer means by it, so that people are told what to do and who can do it. */
import { isObject } from '../isObject.ts';

/** What somebody has to mend: nothing comes of trying again before that. */
export const providerFaults = [
	'ai_key_refused',
	'ai_no_credit',
	'ai_spending_limit',
	'ai_model_unknown',
	'ai_not_verified',
	'ai_region',
	'ai_request_refused',
	'ai_context_too_long',
] as const;
/**
 * `ai_busy`: it gets too many requests; `ai_unavailable`: it is away, or said nothing of use. Both pass by themselves. `ai_refused`: it
 * does not write or draw this.
 */
export type ProviderFault = (typeof providerFaults)[number] | 'ai_busy' | 'ai_unavailable' | 'ai_refused';

/** Patterns as a list, one or the other. */
const either = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const MODEL_GONE = either(
	String.raw`model_not_found|deployment_?not_?found|invalid_model\b|invalid model\b|unknown model\b|no such model\b|not a valid model`,
	String.raw`no endpoints found|model not exist\b|not_found_error[^\n]{0,80}\bmodel: |unable to access model`,
	String.raw`deployment for this resource does not exist|\bmodels?\b[^\n]{0,160}?(?:does not exist|doesn't exist|not found)`,
	String.raw`\bmodels?\b[^\n]{0,160}?(?:not supported|not available|no longer available|decommissioned|is deprecated)`,
);
const FILTERED = either(
	String.raw`content[_ ](?:filter|policy|management)|responsible_?ai|moderation|safety[_ ](?:system|filter|settings|violation)`,
	String.raw`prohibited_content|(?:input|prompt|request|content|text)[^\n]{0,40}(?:was|were|been|is) (?:flagged|blocked)`,
	String.raw`inappropriate content|data_inspection_failed|violat[a-z]{1,4} [^\n]{0,40}(?:polic|guideline)|usage polic`,
);
const TOO_LONG = either(
	String.raw`context_length_exceeded|context[_ ](?:length|window|size)|prompt is too long|input (?:is )?too long|reduce the length`,
	String.raw`request too large|too many (?:input |prompt )?tokens|tokens\W[^\n]{0,60}must be (?:<|at most)`,
	String.raw`exceeds? the (?:maximum|max|limit)[^\n]{0,40}tokens`,
);
const NOT_TAKEN = either(
	String.raw`unsupported_(?:parameter|value)|(?:unsupported|unknown|unrecognized|invalid) (?:request )?(?:parameter|argument|value)\b`,
	String.raw`(?:max_tokens|response_format|json_schema|json mode)\W[^\n]{0,80}(?:not (?:supported|available|allowed|enabled)|unavailable)`,
	String.raw`not support (?:response[ _]format|structured outputs?|json)|["'\x60][a-z_]{3,40}["'\x60] is not supported`,
);
const OTHER_REGION = either(
	String.raw`unsupported_country|(?:country|region|territory|location)[^\n]{0,40}not (?:supported|available)`,
	String.raw`not available in your (?:country|region)`,
);
const ASKS_LESS = /rate_limit_exceeded|rate[_ -]limit|too many requests|(?:requests|tokens) per (?:second|minute|min|hour|day)|throttl/i;
/** A bound that its owner set, beside the account's credit. */
const SPENT = either(
	String.raw`\bkey limit exceeded|budget[_ ](?:has been )?exceeded|exceeded ?budget|crossed budget|\bover budget\b`,
	String.raw`spend(?:ing)?[_ ](?:limit|cap)|billing[_ ]hard[_ ]limit|specified api usage limits`,
);
const NO_QUOTA = /insufficient[_ ](?:quota|credits?|balance|funds)|payment required/i;

/** Providers say each in their own words and under their own codes; the first that matches wins. */
const SAID: readonly (readonly [RegExp, ProviderFault])[] = [
	[NO_QUOTA, 'ai_no_credit'],
	[SPENT, 'ai_spending_limit'],
	[OTHER_REGION, 'ai_region'],
	[TOO_LONG, 'ai_context_too_long'],
	[NOT_TAKEN, 'ai_request_refused'],
	[/organi[sz]ation[^.]{0,40}(?:must be|not) verified|verify organi[sz]ation/i, 'ai_not_verified'],
	// Advice about money is part of many of these.
	[ASKS_LESS, 'ai_busy'],
	[FILTERED, 'ai_refused'],
	[MODEL_GONE, 'ai_model_unknown'],
	[/invalid[_ ]api[_ ]key|incorrect api key|api key (?:not valid|expired)|api_key_invalid|invalid_authentication/i, 'ai_key_refused'],
	[/(?:organi[sz]ation|account)[^.\n]{0,60}has been (?:restricted|deactivated|suspended|disabled)/i, 'ai_key_refused'],
	[/exceeded your current quota|billing|credit balance|(?:out of|no|more|any) credits?\b/i, 'ai_no_credit'],
];
const BY_STATUS: Readonly<Record<string, ProviderFault>> = {
	'401': 'ai_key_refused',
	'402': 'ai_no_credit',
	'403': 'ai_key_refused',
	'413': 'ai_context_too_long',
	'429': 'ai_busy',
	'451': 'ai_region',
};

/** @param error the status, the code and the words of a refusal, wherever n8n's nodes leave them */
export function providerFault(error: unknown): ProviderFault {
	const words = wordsOf(error);
	// An answer that came late, or a gateway's, is no word of the provider about its account.
	const found = SAID.find(([pattern]) => words.some((each) => pattern.test(each)))?.[1];
	const status = statusIn(words);
	// A quota that is open again at a time is a limit of requests, whatever else is said of money.
	const isTimed = found === 'ai_no_credit' && !words.some((each) => NO_QUOTA.test(each)) && words.some((each) => secondsSaid(each) > 0);
	if (isTimed && status === '429') return 'ai_busy';
	return found ?? BY_STATUS[status ?? ''] ?? 'ai_unavailable';
}

/** As a number of its own, or before the words of the answer. */
function statusIn(words: readonly string[]): string | undefined {
	const numbers = words.map((each) => /^([1-5]\d\d)(?: - |$)/.exec(each)?.[1] ?? '');
	return numbers.find((each) => Object.hasOwn(BY_STATUS, each));
}

/**
 * For how many seconds a provider wants no more requests; null if it names no time, or if waiting mends nothing. The header counts first,
 * then its words: not everything between us keeps headers.
 */
export function askedToWait(error: unknown): number | null {
	const fault = providerFault(error);
	if (fault !== 'ai_busy' && fault !== 'ai_unavailable') return null;
	const words = fault === 'ai_busy' ? wordsOf(error) : [];
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

const AGAIN = /\b(?:try again|retry)\b[^.\d]{0,20}|retryDelay[\\":\s]{1,8}/i;
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
/** More than any refusal has. */
const MOST_WORDS = 100;
const MOST_VALUES = 500;
const DEEPEST = 6;

/** What an error says, in the order in which it says it. */
function wordsOf(error: unknown): readonly string[] {
	const words: string[] = [];
	let values = 0;
	const read = (value: unknown, depth: number): void => {
		if (words.length >= MOST_WORDS || values >= MOST_VALUES) return;
		values += 1;
		if (typeof value === 'string') words.push(value.slice(0, MAX_WORD_UNITS));
		if (typeof value === 'number') words.push(String(value));
		if (depth === 0 || typeof value !== 'object' || value === null) return;
		// The message of an error is no field that is listed.
		if (value instanceof Error) read(value.message, 0);
		for (const [name, each] of Object.entries(value).slice(0, MOST_VALUES)) if (!NOT_SAID.includes(name)) read(each, depth - 1);
	};
	read(error, DEEPEST);
	return words;
}
