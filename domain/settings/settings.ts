/**
 * What the owner may set in chat. It wins over the settings node at the head of the main graph. Without it
 * the node decides, or else the value below.
 */
import type { Formatted } from '../caption/form.ts';
import { MAX_LINK_BUTTONS, readLinkButton, type LinkButton } from '../caption/linkButtons.ts';
import { SETTING_MARKS, readMarks } from '../caption/marks.ts';
import { normaliseCaption } from '../caption/normalise.ts';
import { unitsBelow } from '../caption/shown.ts';
import { COVER_TEMPLATES, type CoverTemplate } from '../cover/template.ts';
import {
	MAX_ABOUT_UNITS,
	MAX_CARDS,
	MAX_MODEL_UNITS,
	DEFAULT_CARDS,
	MAX_FEEDS,
	MAX_LINKS_UNITS,
	MAX_PROMPT_UNITS,
	MAX_SIGNATURE_UNITS,
} from '../limits.ts';
import { isFeedAddress } from '../news/settings.ts';
import { parseSlots, withPlainDays } from '../schedule/slots.ts';
import { choice, freeText, hourOrOff, meansNothing, onOff, timeOfDay, valueOf, wholeNumber, wrong } from './readers.ts';
import type { Setting, SettingReading } from './readers.ts';
import { postLanguageNamed } from '../languages/names.ts';
import { plain } from '../text/plain.ts';

export const AUTO = 'auto';

/** The language of posts: that of each request where it is clear, or always the same one. */
const language: Setting<string> = {
	fallback: AUTO,
	choices: [AUTO, 'en', 'ru'],
	read: (words) => {
		if ([AUTO, 'automatic', 'автоматически', 'авто'].includes(plain(words))) return valueOf(AUTO);
		const tag = postLanguageNamed(words);
		return tag === null ? wrong({ kind: 'language', words: words.trim() }) : valueOf(tag);
	},
	write: (value) => value,
};

const partsOf = (words: string, between: RegExp): string[] =>
	meansNothing(words)
		? []
		: words
				.split(between)
				.map((part) => part.trim())
				.filter((part) => part !== '');

const feeds: Setting<readonly string[]> = {
	fallback: [],
	read: (words) => {
		const addresses = [...new Set(partsOf(words, /[\s,]+/))];
		const bad = addresses.find((address) => !isFeedAddress(address));
		if (bad !== undefined) return wrong({ kind: 'address', words: bad });
		return addresses.length > MAX_FEEDS ? wrong({ kind: 'too_many', count: addresses.length, most: MAX_FEEDS }) : valueOf(addresses);
	},
	write: (value) => (value.length === 0 ? 'none' : value.join('\n')),
};

/** Hours at which the channel posts, as `mon-fri 09:00 18:30; sat 11:00`: `parseSlots` reads them again where they are used. */
const slots: Setting<string> = {
	fallback: 'mon-fri 09:00 18:30; sat 11:00',
	read: (words) => {
		if (meansNothing(words)) return valueOf('');
		const parsed = parseSlots(words);
		return 'wrong' in parsed ? wrong({ kind: 'slots', words: parsed.wrong }) : valueOf(partsOf(withPlainDays(words), /[;\n]/).join('; '));
	},
	write: (value) => (value === '' ? 'none' : value),
};

/** Below each post: none, always the same ones, or up to so many that the AI chooses. */
export type Hashtags =
	| { readonly kind: 'none' }
	| { readonly kind: 'list'; readonly tags: readonly string[] }
	| { readonly kind: 'ai'; readonly most: number };

/** More is noise below a post. */
const MAX_HASHTAGS = 5;
/** Without a letter it is no hashtag to the messenger. */
const HASHTAG = /^#(?=.*\p{L})[\p{L}\p{M}\p{N}_\u200c]{1,50}$/u;

const hashtags: Setting<Hashtags> = {
	fallback: { kind: 'none' },
	read: (words) => {
		if (meansNothing(words)) return valueOf({ kind: 'none' });
		const most = /^(?:ai|ии)(?: up to| до)? ([1-9])$/.exec(plain(words))?.[1];
		if (most !== undefined) return hashtagsWithin(Number(most), { kind: 'ai', most: Number(most) });
		const tags = [...new Set(partsOf(words, /[\s,]+/))];
		const bad = tags.find((tag) => !HASHTAG.test(tag));
		return bad === undefined && tags.length > 0
			? hashtagsWithin(tags.length, { kind: 'list', tags })
			: wrong({ kind: 'hashtag', words: bad ?? words });
	},
	write: (value) => (value.kind === 'none' ? 'none' : value.kind === 'ai' ? `ai ${value.most}` : value.tags.join(' ')),
};

const hashtagsWithin = (count: number, value: Hashtags): SettingReading<Hashtags> =>
	count > MAX_HASHTAGS ? wrong({ kind: 'too_many', count, most: MAX_HASHTAGS }) : valueOf(value);

const buttons: Setting<readonly LinkButton[]> = {
	fallback: [],
	read: (words) => {
		const parts = partsOf(words, /;(?=\s|$)|\n/);
		if (parts.length > MAX_LINK_BUTTONS) return wrong({ kind: 'too_many', count: parts.length, most: MAX_LINK_BUTTONS });
		const read: LinkButton[] = [];
		for (const part of parts) {
			const button = readLinkButton(part);
			if (button === null) return wrong({ kind: 'button', words: part });
			read.push(button);
		}
		return valueOf(read);
	},
	write: (value) => (value.length === 0 ? 'none' : value.map(({ text, url }) => `${text} ${url}`).join('; ')),
};

/** Below every post. What counts is what is shown, without the marks of its form. */
const signature: Setting<string> = {
	...freeText(MAX_LINKS_UNITS),
	read: (words) => {
		if (meansNothing(words)) return valueOf('');
		const said = normaliseCaption(words.toWellFormed());
		const units = readMarks(said, SETTING_MARKS).text.length;
		if (units > MAX_SIGNATURE_UNITS) return wrong({ kind: 'too_long', units, most: MAX_SIGNATURE_UNITS });
		return said.length > MAX_LINKS_UNITS ? wrong({ kind: 'too_long', units: said.length, most: MAX_LINKS_UNITS }) : valueOf(said);
	},
};

export interface Settings {
	readonly language: string;
	readonly house_style: string;
	readonly feeds: readonly string[];
	readonly daily_offer: number | null;
	readonly cards: number;
	readonly paid_per_hour: number;
	readonly paid_per_day: number;
	readonly slots: string;
	readonly least_minutes_between: number;
	readonly remind_hours: number;
	readonly quiet_from: string;
	readonly quiet_to: string;
	readonly picture: 'cover' | 'photo';
	readonly template: CoverTemplate;
	readonly signature: string;
	readonly hashtags: Hashtags;
	readonly buttons: readonly LinkButton[];
	readonly silent: boolean;
	readonly spoiler: boolean;
	readonly caption_above: boolean;
	readonly source_form: 'line' | 'words';
	readonly voice_at_once: number;
	readonly brief_model: string;
	readonly channel_about: string;
	readonly show_sources: boolean;
	readonly without_sources: 'ask' | 'write';
}

/** Every setting. Durations carry their unit in the name; texts are counted in UTF-16 units. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
	language,
	house_style: freeText(MAX_PROMPT_UNITS),
	feeds,
	/** The hour at which both are offered news, in the desk's time zone. */
	daily_offer: hourOrOff,
	cards: wholeNumber({ least: 1, most: MAX_CARDS, fallback: DEFAULT_CARDS }),
	/** Paid requests of one person in an hour, and of the desk in a day; the operator's bound is never exceeded. */
	paid_per_hour: wholeNumber({ least: 1, most: 1_000, fallback: 1_000 }),
	paid_per_day: wholeNumber({ least: 1, most: 10_000, fallback: 10_000 }),
	slots,
	least_minutes_between: wholeNumber({ least: 0, most: 1_440, fallback: 30 }),
	/** Hours after which a post that waits for a decision is mentioned again; 0: never. */
	remind_hours: wholeNumber({ least: 0, most: 168, fallback: 24 }),
	quiet_from: timeOfDay('22:00'),
	quiet_to: timeOfDay('08:00'),
	picture: choice(['cover', 'photo'], { обложка: 'cover', фото: 'photo' }),
	template: choice(COVER_TEMPLATES, {
		classic: 'ff-square-0.1',
		классический: 'ff-square-0.1',
		панель: 'panel',
		плашка: 'panel',
		'во весь кадр': 'full',
		рамка: 'frame',
		слова: 'words',
		'только текст': 'words',
		новости: 'news',
	}),
	signature,
	hashtags,
	buttons,
	silent: onOff(false),
	spoiler: onOff(false),
	caption_above: onOff(false),
	/** How a post names its source: the line of the specification, or the name of the house as a link. */
	source_form: choice(['line', 'words'], { строка: 'line', слова: 'words' }),
	/** Spoken words of at most so many seconds are followed at once; longer ones are shown first. */
	voice_at_once: wholeNumber({ least: 0, most: 600, fallback: 0 }),
	/** The model that reads messages; empty: the one that writes texts. */
	brief_model: freeText(MAX_MODEL_UNITS),
	/** What the channel is about and where, in a sentence; unset: its own title and description. */
	channel_about: freeText(MAX_ABOUT_UNITS),
	/** Whether a post about what is known names its sources in the channel. */
	show_sources: onOff(false),
	/** What is done where nothing was found that a post could rest on. */
	without_sources: choice(['ask', 'write'], { спросить: 'ask', писать: 'write' }),
};

export type SettingName = keyof Settings;

export const settingNames = Object.keys(settings) as SettingName[];

export const isSettingName = (text: string): text is SettingName => Object.hasOwn(settings, text);

/** What `/settings` shows, group by group. A setting that nothing reads yet is in none. */
export const settingGroups = {
	posts: ['language', 'house_style', 'channel_about', 'signature', 'hashtags', 'buttons', 'silent', 'spoiler', 'caption_above'],
	news: ['feeds', 'cards', 'daily_offer', 'source_form', 'show_sources', 'without_sources'],
	look: ['template', 'picture'],
	times: ['slots', 'least_minutes_between', 'remind_hours', 'quiet_from', 'quiet_to'],
	budget: ['paid_per_hour', 'paid_per_day', 'brief_model', 'voice_at_once'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type SettingGroup = keyof typeof settingGroups;
export const groupNames = Object.keys(settingGroups) as SettingGroup[];
export const isGroupName = (text: string): text is SettingGroup => Object.hasOwn(settingGroups, text);

export const groupOf = (name: SettingName): SettingGroup | undefined =>
	groupNames.find((group) => (settingGroups[group] as readonly SettingName[]).includes(name));

/** Where a setting is decided until it is set in chat. */
export const settledElsewhere = (name: SettingName): 'n8n' | 'operator' | null =>
	['language', 'house_style', 'feeds', 'daily_offer', 'cards', 'brief_model', 'show_sources', 'without_sources'].includes(name)
		? 'n8n'
		: name.startsWith('paid_')
			? 'operator'
			: null;

/** Reads a value of a setting from a person's words, or from what was stored. */
export function readSetting<Name extends SettingName>(name: Name, words: string): SettingReading<Settings[Name]> {
	return settings[name].read(words);
}

/** A value as it is stored, and as a person may type it. */
export function writeSetting<Name extends SettingName>(name: Name, value: Settings[Name]): string {
	return settings[name].write(value);
}

/** Every setting, with what is not chosen at its default. */
export function withDefaults(chosen: Partial<Settings>): Settings {
	const all = settingNames.map((name) => [name, chosen[name] ?? settings[name].fallback]);
	return Object.fromEntries(all) as Settings;
}

/** Signature and hashtags, as they are below a caption. */
export function textBelow({ signature, hashtags }: Pick<Settings, 'signature' | 'hashtags'>): Formatted {
	const { text, entities } = readMarks(normaliseCaption(signature), SETTING_MARKS);
	const tags = hashtags.kind === 'list' ? hashtags.tags.join(' ') : '';
	return { text: [text, tags].filter((line) => line !== '').join('\n'), entities };
}

/** What was chosen, in the words of the settings node: laid over what is set there. The language depends on the post. */
export function forGraphs(chosen: Partial<Settings>): Readonly<Record<string, string | number | boolean>> {
	const { house_style, feeds: addresses, daily_offer, cards, brief_model, channel_about, show_sources, without_sources } = chosen;
	const below = textBelow(withDefaults(chosen));
	return {
		...(house_style === undefined ? {} : { house_style }),
		...(addresses === undefined ? {} : { feeds: addresses.join('\n') }),
		...(daily_offer === undefined ? {} : { daily_offer: daily_offer !== null, daily_hour: daily_offer ?? 0 }),
		...(cards === undefined ? {} : { cards }),
		...(below.text === '' ? {} : { units_below: unitsBelow({ below }) }),
		...(brief_model === undefined ? {} : { brief_model }),
		...(channel_about === undefined ? {} : { channel_about }),
		...(show_sources === undefined ? {} : { show_sources }),
		...(without_sources === undefined ? {} : { without_sources }),
	};
}
