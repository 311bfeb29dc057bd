/** The brief: what a message in free words asks for, as an AI understood it, and what a post may rest on. It creates no right. */
import { readAnswer, type Answer } from '../ai/responses.ts';
import { strictObject } from '../ai/schema.ts';
import { grounds, type PostBrief } from '../caption/ground.ts';
import { normaliseCaption } from '../caption/normalise.ts';
import {
	MAX_BRIEF_POSTS,
	MAX_BRIEF_QUERIES,
	MAX_BRIEF_QUERY_UNITS,
	MAX_BRIEF_SUBJECT_UNITS,
	MAX_BRIEF_WISH_UNITS,
	MAX_BRIEF_WISHES,
	MAX_GIVEN_PASSAGES,
	MAX_RAW_BRIEF_UNITS,
	MAX_REQUEST_UNITS,
} from '../limits.ts';
import { LONGEST_PLAN_DAYS } from '../schedule/when.ts';
import { DAY_MS, momentOf } from '../schedule/zone.ts';
import { settingNames, type SettingName } from '../settings/settings.ts';
import { topics, type Topic } from './topics.ts';

export const briefKinds = ['posts', 'change', 'question', 'order', 'chat', 'withdraw', 'unsure'] as const;
export type BriefKind = (typeof briefKinds)[number];

export const orders = [
	...(['publish', 'plan', 'take_down', 'correct', 'show', 'status', 'settings', 'picture', 'people'] as const),
	...(['elsewhere', 'unknown'] as const),
] as const;
export type OrderName = (typeof orders)[number];

export interface Order {
	readonly do: OrderName;
	readonly draft: number | null;
	/** In milliseconds since 1970. */
	readonly at_ms: number | null;
	readonly setting: SettingName | null;
}

export interface Brief {
	readonly kind: BriefKind;
	readonly posts: readonly PostBrief[];
	/** The number of the draft that should become otherwise. */
	readonly change: number | null;
	readonly order: Order | null;
	/** What a question is about; null: nothing that the desk can answer. */
	readonly topic: Topic | null;
	/** What a question about earlier posts names; empty: any of them. */
	readonly about: string;
}

/** What a brief is held against. */
export interface BriefGround {
	readonly message: string;
	/** The numbers of the drafts that the AI was told of. */
	readonly drafts: readonly number[];
	readonly nowMs: number;
	readonly zone: string;
	/** Where the brief names no language: the setting, else that of the message. */
	readonly language: string;
}

const NONE = 'none';
const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const whole = { type: 'integer' } as const;
const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values }) as const;

export const BRIEF_SCHEMA_NAME = 'copydesk_brief';
export const briefSchema = strictObject({
	kind: oneOf(briefKinds),
	posts: {
		type: 'array',
		items: strictObject({ subject: text, language: text, wishes: texts, given: texts, rests_on: oneOf(grounds), queries: texts }),
	},
	change: whole,
	order: strictObject({ do: oneOf([NONE, ...orders]), draft: whole, when: text, setting: oneOf([NONE, ...settingNames]) }),
	topic: oneOf([NONE, ...topics]),
	about: text,
});

/** The answer as its schema has it: 0, `none` and an empty text stand for nothing. */
export interface RawBrief {
	readonly kind: BriefKind;
	readonly posts: readonly PostBrief[];
	readonly change: number;
	readonly order: { readonly do: OrderName | typeof NONE; readonly draft: number; readonly when: string; readonly setting: string };
	readonly topic: Topic | typeof NONE;
	readonly about: string;
}

/** Reads a brief strictly. @returns it as the AI wrote it, to be held against the message by the service */
export function readBrief(answer: unknown): { readonly ok: true; readonly raw: RawBrief } | Exclude<Answer, { readonly ok: true }> {
	const read = readAnswer(answer, briefSchema);
	return read.ok ? { ok: true, raw: bounded(read.value as RawBrief) } : read;
}

/** As much of it as a service takes; what is left out would not be used. */
function bounded({ posts, about, order, change, ...rest }: RawBrief): RawBrief {
	const short = (said: string) => said.slice(0, MAX_RAW_BRIEF_UNITS).toWellFormed();
	const list = (said: readonly string[], most: number, units: number) => said.filter((each) => each.length <= units).slice(0, most);
	return {
		...rest,
		posts: posts.slice(0, MAX_BRIEF_POSTS).map(({ subject, language, wishes, given, rests_on, queries }) => ({
			...{ subject: short(subject), language: short(language), rests_on },
			wishes: list(wishes, 2 * MAX_BRIEF_WISHES, MAX_RAW_BRIEF_UNITS),
			given: list(given, MAX_GIVEN_PASSAGES, MAX_REQUEST_UNITS),
			queries: list(queries, 2 * MAX_BRIEF_QUERIES, MAX_RAW_BRIEF_UNITS),
		})),
		change: Math.max(0, change),
		order: { ...order, draft: Math.max(0, order.draft), when: short(order.when) },
		about: short(about),
	};
}

/** Holds a brief against its message: what it may not say is dropped, and what is left decides. */
export function heldAgainst(raw: RawBrief, ground: BriefGround): Brief {
	const posts = raw.posts.flatMap((post) => postOf(post, ground) ?? []).slice(0, MAX_BRIEF_POSTS);
	const draft = (number: number): number | null => (ground.drafts.includes(number) ? number : null);
	const named = settingNames.find((name) => name === raw.order.setting) ?? null;
	const order =
		raw.order.do === NONE
			? null
			: { do: raw.order.do, draft: draft(raw.order.draft), at_ms: momentNamed(raw.order.when, ground), setting: named };
	const brief = {
		posts,
		change: draft(raw.change),
		order,
		topic: raw.topic === NONE ? null : raw.topic,
		about: oneLine(raw.about, MAX_BRIEF_QUERY_UNITS),
	};
	return { kind: kindOf(raw.kind, brief), ...brief };
}

/** A kind without what belongs to it is one that the desk asks about. */
function kindOf(kind: BriefKind, { posts, order }: Pick<Brief, 'posts' | 'order'>): BriefKind {
	if (kind === 'posts') return posts.length === 0 ? 'unsure' : 'posts';
	return kind === 'order' && order === null ? 'unsure' : kind;
}

/** Whole or not at all: a text that is too long is no wish and no query. */
const oneLine = (said: string, most: number): string => {
	const line = normaliseCaption(said).replace(/\s+/gu, ' ').trim();
	return line.length <= most ? line : '';
};
const lines = (said: readonly string[], most: number, units: number): readonly string[] =>
	[...new Set(said.map((each) => oneLine(each, units)))].filter((each) => each !== '').slice(0, most);

function postOf(raw: PostBrief, { message, language }: BriefGround): PostBrief | null {
	const given = passagesOf(raw.given, message);
	const subject = shortened(oneLine(raw.subject, message.length + MAX_BRIEF_SUBJECT_UNITS)) || shortened(given[0] ?? '');
	if (subject === '') return null;
	// Without a passage there is nothing that a post could rest on but what is known.
	const rests_on = raw.rests_on === 'given' && given.length === 0 ? 'knowledge' : raw.rests_on;
	const isSearched = rests_on === 'knowledge' || rests_on === 'news';
	const queries = isSearched ? lines(raw.queries, MAX_BRIEF_QUERIES, MAX_BRIEF_QUERY_UNITS) : [];
	return {
		subject,
		language: tagOf(raw.language) ?? language,
		wishes: lines(raw.wishes, MAX_BRIEF_WISHES, MAX_BRIEF_WISH_UNITS),
		given,
		rests_on,
		queries: isSearched && queries.length === 0 ? [subject] : queries,
	};
}

/** A subject is the desk's own name for a post, so it may be cut at a word. */
function shortened(subject: string): string {
	if (subject.length <= MAX_BRIEF_SUBJECT_UNITS) return subject;
	const cut = subject.slice(0, MAX_BRIEF_SUBJECT_UNITS);
	const space = cut.lastIndexOf(' ');
	return (space > 0 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/u, '')).trim();
}

const folded = (said: string): string => said.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** The passages that the message has letter by letter, white space aside; what is within another one is said already. */
function passagesOf(said: readonly string[], message: string): readonly string[] {
	const whole = folded(message);
	const found = [...new Set(said.map(folded))].filter((passage) => /[\p{L}\p{N}]/u.test(passage) && whole.includes(passage));
	return found.filter((passage) => !found.some((other) => other !== passage && other.includes(passage))).slice(0, MAX_GIVEN_PASSAGES);
}

/** A tag that names a language, in its one spelling; null for any other word. */
export function tagOf(said: string): string | null {
	try {
		const [tag] = Intl.getCanonicalLocales(said.trim());
		if (tag === undefined) return null;
		const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
		return name === undefined ? null : tag;
	} catch {
		return null;
	}
}

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::00)?$/;

/** The moment of a local time, if it is still to come and near enough for a plan. */
function momentNamed(said: string, { nowMs, zone }: BriefGround): number | null {
	const [, ...parts] = LOCAL_TIME.exec(said.trim()) ?? [];
	if (parts.length === 0) return null;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
	const atMs = momentOf({ year, month, day, hour, minute }, zone);
	return atMs === undefined || atMs <= nowMs || atMs > nowMs + LONGEST_PLAN_DAYS * DAY_MS ? null : atMs;
}
