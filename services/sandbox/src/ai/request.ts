/** Parses the request for a text: the order, the topic, and the given facts. */
import { isObject } from '@copydesk/domain/isObject';
import { inParts } from './expressions.ts';
import { asSentence, languageOf, paragraphsOf, sentencesOf, words, type Language } from './language.ts';

/** The words of an order before the topic. */
const ASKS: Readonly<Record<Language, RegExp>> = {
	en: inParts(
		String.raw`^(?:(?:please|could you|can you|let'?s|let us|we need|i want|i(?:'d| would) like|to),?\s+)*`,
		String.raw`(?:(?:write|prepare|make|create|do|draft|compose|publish|tell|talk|post)\s+)?(?:(?:me|us|people|our|readers)\s+)*`,
		String.raw`(?:(?:a|an|the|one|some|short|brief|quick|nice|small|new|friendly|warm|calm|illustrated|little|good|and)[\s,]+)*`,
		String.raw`(?:(?:post|story|note|piece|text|article|announcement|news item|something|paragraph|few words)s?\s*)?`,
		String.raw`(?:\b(?:about|on)\b\s*(?:that\s+)?|[:—–]\s*|(?=(?:why|how)\s))`,
	),
	ru: inParts(
		String.raw`^(?:(?:пожалуйста|можешь|давай(?:те)?|нужно|нужен|хочу|хотим),?\s+)*`,
		String.raw`(?:(?:напиши|напишем|подготовь|сделай|составь|опубликуй|придумай|расскажи|расскажем|объясни)(?:те|ть)?,?\s+)?`,
		String.raw`(?:(?:мне|нам|читателям|людям|для канала|коротк\p{L}+|небольш\p{L}+|тёпл\p{L}+|нов\p{L}+|хорош\p{L}+|и)[\s,]+)*`,
		String.raw`(?:(?:пост|заметку|текст|статью|историю|новость|объявление|что-нибудь)\s*(?:для канала\s*)?)?`,
		String.raw`(?:(?=(?:о|об|обо|про|на тему|почему|как|зачем|откуда)\s)|[:—–]\s*)`,
	),
};
/** "on" and "о" may begin a fact; an order has a word before them. */
const MIN_ORDER_UNITS = 5;
/** Wishes about the style, which are not facts. */
const NOTES: Readonly<Record<Language, RegExp>> = {
	en: /^(?:please\s+)?(?:keep (?:it|the)|make (?:it|the)|use an?\s|tone\b|style\b|avoid\b|don['’]?t\b|do not\b|write (?:it )?in)/iu,
	ru: /^(?:пожалуйста,?\s+)?(?:сделай(?:те)? (?:текст|пост|его|тон)|тон\s|стиль\s|избегай|не (?:пиши|используй)|без (?:пафоса|воды))/iu,
};
/** The words of an order before a fact. */
const SAYS: Readonly<Record<Language, RegExp>> = {
	en: /^(?:please\s+|also\s+)?(?:mention|add|say|note|include|explain|(?:tell|remind)(?: people| readers| them)?)\s+(?:that\s+)?/iu,
	ru: /^(?:пожалуйста,?\s+|также\s+|ещё\s+)?(?:упомян|добав|скаж|укаж|расскаж|напомн|не забудь)\p{L}*,?\s*(?:что\s+)?/iu,
};

/** Orders in the other languages of the desk: verbs, words before a post and behind it, the post, and what leads to its subject. */
const ELSEWHERE: readonly (readonly [verbs: string, around: string, things: string, about: string])[] = [
	['schreib mach erstell verfass', 'sie bitte uns mir ein eine einen kurze kurzen', 'post beitrag text notiz meldung', 'über'],
	['escrib haz prepar redact', 'un una breve corto corta', 'publicación post entrada texto nota', 'sobre'],
	['écri rédige prépare', 'nous moi un une court petit petite', 'post billet texte publication article', 'sur'],
	['escrev faç faz prepar', 'um uma breve curto curta', 'post publicação texto nota', 'sobre'],
	['scriv prepar', 'un una breve', 'post testo articolo nota', 'su sul sulla sulle sugli'],
	['napisz przygotuj zrób', 'krótki krótką', 'post wpis tekst notatkę', 'o'],
	['напиш підготуй зроби', 'короткий коротку невеликий', 'пост допис текст замітку', 'про'],
];
const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})`;
const ASKED_ELSEWHERE = inParts(
	...ELSEWHERE.flatMap(([verbs, around, things, about]) => [
		String.raw`^${oneOf(verbs)}\p{L}*(?:[ -]${oneOf(around)})* ${oneOf(things)}(?: ${oneOf(around)})?(?: ${oneOf(about)}| ?:) |`,
	]),
	String.raw`^(?:kısa )?(?:bir )?(?:gönderi|yazı|metin) (?:yaz|hazırla)\p{L}*: `,
);

/** Units of the words of an order before what a sentence is about; 0 if it has none. */
export function orderIn(sentence: string): number {
	const units = Math.max(...[ASKS[languageOf(sentence)], ASKED_ELSEWHERE].map((asks) => asks.exec(sentence)?.[0].length ?? 0));
	return units >= MIN_ORDER_UNITS && units < sentence.length ? units : 0;
}

export interface Material {
	readonly language: Language;
	/** The topic with the preposition that set its Russian case; null if the request has only statements. */
	readonly topic: { readonly words: string; readonly preposition: string; readonly isQuestion: boolean } | null;
	/** The given facts. */
	readonly sentences: readonly string[];
	readonly limits: Readonly<Record<'bodyMax' | 'aimFrom' | 'aimTo' | 'titleMax' | 'titleAim' | 'subtitleMax', number>>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const textsOf = (items: unknown): string[] =>
	(Array.isArray(items) ? items : []).map((item: unknown) => textOf(isObject(item) ? item['text'] : item)).filter((text) => text !== '');

/** All given facts as one text. */
export const evidenceOf = (document: Record<string, unknown>): string =>
	[...textsOf(document['facts']), ...textsOf(document['source_blocks'])].join('\n');

function limitsOf(document: Record<string, unknown>): Material['limits'] {
	const limits = isObject(document['limits']) ? document['limits'] : {};
	const aim = isObject(limits['body_aim_units']) ? limits['body_aim_units'] : {};
	const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' && value > 0 ? value : fallback);
	const bodyMax = numberOf(limits['body_max_units'], 1024);
	return {
		bodyMax,
		aimFrom: Math.min(numberOf(aim['from'], 700), bodyMax),
		aimTo: Math.min(numberOf(aim['to'], 900), bodyMax),
		titleMax: numberOf(limits['title_max_units'], 70),
		titleAim: numberOf(limits['title_aim_units'], 55),
		subtitleMax: numberOf(limits['subtitle_max_units'], 110),
	};
}

const sourcesOf = (document: Record<string, unknown>): readonly unknown[] =>
	(Array.isArray(document['source_blocks']) ? (document['source_blocks'] as unknown[]) : []).map((block) =>
		isObject(block) ? block['id'] : '',
	);

/** A post of several has a subject of its own. */
const isOneOfSeveral = ({ subject, request }: Record<string, unknown>): boolean =>
	typeof subject === 'string' && subject !== '' && !textOf(request).toLowerCase().includes(subject.slice(0, 12).toLowerCase());

function withoutWishes(request: string, { wishes }: Record<string, unknown>): string {
	const said = textsOf(wishes);
	const left = said.reduce((so, wish) => so.replace(wish, ''), request).trim();
	return left.replace(/[\s,;–—][.]?$/u, '').trim();
}

/** Reads the document of a `copydesk_post` request. The text's language is that of the facts: nothing is translated. */
export function readMaterial(document: Record<string, unknown>): Material {
	const request = textOf(document['request']) || textOf(document['topic']);
	// The passages of a message say less of its topic than the message does.
	const isOwn =
		request !== '' &&
		document['subject'] !== undefined &&
		document['current'] === undefined &&
		!isOneOfSeveral(document) &&
		sourcesOf(document).every((id) => id === 'request');
	const subject = isOneOfSeveral(document) ? textOf(document['subject']) : '';
	const given =
		[
			isOwn ? [withoutWishes(request, document)] : [],
			subject === '' ? [] : [subject, ...textsOf(document['facts'])],
			textsOf(document['facts']),
			textsOf(document['source_blocks']),
			[request],
		].find((texts) => texts.length > 0) ?? [];
	const language = languageOf(given.join(' '));
	const sentences: string[] = [];
	let topic: Material['topic'] = null;
	for (const [index, sentence] of given.flatMap((text) => paragraphsOf(text).flatMap(sentencesOf)).entries()) {
		if (NOTES[language].test(sentence)) continue;
		const order = index === 0 ? orderIn(sentence) : 0;
		if (order > 0) {
			const ordered = sentence.slice(order).trim();
			const [all = '', preposition = ''] = /^(?:(обо|об|о|про)|на тему:?)\s+/iu.exec(ordered) ?? [];
			const asked = ordered.slice(all.length);
			const cut = /^(.{8,}?)(?::\s|(?<!\s)\s+[—–]\s|;\s)/su.exec(asked);
			const about = (cut?.[1] ?? asked).replace(/(?<![.!…?])[.!…?]+$/u, '').trim();
			topic = { words: about, preposition: preposition.toLowerCase(), isQuestion: asked.endsWith('?') };
			if (cut !== null) sentences.push(asSentence(asked.slice(cut[0].length)));
		} else if (index === 0 && words(sentence).length <= 5 && !/[.!?…]$/u.test(sentence)) {
			// A few words without a sentence are a topic.
			const about = sentence.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
			topic = { words: about, preposition: '', isQuestion: false };
		} else {
			const said = sentence.slice(SAYS[language].exec(sentence)?.[0].length ?? 0);
			if (words(said).length > 0) sentences.push(asSentence(said));
		}
	}
	return { language, topic, sentences, limits: limitsOf(document) };
}
