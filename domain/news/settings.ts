import { promptFault, promptsOf } from '../ai/prompts.ts';
import { DEFAULT_CARDS, MAX_CARDS, MAX_FEEDS, MAX_URL_UNITS } from '../limits.ts';
import { readHostRule, type SourcePolicy } from './policy.ts';

/** Where news come from and how many are offered: part of the settings at the head of the main graph. */
export interface NewsSettings {
	/** Addresses; `{topic}` in one of them is replaced by the topic of the search. */
	readonly feeds: readonly string[];
	readonly policy: SourcePolicy;
	readonly cards: number;
}

type NewsSettingsReading =
	| { readonly ok: true; readonly settings: NewsSettings }
	/** `detail`: the setting, and what is in it, for a person. */
	| { readonly ok: false; readonly code: 'settings_invalid'; readonly detail: string };

const TOPIC = '{topic}';

/** Reads `feeds`, `allow_hosts` and `deny_hosts`, one a line, the words of the prompt, and `cards`. What is not there has its default. */
export function readNewsSettings(raw: Readonly<Record<string, unknown>>): NewsSettingsReading {
	const feeds = [...new Set(linesOf(raw['feeds']))];
	const bad = feeds.find((feed) => !isFeedAddress(feed));
	if (bad !== undefined) return refused('feeds', bad);
	if (feeds.length > MAX_FEEDS) return refused('feeds', `${feeds.length} > ${MAX_FEEDS}`);

	const rules: Record<'allow_hosts' | 'deny_hosts', string[]> = { allow_hosts: [], deny_hosts: [] };
	for (const name of ['allow_hosts', 'deny_hosts'] as const) {
		for (const line of linesOf(raw[name])) {
			const rule = readHostRule(line);
			if (rule === null) return refused(name, line);
			rules[name].push(rule);
		}
	}

	const said = (name: string): string => String(raw[name] ?? '');
	const parts = { ...promptsOf(raw), house_style: said('house_style'), ai_base_url: said('ai_base_url').trim() };
	const fault = promptFault(parts, ['house_style', 'prompt_news']);
	if (fault !== null) return { ok: false, code: 'settings_invalid', detail: fault };

	const given = raw['cards'] ?? DEFAULT_CARDS;
	const cards = given === '' ? DEFAULT_CARDS : Number(given);
	if (!Number.isInteger(cards) || cards < 1 || cards > MAX_CARDS) return refused('cards', String(given));
	const { daily_hour: hour } = raw;
	const isHour = Number.isInteger(hour) && Number(hour) >= 0 && Number(hour) <= 23;
	if (raw['daily_offer'] === true && !isHour) return refused('daily_hour', String(hour));
	const { units_below } = raw;
	const room = units_below === undefined ? {} : { unitsBelow: Number(units_below) };
	return { ok: true, settings: { feeds, policy: { allow: rules.allow_hosts, deny: rules.deny_hosts, ...room }, cards } };
}

/** Whether the day's offer is due: the clock goes off every hour. @param hour as n8n's clock says it, `00` to `23` */
export const isOfferDue = ({ daily_offer, daily_hour }: Readonly<Record<string, unknown>>, hour: unknown): boolean =>
	daily_offer === true && Number(hour) === daily_hour;

/** The feeds to read for a topic: with it in the place that is kept for it; without a topic those that have no such place. */
export function feedsAbout(feeds: readonly string[], topic: string | null): string[] {
	const about = topic?.trim() ?? '';
	if (about === '') return feeds.filter((feed) => !feed.includes(TOPIC));
	return [...new Set(feeds.map((feed) => feed.replaceAll(TOPIC, encodeURIComponent(about.toWellFormed()))))];
}

function refused(name: string, found: string): NewsSettingsReading {
	return { ok: false, code: 'settings_invalid', detail: `${name}: ${found}` };
}

/** A text with one a line, or a list. */
function linesOf(value: unknown): string[] {
	const lines = typeof value === 'string' ? value.split('\n') : Array.isArray(value) ? value.map(String) : [];
	return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Whether it may be read is the reader's to judge; here a slip of the keyboard is found. */
export function isFeedAddress(text: string): boolean {
	if (text.length > MAX_URL_UNITS || /\s/.test(text)) return false;
	return /^https?:\/\//i.test(text) && URL.canParse(text.replaceAll(TOPIC, 'topic'));
}
