/**
 * Answers of a language model that saw nothing but the desk's prompts, one prompt after the other: `brief.jsonl` (100 requests and 100
 * other messages in eight languages) and `texts.jsonl` (the text of 32 of the requests, and the verdict on it). The first line of each
 * says when they were recorded, and with which prompts; an answer to another prompt measures nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BRIEF_INSTRUCTIONS } from '../../../domain/brief/request.ts';
import { heldAgainst, readBrief } from '../../../domain/brief/brief.ts';
import { consequenceOf } from '../../../domain/brief/follow.ts';
import { firstTextRequest, parsePostText, sourcesOfBrief } from '../../../domain/ai/post.ts';
import { DEFAULT_MODELS } from '../../../domain/ai/models.ts';
import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { buildCaption } from '../../../domain/caption/caption.ts';
import type { KeptBrief, PostBrief } from '../../../domain/caption/ground.ts';
import type { CheckMaterial } from '../../../domain/check/material.ts';
import { beginCheck, finishCheck, repairText, takeVerdict } from '../../../domain/check/outcome.ts';
import { verdictRequest } from '../../../domain/check/verdict.ts';
import { anAnswer } from '../../support/answers.ts';

/** On requests that the prompts were not written on. */
export const AIMS = { askedBack: 2, drafted: 0, previews: 0.97, gutted: 0, unsupported: 0.02 };

interface Head {
	readonly recorded: string;
	/** Of the instructions. */
	readonly prompt: string;
}

interface Understood {
	readonly id: string;
	/** Of its post, or of the message. */
	readonly language: string;
	/** What a person says that the message is. */
	readonly meant: string;
	readonly message: string;
	/** The desk has the two drafts below. */
	readonly drafts?: true;
	/** As it was answered, without what says nothing. */
	readonly answer: object;
}

interface Written {
	readonly id: string;
	readonly text: object;
	readonly verdict: object;
	/** What a reader who saw the text and its sources alone counted. */
	readonly claims?: { readonly all: number; readonly unsupported: readonly string[] };
}

function linesOf<Line>(step: 'brief' | 'texts'): { readonly head: Head; readonly lines: readonly Line[] } {
	const [head = '{}', ...lines] = readFileSync(new URL(`${step}.jsonl`, import.meta.url), 'utf8')
		.trim()
		.split('\n');
	return { head: JSON.parse(head) as Head, lines: lines.map((line) => JSON.parse(line) as Line) };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const ZONE = 'UTC';
const NOW_MS = Date.UTC(2026, 10, 27, 10, 15);
const TODAY = '2026-11-27, Friday';
const DRAFTS = [
	{ number: 9, draft_key: 'p9', version: 1, state: 'ready' },
	{ number: 8, draft_key: 'p8', version: 1, state: 'published' },
];
const order = { do: 'none', draft: 0, when: '', setting: 'none' };
const NOTHING = { posts: [], change: 0, topic: 'none', about: '' };

/** What the desk makes of a recorded brief. */
function follow({ message, language, drafts, answer }: Understood) {
	const given = answer as { order?: object };
	const read = readBrief(anAnswer({ ...NOTHING, ...given, order: { ...order, ...given.order } }));
	if (!read.ok) return null;
	const known = drafts === true ? DRAFTS : [];
	const ground = { message, drafts: known.map(({ number }) => number), nowMs: NOW_MS, zone: ZONE, language };
	const brief = heldAgainst(read.raw, ground);
	return { brief, next: consequenceOf(brief, { open: null, drafts: known, isInsisted: false, isWeek: false }) };
}

const ASKS_BACK: readonly string[] = ['unsure', 'ask_which', 'ask_change'];
const DRAFT: readonly string[] = ['post', 'several'];

export interface Briefs {
	readonly head: Head;
	readonly promptNow: string;
	readonly requests: number;
	readonly others: number;
	/** Requests that are asked back, or taken for something else. */
	readonly askedBack: readonly string[];
	/** Other messages that become drafts. */
	readonly drafted: readonly string[];
	/** Requests whose post is in another language than a person says. */
	readonly otherLanguage: readonly string[];
	/** Others of another kind than a person says. */
	readonly otherKind: readonly string[];
	readonly unread: readonly string[];
}

export function measureBriefs(): Briefs {
	const { head, lines } = linesOf<Understood>('brief');
	const all = lines.map((line) => ({ line, found: follow(line) }));
	const named = (those: typeof all): readonly string[] =>
		those.map(({ line, found }) => `${line.id} ${line.message} [${found?.next.kind}]`);
	const isRequest = ({ line }: (typeof all)[number]): boolean => line.meant === 'posts';
	const kind = ({ found }: (typeof all)[number]): string => found?.next.kind ?? 'unread';
	const [requests, others] = [all.filter(isRequest), all.filter((each) => !isRequest(each))];
	const ofLanguage = ({ line, found }: (typeof all)[number]): boolean =>
		found?.brief.posts.every(({ language }) => language.split('-')[0] === line.language) ?? false;
	return {
		...{ head, promptNow: sha256(BRIEF_INSTRUCTIONS), requests: requests.length, others: others.length },
		askedBack: named(requests.filter((each) => ASKS_BACK.includes(kind(each)) || !DRAFT.includes(kind(each)))),
		drafted: named(others.filter((each) => DRAFT.includes(kind(each)))),
		otherLanguage: named(requests.filter((each) => !ofLanguage(each))),
		otherKind: named(others.filter(({ line, found }) => found?.brief.kind !== line.meant)),
		unread: named(all.filter(({ found }) => found === null)),
	};
}

export interface Texts {
	readonly head: Head;
	readonly promptNow: string;
	readonly all: number;
	readonly previews: number;
	readonly stopped: readonly string[];
	/** Bodies that lose more than a fifth by the repair. */
	readonly gutted: readonly string[];
	readonly repaired: number;
	readonly claims: number;
	readonly unsupported: readonly string[];
}

const SETTINGS = { ...PROMPTS, house_style: '', text_model: DEFAULT_MODELS.text, image_model: '' };

/** What text and check were asked, without what is different for each post. */
const kept = ({ given: _given, ...post }: PostBrief): KeptBrief => ({ ...post, today: TODAY });

export function measureTexts(): Texts {
	const { head, lines } = linesOf<Written>('texts');
	const briefs = new Map(linesOf<Understood>('brief').lines.map((line) => [line.id, line]));
	const [stopped, gutted]: [string[], string[]] = [[], []];
	let [previews, repaired] = [0, 0];
	const prompts = new Set<string>();
	for (const { id, text, verdict } of lines) {
		const asked = briefs.get(id);
		const post = asked === undefined ? undefined : follow(asked)?.brief.posts[0];
		if (asked === undefined || post === undefined) throw new Error(`${id}: no brief of it was recorded`);
		const subject = { request: asked.message, link: null, ...sourcesOfBrief(post, asked.message), brief: kept(post) };
		const settings = { ...SETTINGS, language: post.language };
		const known = [asked.message, ...subject.facts.map((fact) => fact.text)];
		const written = parsePostText(anAnswer(text), null, 'en', known, post.language);
		prompts.add(withoutLanguage(firstTextRequest(subject, settings).instructions));
		if (written.kind !== 'written') {
			stopped.push(`${id}: ${written.kind === 'refused' ? written.code : written.kind}`);
			continue;
		}
		const { title, subtitle, body } = written.post;
		const about = { kind: 'post', link: null, item_link: null, language: post.language, edit_scope: null } as const;
		const material: CheckMaterial = { ...subject, ...about, title, subtitle, body, caption: buildCaption(body, null, 'en') };
		prompts.add(withoutLanguage(verdictRequest(material, settings).instructions));
		const progress = takeVerdict(beginCheck(material, known), anAnswer(verdict));
		const after = progress.repair_needed ? repairText(material, progress, 'en') : { material, progress };
		if (after.progress.repaired) repaired += 1;
		if (after.material.body.length < body.length * 0.8) gutted.push(id);
		const { outcome } = finishCheck(after.material, after.progress.repaired ? { ...after.progress, passed: true } : after.progress);
		if (outcome === 'verified') previews += 1;
		else stopped.push(`${id}: ${after.progress.ground_error ?? outcome}`);
	}
	const counted = lines.flatMap(({ id, claims }) => (claims === undefined ? [] : [{ id, ...claims }]));
	return {
		...{ head, promptNow: sha256([...prompts].sort().join('\n\n')), all: lines.length, previews, stopped, gutted, repaired },
		claims: counted.reduce((sum, { all }) => sum + all, 0),
		unsupported: counted.flatMap(({ id, unsupported }) => unsupported.map((claim) => `${id}: ${claim}`)),
	};
}

/** The lines that name the language of a post, or the letters of its cover, are another one each time. */
const withoutLanguage = (instructions: string): string =>
	instructions
		.split('\n')
		.filter((line) => !/^(?:The post is in |Write in the language |Title, subtitle and category go )/.test(line))
		.join('\n');
