/** The language of a post, found before anything is paid for: the one that a person names, else the one of the text. */
import { makesRequest } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { requestedLanguage } from '@copydesk/domain/languages/requestedLanguage';
import { postLanguages } from '@copydesk/domain/languages/names';
import { LATIN, lettersOf } from '@copydesk/domain/languages/scripts';
import { AUTO } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import type eld from 'eld/extrasmall';
import { findMaterial, latestVersion } from '../materials/read.ts';
import { findItem } from '../news/items.ts';

/** `is_certain`: a person asked for it, or the draft is already in it, so the desk's setting does not count. */
export interface PostLanguage {
	readonly tag: string;
	readonly is_certain: boolean;
}

const CYRILLIC = /\p{Script=Cyrillic}/gu;
/** A text with fewer letters shows no language. */
const FEWEST_LETTERS = 10;
/** Similar languages have similar scores on a short text. Then the person's language decides. */
const TOO_CLOSE = 0.03;

type Detect = (typeof eld)['detect'];

let detector: Promise<Detect> | undefined;

/** The detector's tables take 90 MB of memory, so they are loaded when first needed. */
function loadDetector(): Promise<Detect> {
	detector ??= import('eld/extrasmall').then(({ default: eld }) => {
		eld.setLanguageSubset(postLanguages.map((tag) => (tag === 'nb' ? 'no' : tag)));
		return (text: string) => eld.detect(text);
	});
	return detector;
}

/** The text without names in another script: the words in lower case show which script is its own. */
function inItsScript(text: string): string {
	const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
	const isOf = (word: string, script: RegExp) => (word.match(script)?.length ?? 0) > 0;
	const cyrillic = words.filter((word) => isOf(word, CYRILLIC));
	if (cyrillic.length === 0 || cyrillic.length === words.length) return text;
	const latin = words.filter((word) => isOf(word, LATIN));
	const common = (all: readonly string[]) => all.filter((word) => word === word.toLowerCase()).length;
	return (common(cyrillic) >= common(latin) ? cyrillic : latin).join(' ');
}

/** @param fallback the person's language, used if the text is too short or unclear */
export async function languageOfText(written: string, fallback: string): Promise<string> {
	const text = inItsScript(written);
	const letters = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
	const isInScript = (tag: string) => letters(lettersOf(tag) ?? LATIN) * 2 > letters(/\p{L}/gu);
	if (letters(/\p{L}/gu) < FEWEST_LETTERS && isInScript(fallback)) return fallback;
	const found = (await loadDetector())(text);
	const scores = Object.entries(found.getScores()).map(([tag, score]) => [tag === 'no' ? 'nb' : tag, score] as const);
	const best = Math.max(0, ...scores.map(([, score]) => score));
	const likely = scores.filter(([tag, score]) => score >= best - TOO_CLOSE && isInScript(tag)).map(([tag]) => tag);
	if (likely.includes(fallback)) return fallback;
	return (found.isReliable() ? likely[0] : undefined) ?? ['en', 'ru', fallback].find(isInScript) ?? fallback;
}

/** The draft that words are about. */
interface About {
	/** Words that may name a language. */
	readonly words: string | null;
	readonly draft: { readonly draft_key: string; readonly version: number | null } | null;
	readonly item: { readonly batch_key: string; readonly item: number } | null;
}

function aboutOf(intent: Intent): About | null {
	const none: About = { words: null, draft: null, item: null };
	switch (intent.kind) {
		case 'post_request':
			return { ...none, words: intent.text };
		case 'feedback_reply':
			return { ...none, words: intent.text, draft: intent };
		case 'callback':
			if (makesRequest(intent.action)) return { ...none, words: intent.text ?? null };
			if (intent.action === 'read_link') return none;
			if (intent.action === 'take' && intent.item !== undefined)
				return { ...none, item: { batch_key: intent.draft_key, item: intent.item } };
			return ['resume', 'retry', 'from_memory', 'vouch', 'write_anew', 'everywhere'].includes(intent.action)
				? { ...none, draft: intent }
				: null;
		case 'command':
			if (intent.name === 'resume') return { ...none, draft: { draft_key: intent.args.draft_id, version: intent.args.version } };
			return intent.name === 'news' ? none : null;
		default:
			return null;
	}
}

/** The language of the post that an event writes; null for an event that writes none. */
export async function postLanguageOf(db: Database, intent: Intent, spoken: string): Promise<PostLanguage | null> {
	if ('brief' in intent && intent.brief !== undefined) return { tag: intent.brief.language, is_certain: true };
	const about = aboutOf(intent);
	if (about === null) return null;
	const asked = about.words === null ? null : requestedLanguage(about.words);
	if (asked !== null) return { tag: asked, is_certain: true };
	if (about.draft !== null) return languageOfDraft(db, about.draft.draft_key, spoken);
	if (about.item !== null) {
		const item = await findItem(db, about.item);
		return { tag: item === undefined ? spoken : await languageOfText(`${item.title}. ${item.angle}`, spoken), is_certain: false };
	}
	return { tag: about.words === null ? spoken : await languageOfText(about.words, spoken), is_certain: false };
}

/** The language of a draft: that of its text, else that of its request. */
export async function languageOfDraft(db: Database, draftKey: string, spoken: string): Promise<PostLanguage> {
	const written = (version: number) => findMaterial(db, draftKey, version);
	const latest = await latestVersion(db, draftKey);
	const bodies = [(await written(latest))?.body, (await written(latest - 1))?.body];
	const body = bodies.find((each) => each !== undefined && each !== null && each !== '');
	if (body !== undefined && body !== null) return { tag: await languageOfText(body, spoken), is_certain: true };
	const first = await written(1);
	if (first !== undefined && first.brief !== null) return { tag: first.brief.language, is_certain: true };
	const request = first?.request ?? '';
	const asked = requestedLanguage(request);
	return asked === null ? { tag: await languageOfText(request, spoken), is_certain: false } : { tag: asked, is_certain: true };
}

/** The language setting for the graphs if the owner set one in chat. @param chosen undefined: the settings node decides */
export function chosenLanguage(chosen: string | undefined, post: PostLanguage | null, spoken: string): { readonly language?: string } {
	if (chosen === undefined) return {};
	if (post?.is_certain === true) return { language: post.tag };
	return { language: chosen === AUTO ? (post?.tag ?? spoken) : chosen };
}
