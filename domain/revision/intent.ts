import { cleanCharacters } from '../caption/normalise.ts';
import { isPleasantry } from '../chat/request.ts';
import { literally } from '../text/literally.ts';
import type { Look } from '../cover/template.ts';
import { readShown } from './shown.ts';
import { readTemplate } from './template.ts';
import { asksForIllustration, asksForText } from './illustration.ts';
import { feedbackPatterns, withdrawals, type FeedbackPatterns } from '../chat/patterns.ts';
import type { Edit } from './edits.ts';

/** Why it cannot be seen what a reply asks for; its author is asked back, and nothing is paid for. */
export type WishFault = 'edit_unfinished' | 'wish_unclear';

interface Beside {
	/** Another look of the cover is wished for beside it. */
	readonly template?: Look;
	/** The post is to be shown otherwise too: the service reads how from the same words. */
	readonly shown?: true;
}

/** What a reply asks for. */
export type FeedbackIntent =
	| { readonly kind: 'cancel' }
	| { readonly kind: 'unclear'; readonly code: WishFault }
	/** Another look of the cover, and nothing else. */
	| { readonly kind: 'template'; readonly template: Look; readonly shown?: true }
	/** The picture of an earlier version, and nothing else. */
	| (Beside & { readonly kind: 'picture_before' })
	/** The post is to be shown otherwise, and nothing else. */
	| { readonly kind: 'shown' }
	/** `leftover` is what the reply says beside the replacements; it is not done, and its author is told. */
	| (Beside & { readonly kind: 'replace'; readonly edits: readonly Edit[]; readonly leftover: string; readonly picture?: string })
	| (Beside & {
			readonly kind: 'set';
			readonly title?: string;
			readonly subtitle?: string;
			readonly leftover: string;
			readonly picture?: string;
	  })
	| (Beside & { readonly kind: 'illustration'; readonly wish: string })
	/** `picture`: another illustration is wished for beside it. */
	| (Beside & { readonly kind: 'text'; readonly wish: string; readonly picture?: string });

/** Whether words say nothing but that nothing is wished for any more. They close a question, and nothing is paid for them. */
export function withdraws(said: string): boolean {
	const words =
		said
			// By itself its small letter has a dot of its own, which is no letter: “İptal”.
			.replaceAll('İ', 'i')
			.toLowerCase()
			.replaceAll('ё', 'е')
			.replaceAll('’', "'")
			.match(/[\p{L}\p{N}']+/gu) ?? [];
	if (Object.values(withdrawals).some((phrases) => phrases.includes(words.join(' ')))) return true;
	return feedbackPatterns.some(({ cancel, besideCancel }) => {
		const left = words.filter((word) => !besideCancel.includes(word)).join(' ');
		return cancel.includes(left) || cancel.includes(words.join(' '));
	});
}

/** Decides by patterns, in a fixed order; the first that matches wins. */
export function readFeedback(reply: string): FeedbackIntent {
	const text = cleanCharacters(reply).trim();
	const patterns = feedbackPatterns;
	if (withdraws(text)) return { kind: 'cancel' };
	for (const table of patterns) {
		const found = readReplacements(text, table);
		if (found !== null) return withPicture(withBeside(found, patterns), patterns);
	}
	const set = readFields(text, patterns);
	if (set !== null) return withPicture(withBeside(set, patterns), patterns);
	const shown = readShown(text, patterns);
	if (shown !== null) return withShown(shown.rest);
	const named = readTemplate(text, patterns);
	if (named !== null) return withTemplate(named.template, named.rest);
	if (saidWhole(text, ({ pictureBefore }) => pictureBefore) !== undefined) return { kind: 'picture_before' };
	const two = saidWhole(text, ({ twoPictures }) => twoPictures);
	if (two !== undefined) return { kind: 'illustration', wish: two.anotherPicture };
	if (isPleasantry(text)) return { kind: 'unclear', code: 'wish_unclear' };
	if (patterns.some((table) => isUnfinished(text, table))) return { kind: 'unclear', code: 'edit_unfinished' };
	if (!wishesPicture(text, patterns)) return { kind: 'text', wish: text };
	return wishesText(text, patterns) ? { kind: 'text', wish: text, picture: text } : { kind: 'illustration', wish: text };
}

/** Whether a reply asks for three titles, one of which a person chooses. */
export const asksForTitles = (reply: string): boolean => saidWhole(cleanCharacters(reply).trim(), ({ titles }) => titles) !== undefined;

/** The language in which a reply is one of these phrases, whatever polite words are around it. */
const saidWhole = (text: string, phrasesOf: (table: FeedbackPatterns) => readonly string[]): FeedbackPatterns | undefined =>
	feedbackPatterns.find((table) => {
		const words = (text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter((word) => !table.giving.includes(word));
		return phrasesOf(table).includes(words.join(' '));
	});

/** What is beside exact words may name a look of the cover; the exact words themselves never do. */
function withBeside(intent: FeedbackIntent, patterns: readonly FeedbackPatterns[]): FeedbackIntent {
	if (intent.kind !== 'replace' && intent.kind !== 'set') return intent;
	const shown = readShown(intent.leftover, patterns);
	const left = shown?.rest ?? intent.leftover;
	const named = readTemplate(left, patterns);
	return {
		...intent,
		leftover: named?.rest ?? left,
		...(shown === null ? {} : { shown: true }),
		...(named === null ? {} : { template: named.template }),
	};
}

/** What a reply asks for beside another way to show the post. */
function withShown(rest: string): FeedbackIntent {
	const said: FeedbackIntent = rest === '' ? { kind: 'shown' } : readFeedback(rest);
	return said.kind === 'cancel' || said.kind === 'unclear' || said.kind === 'shown' ? { kind: 'shown' } : { ...said, shown: true };
}

/** A look of the cover with what the reply asks for beside it. */
function withTemplate(template: Look, rest: string): FeedbackIntent {
	const said: FeedbackIntent = rest === '' ? { kind: 'template', template } : readFeedback(rest);
	return said.kind === 'cancel' || said.kind === 'unclear' || said.kind === 'template' || said.kind === 'shown'
		? { kind: 'template', template }
		: { ...said, template };
}

/** The same with each fragment meant in all the places where it is. */
export const everywhere = (intent: FeedbackIntent): FeedbackIntent =>
	intent.kind === 'replace' ? { ...intent, edits: intent.edits.map((edit) => ({ ...edit, everywhere: true })) } : intent;

const wishesPicture = (text: string, patterns: readonly FeedbackPatterns[]): boolean =>
	patterns.some((table) => asksForIllustration(text, table.illustration));

const wishesText = (text: string, patterns: readonly FeedbackPatterns[]): boolean =>
	patterns.some((table) => asksForText(text, table.illustration));

/** What is beside exact words may be a wish for another illustration: then both are done. */
function withPicture(intent: FeedbackIntent, patterns: readonly FeedbackPatterns[]): FeedbackIntent {
	if (intent.kind !== 'replace' && intent.kind !== 'set') return intent;
	const { leftover } = intent;
	if (!wishesPicture(leftover, patterns)) return intent;
	// A wish about the text beside it is not done, and its author is told.
	return { ...intent, picture: leftover, leftover: wishesText(leftover, patterns) ? leftover : '' };
}

const bare = (text: string): string =>
	text
		.toLowerCase()
		.replace(/(?<![\s.!])[\s.!]+$/, '')
		.replace(/\s+/g, ' ');

const anyOf = (words: readonly string[]): string => words.map(literally).join('|');

/** What quotes open and how each closes. A quote of one kind may hold quotes of another. */
const QUOTES: readonly (readonly [string, string])[] = [
	['"', '"'],
	["'", "'"],
	['“', '”'],
	['”', '”'],
	['„', '“'],
	['«', '»'],
	['‘', '’'],
	['’', '’'],
];

/** An apostrophe closes nothing: `'it's'`. */
const closing = (close: string): string => (/['’]/.test(close) ? `${close}(?![\\p{L}\\p{N}])` : close);
const inside = (open: string, close: string): string =>
	`(?:[^${open}${close}]${/['’]/.test(close) ? `|(?<=[\\p{L}\\p{N}])${close}(?=[\\p{L}\\p{N}])` : ''})*`;

const quoted = (name: string): string =>
	`(?:${QUOTES.map(([open, close], index) => `${open}(?<${name}${index}>${inside(open, close)})${closing(close)}`).join('|')})`;

const valueOf = (groups: Readonly<Record<string, string | undefined>>, name: string): string =>
	QUOTES.map((_, index) => groups[`${name}${index}`]).find((value) => value !== undefined) ?? '';

/** `replace "A" with "B"`, then more pairs with or without the verb. */
function readReplacements(text: string, table: FeedbackPatterns): FeedbackIntent | null {
	const verb = `(?:${anyOf(table.replace.verbs)})`;
	const pair = `${quoted('from')}\\s+(?:${anyOf(table.replace.prepositions)})\\s+${quoted('to')}`;
	const first = new RegExp(`(?<![\\p{L}\\p{N}])${verb}[\\s,]+(?:[\\p{L}]+[\\s,]+){0,2}${pair}`, 'iu');
	const begin = first.exec(text);
	if (begin === null) return null;
	const every = new RegExp(`(?:(?<![\\p{L}\\p{N}])${verb}[\\s,]+)?(?:(?<![\\p{L}\\p{N}])[\\p{L}]+[\\s,]+){0,2}?${pair}`, 'giu');
	const edits: Edit[] = [];
	let leftover = text.slice(0, begin.index);
	let from = begin.index;
	for (const match of text.slice(begin.index).matchAll(every)) {
		const at = begin.index + match.index;
		leftover += ` ${text.slice(from, at)}`;
		from = at + match[0].length;
		edits.push({ fragment: valueOf(match.groups ?? {}, 'from'), replacement: valueOf(match.groups ?? {}, 'to') });
	}
	return { kind: 'replace', edits, leftover: withoutFillers(`${leftover} ${text.slice(from)}`, table) };
}

/**
 * A command that breaks off: a verb alone or with a fragment and no replacement, a quotation that is not closed, or the
 * name of a field alone.
 */
function isUnfinished(text: string, table: FeedbackPatterns): boolean {
	const words = bare(text);
	if ([...table.title, ...table.subtitle, ...table.replace.verbs].includes(words)) return true;
	const preposition = `(?:${anyOf(table.replace.prepositions)})`;
	// What is quoted after a preposition is what it shall be: `change the title to "…"`.
	const verb = `(?<![\\p{L}\\p{N}])(?:${anyOf(table.replace.verbs)})[\\s,]+(?:(?!${preposition}[\\s,])[\\p{L}]+[\\s,]+){0,2}`;
	const open = QUOTES.map(([begin, close]) => `${begin}[^${begin}${close}]*`).join('|');
	const closed = QUOTES.map(([begin, close]) => `${begin}[^${begin}${close}]*${close}`).join('|');
	return new RegExp(`${verb}(?:${open}|(?:${closed})(?:\\s+${preposition}(?:\\s+(?:${open}))?)?)$`, 'iu').test(words);
}

/** What is left when polite and joining words and punctuation are taken out; empty when nothing was meant by it. */
function withoutFillers(text: string, table: FeedbackPatterns): string {
	const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? [];
	return words.every((word) => table.fillers.includes(word.toLowerCase())) ? '' : text.replace(/\s+/g, ' ').trim();
}

/** `title: …` and `subtitle: …`, each on its own line. An empty subtitle removes it. */
function readFields(text: string, patterns: readonly FeedbackPatterns[]): FeedbackIntent | null {
	const titles = patterns.flatMap((table) => table.title);
	const subtitles = patterns.flatMap((table) => table.subtitle);
	const found: { title?: string; subtitle?: string } = {};
	const leftover: string[] = [];
	for (const row of text.split(/[\n\u2028\u2029]/)) {
		const colon = row.search(/[:：]/);
		const name = row.slice(0, Math.max(colon, 0)).trim().toLowerCase().replace(/\s+/g, ' ');
		const value = row.slice(colon + 1).trim();
		if (titles.includes(name)) found.title = value;
		else if (subtitles.includes(name)) found.subtitle = value;
		else if (row.trim() !== '') leftover.push(row.trim());
	}
	return found.title === undefined && found.subtitle === undefined ? null : { kind: 'set', ...found, leftover: leftover.join('\n') };
}
