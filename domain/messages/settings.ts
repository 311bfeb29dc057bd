/** The settings as a person reads them: all of them, one of them, and what became of a change. */
import { defaultTemplate } from '../cover/template.ts';
import type { Buttons } from '../chat/callback.ts';
import { languages } from '../language.ts';
import { languageName, postLanguages } from '../languages/names.ts';
import type { SettingProblem } from '../settings/readers.ts';
import {
	groupNames,
	groupOf,
	isSettingName,
	readSetting,
	settingGroups,
	settings,
	settingNames,
	settledElsewhere,
	writeSetting,
} from '../settings/settings.ts';
import type { SettingGroup, SettingName, Settings } from '../settings/settings.ts';
import { WEEKDAYS } from '../schedule/slots.ts';
import { plain } from '../text/plain.ts';
import { shorten } from '../text/shorten.ts';
import { messagesIn, ownNameOf } from './catalogue.ts';
import type { Messages } from './messages.ts';
import type { Saying } from './sentences.ts';

/** Longest value in a list of settings, and on the page of its own, in UTF-16 units. */
const MAX_LISTED_UNITS = 120;
const MAX_SHOWN_UNITS = 3_000;

/** What a setting is set to; undefined: nobody set it in chat. @param operator what the operator set it to, if anything */
export function settingText<Name extends SettingName>(
	messages: Messages,
	name: Name,
	value: Settings[Name] | undefined,
	operator?: string,
): string {
	const elsewhere = settledElsewhere(name);
	if (value === undefined && elsewhere !== null) return messages.settings.elsewhere[elsewhere]({ value: operator ?? null });
	const text = choiceText(messages, name, writeSetting(name, value ?? settings[name].fallback));
	const isAbove = operator !== undefined && Number(value) > Number(operator);
	return isAbove ? messages.settings.bounded({ value: text, most: operator }) : text;
}

/** One value as it is written: a word of the reader's language where there is one. */
export function choiceText({ settings: words, locale }: Messages, name: SettingName, written: string): string {
	const named = words.values[`${name}:${written}`] ?? words.values[written];
	if (named !== undefined && named !== '') return named;
	if (name === 'slots') return written.replace(/[a-z]+/g, (day) => words.weekdays[WEEKDAYS.indexOf(day)] ?? day);
	return name === 'language' && (postLanguages as readonly string[]).includes(written) ? languageName(written, locale) : written;
}

/** Reads a value as people type it: also by the word that a language shows for it. */
export function readTyped<Name extends SettingName>(name: Name, typed: string): ReturnType<typeof readSetting<Name>> {
	const values = [...(settings[name].choices ?? []), writeSetting(name, settings[name].fallback)];
	const isShown = (value: string) => languages.some((language) => plain(choiceText(messagesIn(language), name, value)) === plain(typed));
	return readSetting(name, values.find(isShown) ?? typed);
}

/** Why words are no value of a setting, and what was expected. */
export function settingProblemText(messages: Messages, name: SettingName, problem: SettingProblem): string {
	const shown =
		problem.kind === 'choice' ? { ...problem, choices: problem.choices.map((each) => choiceText(messages, name, each)) } : problem;
	const say = messages.settings.problems[problem.kind] as (problem: SettingProblem) => string;
	return say(shown);
}

/** What was set in chat, and whether the reader may change it. */
export interface SettingsSeen {
	readonly chosen: Partial<Settings>;
	readonly mayChange: boolean;
	/** What the operator set, by name. */
	readonly operator?: Partial<Readonly<Record<SettingName, string>>>;
	readonly zone: string;
	/** What new covers wear. */
	readonly brand?: BrandSeen | null;
}

interface BrandSeen {
	readonly name: string;
	readonly panel: string;
	readonly accent: string;
	readonly font: string | null;
}

/** The setting that words begin with, by its name in any language, and what follows it. */
export function settingNamed(words: string): { readonly name: SettingName; readonly value: string } | null {
	const said = words.trim().toLowerCase();
	for (const name of settingNames.filter((each) => groupOf(each) !== undefined)) {
		const called = [
			name,
			name.replaceAll('_', ' '),
			...languages.map((language) => messagesIn(language).settings.names[name].toLowerCase()),
		];
		const begins = called.filter((each) => said === each || said.startsWith(`${each} `) || said.startsWith(`${each}:`));
		const longest = Math.max(0, ...begins.map((each) => each.length));
		if (longest > 0)
			return {
				name,
				value: words
					.trim()
					.slice(longest)
					.replace(/^[:\s]+/, ''),
			};
	}
	return null;
}

/** Two buttons a row: a phone clips more. */
const inPairs = (buttons: Buttons[number]): Buttons =>
	buttons.flatMap((_, index) => (index % 2 === 0 ? [buttons.slice(index, index + 2)] : []));

/** All settings, group by group. */
export function settingsSaying(messages: Messages, seen: SettingsSeen): Saying {
	const { mayChange, zone } = seen;
	const { title, groups, choose, ownersOnly } = messages.settings;
	const parts = groupNames.map((group) => `${groups[group]}\n${listText(messages, group, seen)}`);
	return {
		text: [`${title}\n${messages.settings.zone({ zone })}`, ...parts, mayChange ? choose : ownersOnly].join('\n\n'),
		buttons: mayChange ? inPairs(groupNames.map((group) => ({ action: 'settings', draft_key: group, version: 1 }))) : null,
	};
}

/** What a setting is set to; the template of covers also depends on whether there is a brand. */
const valueOf = <Name extends SettingName>(name: Name, { chosen, brand = null }: SettingsSeen): Settings[Name] | undefined =>
	name === 'template' ? ((chosen.template ?? defaultTemplate(brand !== null)) as Settings[Name]) : chosen[name];

function listText(messages: Messages, group: SettingGroup, seen: SettingsSeen): string {
	const line = (name: SettingName) => {
		const value = settingText(messages, name, valueOf(name, seen), seen.operator?.[name]).replace(/\s+/g, ' ');
		return `• ${messages.settings.names[name]}: ${shorten(value, MAX_LISTED_UNITS)}`;
	};
	const { brand = null } = seen;
	const lines = settingGroups[group].map(line);
	return [...lines, ...(group === 'look' && brand !== null ? [brandLine(messages, brand)] : [])].join('\n');
}

const brandLine = ({ settings: { brand } }: Messages, { name, panel, accent, font }: BrandSeen): string =>
	`• ${brand}: ${[name, ...[panel, accent].map(noHashtag), font ?? DEFAULT_FONT].filter((part) => part !== '').join(', ')}`;

/** The messenger would make a hashtag of `#fef4ea`. */
const noHashtag = (colour: string): string => colour.replace('#', '').toUpperCase();

/** Sets titles if the brand names no other. */
const DEFAULT_FONT = 'Source Serif';

/** The settings of one group, each with a button. */
export function groupSaying(messages: Messages, group: SettingGroup, seen: SettingsSeen): Saying {
	const { mayChange } = seen;
	const { groups, choose, ownersOnly } = messages.settings;
	return {
		text: [
			groups[group],
			listText(messages, group, seen),
			...(mayChange ? [...(group === 'look' ? [messages.logo.hint] : []), choose] : [ownersOnly]),
		].join('\n\n'),
		buttons: mayChange ? settingGroups[group].map((name) => [{ action: 'setting', draft_key: name, version: 1 }]) : null,
	};
}

/** One setting, with its values to press. */
export function settingSaying(messages: Messages, name: SettingName, seen: SettingsSeen): Saying {
	const { chosen, mayChange, operator } = seen;
	const { names, about, page, askChoice, askWords, ownersOnly } = messages.settings;
	const value = shorten(settingText(messages, name, valueOf(name, seen), operator?.[name]), MAX_SHOWN_UNITS);
	const rows = mayChange ? choiceRows(name, chosen) : [];
	const ask = !mayChange ? ownersOnly : (settings[name].choices ?? []).length > 0 ? askChoice : askWords;
	return {
		text: [page({ name: names[name], about: about[name], value }), ask].join('\n\n'),
		buttons: rows.length === 0 ? null : rows,
	};
}

/** More is a heap of buttons: the rest is typed. */
const MAX_CHOICES = 10;

function choiceRows(name: SettingName, chosen: Partial<Settings>): Buttons {
	const choices = (settings[name].choices ?? []).slice(0, MAX_CHOICES);
	const values = choices.map((_, index) => ({ action: 'set' as const, draft_key: name, version: index + 1 }));
	const rows = inPairs(values);
	return chosen[name] === undefined ? rows : [...rows, [{ action: 'unset', draft_key: name, version: 1 }]];
}

/** What became of a change: the value that is set from now on, or why the words are none. */
export function changeSaying(messages: Messages, name: SettingName, words: string | null, { mayChange, operator }: SettingsSeen): Saying {
	const { names, saved, notSaved, ownersOnly } = messages.settings;
	if (!mayChange) return { text: ownersOnly, buttons: null };
	const reading = words === null ? { ok: true as const, value: undefined } : readTyped(name, words);
	if (!reading.ok)
		return { text: notSaved({ name: names[name], problem: settingProblemText(messages, name, reading.problem) }), buttons: null };
	const value = shorten(settingText(messages, name, reading.value, operator?.[name]), MAX_SHOWN_UNITS);
	const group = groupOf(name);
	return {
		text: saved({ name: names[name], value }),
		buttons: group === undefined ? null : [[{ action: 'settings', draft_key: group, version: 1 }]],
	};
}

/** What a button of the panel says; null for any other button. */
export function panelButtonText(messages: Messages, { action, draft_key: key, version }: Buttons[number][number]): string | null {
	switch (action) {
		case 'settings':
			return Object.hasOwn(settingGroups, key) ? `⚙️ ${messages.settings.groups[key as SettingGroup]}` : messages.buttons.settings;
		case 'setting':
			return isSettingName(key) ? messages.settings.names[key] : messages.buttons.setting;
		case 'set': {
			const written = isSettingName(key) ? settings[key].choices?.[version - 1] : undefined;
			return isSettingName(key) && written !== undefined ? choiceText(messages, key, written) : messages.buttons.set;
		}
		case 'unset':
			return messages.buttons.unset;
		case 'speak': {
			const language = languages.find((each) => each === key);
			return language === undefined ? messages.buttons.speak : ownNameOf(language);
		}
		case 'page':
			return messages.buttons.page;
		default:
			return null;
	}
}
