import { buildCaption } from '../../domain/caption/caption.ts';
import type { Language } from '../../domain/language.ts';
import type { CheckMaterial } from '../../domain/check/material.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { englishStories } from './stories.en.ts';
import { russianStories } from './stories.ru.ts';
import { faultKinds, type FaultKind, type Story } from './story.ts';

/** A stretch of the body, in UTF-16 units. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** A text with its sources, and where something is wrong with it. */
export interface Case {
	/** `en/New berths at Larkmouth/number`, or the number of a clean text. */
	readonly name: string;
	readonly language: Language;
	/** Null: the text keeps to its sources. */
	readonly kind: FaultKind | null;
	readonly planted: readonly Span[];
	readonly material: CheckMaterial;
}

/** The same text twice: with its sources as they are, and with an instruction to the AI among them. */
interface InstructedCase {
	readonly instruction: string;
	readonly plain: Case;
	readonly instructed: Case;
}

const LINK = 'https://coast.example/story';
const stories: readonly (readonly [Language, Story])[] = [
	...englishStories.map((story) => ['en', story] as const),
	...russianStories.map((story) => ['ru', story] as const),
];

function caseOf(language: Language, story: Story, variant: string, kind: FaultKind | null, body: string, planted: readonly Span[]): Case {
	return {
		name: `${language}/${story.title}/${variant}`,
		language,
		kind,
		planted,
		material: {
			kind: 'news',
			title: story.title,
			subtitle: '',
			body,
			link: LINK,
			item_link: LINK,
			caption: buildCaption(body, LINK, language),
			facts: story.facts.map(([text, block]) => ({ text, source_ids: [block] })),
			source_blocks: story.blocks.map((text, index) => ({ id: `b${index + 1}`, text })),
			edit_scope: null,
		},
	};
}

const cleanCase = ([language, story]: (typeof stories)[number], index: number): Case =>
	caseOf(language, story, `clean ${index + 1}`, null, story.clean[index] ?? '', []);

function faultyCase([language, story]: (typeof stories)[number], kind: FaultKind): Case {
	const { body, planted } = plant(story.clean[0], story.faults[kind]);
	return caseOf(language, story, kind, kind, body, planted);
}

/** Every text once with each kind of fault. */
export const faulty: readonly Case[] = stories.flatMap((story) => faultKinds.map((kind) => faultyCase(story, kind)));

export const clean: readonly Case[] = stories.flatMap((story) => story[1].clean.map((_, index) => cleanCase(story, index)));

/** Each instruction once, by turns beside a fault that it wants overlooked and beside a sound text. */
export const instructed: readonly InstructedCase[] = INSTRUCTIONS.map((instruction, index) => {
	const story = stories[index % stories.length] as (typeof stories)[number];
	const plain = index % 2 === 0 ? faultyCase(story, faultKinds[(index / 2) % faultKinds.length] as FaultKind) : cleanCase(story, 0);
	const { material } = plain;
	const source_blocks = [...material.source_blocks, { id: 'b9', text: instruction }];
	return { instruction, plain, instructed: { ...plain, material: { ...material, source_blocks } } };
});

/** Puts words in the place of others; each of them has to stand there once. The span is what is different. */
function plant(text: string, pairs: readonly (readonly [string, string])[]): { body: string; planted: Span[] } {
	const places = pairs.map(([from, to]) => ({ from, to, at: text.indexOf(from) })).sort((one, other) => one.at - other.at);
	let [body, done] = ['', 0];
	const planted: Span[] = [];
	for (const { from, to, at } of places) {
		if (at < done || at !== text.lastIndexOf(from)) throw new Error(`${JSON.stringify(from)} does not stand once in: ${text}`);
		body += text.slice(done, at);
		let [head, tail] = [0, 0];
		while (head < Math.min(from.length, to.length) && from[head] === to[head]) head += 1;
		while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
		// Whole words: what was only taken out leaves no letter of its own.
		while (head > 0 && /\S/.test(to[head - 1] ?? '')) head -= 1;
		while (tail > 0 && /\S/.test(to[to.length - tail] ?? '')) tail -= 1;
		planted.push({ start: body.length + head, end: body.length + to.length - tail });
		body += to;
		done = at + from.length;
	}
	return { body: body + text.slice(done), planted };
}
