/**
 * `copydesk_post`: a text from the facts given, in three or four paragraphs, without a number or name that was not given.
 */
import { isObject } from '@copydesk/domain/isObject';
import { inParts } from './expressions.ts';
import { asSentence, capitalised, hashOf, joined, languageOf, paragraphsOf, sentencesOf, shuffled, stem, words } from './language.ts';
import type { Language } from './language.ts';
import { anyTheme, themeOf } from './themes.ts';
import type { Theme } from './themes.ts';

interface PostAnswer {
	title: string;
	subtitle: string;
	body: string;
	category: string;
	image_prompt: string;
}

interface Brief {
	readonly language: Language;
	readonly request: string;
	/** What was given as true, sentence by sentence. */
	readonly statements: readonly string[];
	readonly bodyMax: number;
	readonly titleMax: number;
	readonly titleAim: number;
	readonly subtitleMax: number;
	readonly aimFrom: number;
	readonly aimTo: number;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' && value > 0 ? value : fallback);

const ASKS: Readonly<Record<Language, RegExp>> = {
	en: inParts(
		String.raw`^(?:please,?\s+|could you\s+|can you\s+|let'?s\s+|let us\s+|we need\s+|i(?:'d| would) like\s+`,
		String.raw`|i want\s+|to\s+)*(?:(?:(?:write|prepare|make|create|do|draft|compose|publish|tell|talk|post)\s+)?`,
		String.raw`(?:(?:me|us|people|readers|our readers)\s+)?(?:(?:a|an|the|one|some)\s+)?`,
		String.raw`(?:(?:short|brief|quick|nice|small|new|friendly|warm|calm|illustrated|little|good)[\s,]+(?:and\s+)?)*`,
		String.raw`(?:post|story|note|piece|text|article|announcement|news item|something|paragraph|few words)s?\s*`,
		String.raw`(?:about|on|for|saying|telling|:|—|–|-)|(?:write|tell|talk)\s+`,
		String.raw`(?:(?:me|us|people|readers|our readers)\s+)?about)\s*(?:that\s+)?`,
	),
	ru: inParts(
		String.raw`^(?:пожалуйста,?\s+|можешь\s+|давай(?:те)?\s+|нужно\s+|нужен\s+|хочу\s+|хотим\s+)*`,
		String.raw`(?:(?:напиши|напишем|подготовь|сделай|составь|опубликуй|придумай|расскажи|расскажем)(?:те|ть)?\s+`,
		String.raw`(?:нам\s+|читателям\s+|людям\s+)?(?=(?:о|об|обо|про)\s)|(?:(?:напиши|напишем|подготовь|сделай|составь`,
		String.raw`|опубликуй|придумай)(?:те|ть)?\s+)?(?:(?:мне|нам|для канала)\s+)?`,
		String.raw`(?:(?:короткий|короткую|небольшой|небольшую|маленький|тёплый|тёплую|новый|новую|хороший`,
		String.raw`|хорошую|иллюстрированный)[\s,]+(?:и\s+)?)*(?:пост|заметку|текст|статью|историю|новость`,
		String.raw`|объявление|что-нибудь)\s*(?:для канала\s*)?(?=(?:о|об|обо|про|на тему)\s|[:—–-])[:—–-]?\s*)`,
	),
};
const NOTES: Readonly<Record<Language, RegExp>> = {
	en: inParts(
		String.raw`^(?:please\s+)?(?:keep (?:it|the)|make (?:it|the)|use an?\s|tone\b|style\b`,
		String.raw`|avoid\b|don['’]?t\b|do not\b|no (?:jargon|clich)|the tone|write (?:it )?in)`,
	),
	ru: inParts(
		String.raw`^(?:пожалуйста,?\s+)?(?:сделай(?:те)? (?:текст|пост|его|тон)|тон\b|стиль\b`,
		String.raw`|избегай|не (?:пиши|используй)|без (?:пафоса|штампов|воды)|пиши(?:те)?\s)`,
	),
};
const SAYS: Readonly<Record<Language, RegExp>> = {
	en: inParts(
		String.raw`^(?:please\s+|also\s+)?(?:mention|add|say|note|include|tell`,
		String.raw`(?: (?:people|readers|them))?|explain|remind(?: (?:people|readers))?)\s+(?:that\s+)?`,
	),
	ru: inParts(
		String.raw`^(?:пожалуйста,?\s+|также\s+|ещё\s+)?(?:упомян(?:и|уть)|добав(?:ь|ить)|скаж(?:и|ите)|укаж(?:и|ите)`,
		String.raw`|расскаж(?:и|ите)|напомн(?:и|ите)|не забудь(?:те)? (?:сказать|упомянуть)?)(?:те)?\s*,?\s*(?:что\s+)?`,
	),
};

function readBrief(document: Record<string, unknown>): Brief {
	const limits = isObject(document['limits']) ? document['limits'] : {};
	const aim = isObject(limits['body_aim_units']) ? limits['body_aim_units'] : {};
	const facts = (Array.isArray(document['facts']) ? document['facts'] : [])
		.map((fact: unknown) => textOf(isObject(fact) ? fact['text'] : fact))
		.filter((text) => text !== '');
	const blocks = (Array.isArray(document['source_blocks']) ? document['source_blocks'] : [])
		.map((block: unknown) => textOf(isObject(block) ? block['text'] : block))
		.filter((text) => text !== '');
	const request = textOf(document['request']) || textOf(document['topic']) || facts[0] || blocks[0] || '';
	const language = languageOf(document['language'], request);
	const bodyMax = numberOf(limits['body_max_units'], 1024);
	return {
		language,
		request,
		statements: facts.length > 0 ? facts : blocks.length > 0 ? blocks : [request],
		bodyMax,
		titleMax: numberOf(limits['title_max_units'], 70),
		titleAim: numberOf(limits['title_aim_units'], 55),
		subtitleMax: numberOf(limits['subtitle_max_units'], 110),
		aimFrom: Math.min(numberOf(aim['from'], 700), bodyMax),
		aimTo: Math.min(numberOf(aim['to'], 900), bodyMax),
	};
}

interface Material {
	/** What it is about, as it can follow "about"; null when the request is plain statements. */
	readonly topic: string | null;
	/** Only in Russian: the preposition that gave the topic its case. */
	readonly preposition: string;
	readonly sentences: readonly string[];
}

/** Takes the order apart from what it is about. */
function readMaterial(brief: Brief): Material {
	const { language } = brief;
	const sentences: string[] = [];
	let topic: string | null = null;
	let preposition = '';
	for (const [index, statement] of brief.statements.flatMap((text) => paragraphsOf(text).flatMap(sentencesOf)).entries()) {
		let sentence = statement.trim();
		if (NOTES[language].test(sentence)) continue;
		const asked = index === 0 ? ASKS[language].exec(sentence) : null;
		if (asked !== null && asked[0].length > 0 && asked[0].length < sentence.length) {
			let rest = sentence.slice(asked[0].length).trim();
			const prefix = language === 'ru' ? /^(обо|об|о|про|на тему:?)\s+/iu.exec(rest) : null;
			if (prefix !== null) {
				preposition = (prefix[1] as string).toLowerCase().startsWith('на тему') ? '' : (prefix[1] as string).toLowerCase();
				rest = rest.slice(prefix[0].length);
			}
			const cut = /^(.{8,}?)(?::\s|(?<!\s)\s+[—–]\s|;\s)/su.exec(rest);
			topic = (cut?.[1] ?? rest).replace(/(?<![.!…])[.!…]+$/u, '').trim();
			if (cut !== null) sentences.push(asSentence(rest.slice(cut[0].length).trim()));
			continue;
		}
		if (index === 0 && words(sentence).length <= 5 && !/[.!?…]$/u.test(sentence)) {
			// A few words and no sentence: that is a subject.
			topic = sentence.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
			continue;
		}
		const said = SAYS[language].exec(sentence);
		if (said !== null) sentence = sentence.slice(said[0].length);
		if (words(sentence).length > 0) sentences.push(asSentence(sentence));
	}
	return { topic, preposition, sentences };
}

const CLAUSE: Readonly<Record<Language, RegExp>> = {
	en: /^(?:why|how|what|when|where|who|whether)\b/iu,
	ru: /^(?:почему|как|что|когда|где|кто|зачем|откуда|куда)(?=\s)/iu,
};

const LEADS: Readonly<Record<Language, { readonly clause: readonly string[]; readonly noun: readonly string[] }>> = {
	en: {
		clause: [
			'{Topic}? The question sounds simple until one tries to answer it.',
			'{Topic}? Most of us have wondered at least once, and moved on.',
			'Some questions are worth a slow answer. One of them: {topic}?',
		],
		noun: [
			'Let us take a minute for {topic}.',
			'Today we look closer at {topic}.',
			'There are subjects that gain from being told slowly. One of them is {topic}.',
		],
	},
	ru: {
		clause: [
			'{Topic}? Вопрос кажется простым, пока не попробуешь ответить.',
			'{Topic}? Почти каждый хоть раз об этом думал и шёл дальше.',
			'Есть вопросы, на которые лучше отвечать не спеша. Вот один из них: {topic}?',
		],
		noun: ['Сегодня — {about}.', 'Поговорим {about}: спокойно и по порядку.', 'Давно хотели рассказать {about}.'],
	},
};

function leadOf(material: Material, language: Language, seed: number): string | null {
	const { topic, preposition } = material;
	if (topic === null) return null;
	const clause = CLAUSE[language].test(topic);
	const templates = clause ? LEADS[language].clause : LEADS[language].noun;
	if (language === 'ru' && preposition === '' && !clause) return `Наша тема сегодня — ${topic}.`;
	const about = `${preposition} ${topic}`;
	const template = templates[seed % templates.length] as string;
	return template
		.replace('{Topic}', () => capitalised(topic.replace(/\?$/, '')))
		.replace('{topic}', () => topic.replace(/\?$/, ''))
		.replace('{about}', () => about);
}

const DANGLING = inParts(
	String.raw`[\s,;:—–-]+(?:a|an|the|and|or|of|in|on|at|to|for|with|from|by|between|into|until|before|after|that`,
	String.raw`|which|its|their|his|her|our|your|is|are|was|were|be|will|has|have|keeps?|every|this|и|или|а|но`,
	String.raw`|в|во|на|о|об|с|со|к|по|за|из|от|до|для|между|что|который|его|её|их|это|эта|этот|каждый|будет)?$`,
);

const PAUSE = new RegExp(
	[/,\s|\s[—–]\s|:\s|;\s/, /\s(?=\(|(?:that|which|because|after|while|who|between|with|from|между|после|потому)\s|который|которая|которые)/]
		.map(({ source }) => source)
		.join('|'),
	'gu',
);

/** A line of at most `max` units that ends where a thought ends. */
export function headline(text: string, aim: number, max: number): string {
	const line = text
		.replace(/\s+/gu, ' ')
		.replace(/(?<![.…])[.…]+$/u, '')
		.trim();
	if (line.length <= aim) return line;
	const stops = [...line.matchAll(PAUSE)].map((match) => match.index).filter((at) => at >= 18 && at <= aim);
	// A colon or a dash ends a thought better than a word does.
	const stop = stops.findLast((at) => /^(?::|;|\s[—–])/u.test(line.slice(at))) ?? stops.at(-1);
	if (stop !== undefined) return line.slice(0, stop).replace(DANGLING, '').trim();
	if (line.length <= max) return line;
	let cut = line.slice(0, aim + 1).replace(/(?<!\s)\s+\S*$/u, '');
	for (let before = ''; before !== cut; ) [before, cut] = [cut, cut.replace(DANGLING, '')];
	return cut;
}

function titleOf(material: Material, brief: Brief, theme: Theme): string {
	const { topic, preposition } = material;
	const { language } = brief;
	if (topic !== null) {
		const line =
			language === 'ru' && preposition !== '' && !CLAUSE.ru.test(topic)
				? `${preposition} ${topic}`
				: topic.replace(/^(?:a|an|the)\s+(?=\p{L}+\s)/iu, language === 'en' ? '' : '$&');
		return capitalised(headline(line, brief.titleAim, brief.titleMax));
	}
	return (
		capitalised(headline(material.sentences[0] ?? theme.subtitles[language][0] ?? '', brief.titleAim, brief.titleMax)) ||
		theme.category[language]
	);
}

function subtitleOf(theme: Theme, brief: Brief, seed: number): string {
	const choice = theme.subtitles[brief.language];
	const subtitle = choice[seed % choice.length] as string;
	return subtitle.length <= brief.subtitleMax ? subtitle : '';
}

const lengthOf = (paragraphs: readonly (readonly string[])[]): number => joined(paragraphs).length;

const LINKS: Readonly<Record<Language, readonly string[]>> = {
	en: ['Here is what is known.', 'The facts are short.', 'What we know so far:'],
	ru: ['Вот что известно.', 'Факты короткие.', 'Что известно сейчас.'],
};

/** Puts the text together: what was given first and whole, thoughts around it until it has its length. */
function compose(brief: Brief, material: Material, theme: Theme, seed: number): string {
	const { language } = brief;
	const lead = leadOf(material, language, seed);
	// General thoughts come after those of the subject.
	const context = [...shuffled(theme.context[language], seed), ...(theme === anyTheme ? [] : shuffled(anyTheme.context[language], seed))];
	const closing = theme.closing[language][seed % theme.closing[language].length] as string;
	const given = [...material.sentences];
	const first: string[] = [];
	const second: string[] = [];
	const third: string[] = [];
	const last: string[] = [closing];
	const paragraphs = [first, second, third, last];
	if (lead !== null) first.push(lead);
	else if (given.length > 0) first.push(given.shift() as string);
	const link = LINKS[language][seed % LINKS[language].length] as string;
	if (lead !== null && given.length > 1)
		second.push(link.endsWith(':') ? link.replace(/:$/, '.').replace('What we know so far.', 'This is what we know so far.') : link);
	// What was given is told whole; only when it alone is more than fits does its end stay untold.
	for (const sentence of given) {
		second.push(sentence);
		if (lengthOf(paragraphs) > brief.bodyMax) {
			second.pop();
			break;
		}
	}
	if (second.length > 4) third.push(...second.splice(Math.ceil(second.length / 2)));
	const addable = [first, third, second, third, last, third];
	for (const [index, sentence] of context.entries()) {
		if (lengthOf(paragraphs) >= brief.aimFrom + 20) break;
		const place = addable[index % addable.length] as string[];
		const toLast = place === last;
		if (toLast) place.unshift(sentence);
		else place.push(sentence);
		if (lengthOf(paragraphs) > brief.aimTo) place.splice(place.indexOf(sentence), 1);
	}
	if (lengthOf(paragraphs) > brief.bodyMax) last.length = 0;
	return joined(paragraphs);
}

/** Ways to see the same thing anew, for a revision: another prompt gives another picture. */
const VIEWS = [
	'seen from further away',
	'at another hour of the day',
	'from a lower angle',
	'in softer light',
	'with more air above',
	'a little nearer',
];

/** The picture of a revision; what a person asked to see comes first. */
function otherPicture(theme: Theme, title: string, wish: string, turn: number): string {
	const asked = wish
		.replace(/\s+/gu, ' ')
		.slice(0, 400)
		.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/u, '');
	const view = `${theme.picture}, ${VIEWS[turn % VIEWS.length] ?? ''}`;
	return pictureOf({ ...theme, picture: asked === '' ? view : `${asked}; ${view}` }, title);
}

function pictureOf(theme: Theme, title: string): string {
	return (
		`Editorial illustration for "${title}": ${theme.picture}. Natural light, depth, ` +
		'a calm composition with room at the lower edge, no lettering, no logos, no faces.'
	).slice(0, 1_800);
}

/** Answers the document of a `copydesk_post` request, first text or revision. */
export function writePost(document: Record<string, unknown>): PostAnswer {
	const brief = readBrief(document);
	const seed = hashOf(brief.request);
	const material = readMaterial(brief);
	// The order itself ("tell readers that …") says nothing about the subject.
	const theme = themeOf([material.topic ?? '', ...material.sentences].join(' '));
	if (isObject(document['current'])) return revise(brief, theme, material, document['current'], textOf(document['feedback']), seed);
	const title = titleOf(material, brief, theme);
	return {
		title,
		subtitle: subtitleOf(theme, brief, seed),
		body: compose(brief, material, theme, seed),
		category: theme.category[brief.language],
		image_prompt: pictureOf(theme, title),
	};
}

// ── Revision ────────────────────────────────────────────────────────────────

const WISHES = {
	shorter: /\b(?:short\w*|tight\w*|trim|brief\w*|concise|cut (?:it|the text)|less text)\b|короче|сократи|ужми|покороче|лаконичн/iu,
	longer: /\b(?:longer|more detail\w*|expand|elaborate)\b|подробнее|длиннее|разверни|расшир/iu,
	lead: /\b(?:lead|opening|first (?:sentence|paragraph)|beginning|hook|start)\b|лид|начал|перв\p{L}+ (?:предложени|абзац)|вступлени/iu,
	ending: /\b(?:ending|last (?:sentence|paragraph)|closing|end)\b|концовк|последн\p{L}+ (?:предложени|абзац)|финал/iu,
	warmer: /\b(?:warm\w*|friend\w*|lively|lighter|human\w*|playful)\b|теплее|тёпл|дружелюб|живее|человечн|легче/iu,
	strict: /\b(?:formal\w*|neutral\w*|serious\w*|strict\w*|drier|calmer|official)\b|строже|официальн|нейтральн|серьёзн|суше|спокойнее/iu,
};

const PICTURE = /\b(?:picture|image|illustration|photo\w*|drawing|painting|cover art)\b|картин|изображени|иллюстраци|фото|рисун/iu;

const ADD = {
	en: inParts(
		String.raw`\b(?:mention|add|include|note|say|state|point out|remind(?: (?:people|readers))?`,
		String.raw`|tell(?: (?:people|readers))?)\b\s*(?:there\s+)?(?:also\s+)?`,
		String.raw`(?:(?:a|one)\s+(?:line|sentence|word|paragraph)\s+)?(?<link>that|about|on|:)?\s*(?<what>[^.!?]{3,300})`,
	),
	ru: inParts(
		String.raw`(?:добав(?:ь|ьте|ить)|упомян(?:и|ите|уть)|укаж(?:и|ите)|скаж(?:и|ите)|напиш(?:и|ите)`,
		String.raw`|расскаж(?:и|ите)|напомн(?:и|ите)|вставь(?:те)?)\s*(?:ещё\s+|также\s+)?`,
		String.raw`(?:фразу\s+|предложение\s+|абзац\s+|строку\s+)?(?<link>,?\s*что|про|об|о|:)?\s*(?<what>[^.!?]{3,300})`,
	),
};
const REMOVE = {
	en: inParts(
		String.raw`\b(?:remove|drop|delete|leave out|take out|without|skip)\b\s+(?:the\s+)?`,
		String.raw`(?:(?:part|sentence|line|bit|words?|paragraph)\s+(?:about|on|with)\s+)?(?<what>[^.!?]{3,200})`,
	),
	ru: inParts(
		String.raw`(?:убер(?:и|ите)|удали(?:те)?|выкин(?:ь|ьте)|без|исключи(?:те)?)\s+`,
		String.raw`(?:(?:часть|предложение|фразу|абзац|слова?|упоминание)\s+)?(?:о|об|про|с)?\s*(?<what>[^.!?]{3,200})`,
	),
};

const WARM: Readonly<Record<Language, { readonly open: string; readonly close: string }>> = {
	en: { open: 'Hello, and thank you for reading us today.', close: 'Take care of yourselves, and write to us: we read every letter.' },
	ru: { open: 'Здравствуйте, и спасибо, что вы с нами.', close: 'Берегите себя и пишите нам: мы читаем каждое письмо.' },
};
const NEUTRAL: Readonly<Record<Language, { readonly open: string; readonly close: string }>> = {
	en: { open: 'In brief, and in order.', close: 'We will report when there is more that is certain.' },
	ru: { open: 'Коротко и по порядку.', close: 'Сообщим, когда станет известно больше.' },
};

/** The post while the wishes are carried out one after the other. */
interface Draft {
	title: string;
	subtitle: string;
	/** Sentences. */
	readonly paragraphs: string[][];
}

interface Wish {
	readonly brief: Brief;
	readonly theme: Theme;
	readonly material: Material;
	readonly feedback: string;
	/** Chooses among equals: another for each wish, the same for the same one. */
	readonly turn: number;
	/** Words about what shall go. */
	readonly removed: string | undefined;
	readonly mood: { readonly open: string; readonly close: string } | undefined;
}

/** Carries out one kind of wish, if it was asked for. `fresh` are sentences that are not in the post yet; who uses one takes it. */
type Step = (draft: Draft, wish: Wish, fresh: string[]) => boolean;

const retitle: Step = (draft, { brief, feedback }) => {
	const named = /^(?:title|headline|заголовок)\s*:\s*(?<title>\S.*)$/imu.exec(feedback)?.groups?.['title'];
	if (named !== undefined) {
		draft.title = headline(named, brief.titleMax, brief.titleMax);
		return true;
	}
	if (!/\b(?:title|headline)\b|заголов/iu.test(feedback)) return false;
	const longer = `${draft.title}${brief.language === 'ru' ? ': коротко о главном' : ': the short story'}`;
	draft.title = capitalised(headline(longer, brief.titleMax, brief.titleMax));
	return true;
};

const changeSubtitle: Step = (draft, { brief, theme, feedback }) => {
	if (!/\bsubtitle\b|подзаголов/iu.test(feedback)) return false;
	draft.subtitle = theme.subtitles[brief.language].find((one) => one !== draft.subtitle) ?? draft.subtitle;
	return true;
};

const replaceQuoted: Step = ({ paragraphs }, { feedback }) => {
	const pairs = [
		...feedback.matchAll(/(?:replace|замени(?:те)?)\s+["“«](?<old>[^"”»]+)["”»]\s+(?:with|by|на)\s+["“«](?<now>[^"”»]*)["”»]/giu),
	];
	for (const { groups } of pairs)
		for (const sentences of paragraphs)
			for (const [index, sentence] of sentences.entries())
				sentences[index] = sentence.split(groups?.['old'] ?? '').join(groups?.['now'] ?? '');
	return pairs.length > 0;
};

/** Takes out the sentences that have most of the words. */
const remove: Step = ({ paragraphs }, { removed }) => {
	if (removed === undefined) return false;
	const stems = words(removed)
		.filter((word) => word.length > 2)
		.map(stem);
	const shared = (sentence: string): number => {
		const own = words(sentence).map(stem);
		return stems.filter((one) => own.includes(one)).length;
	};
	const most = Math.max(...paragraphs.flat().map(shared));
	if (most <= 0 || paragraphs.flat().length <= 1) return false;
	for (const sentences of paragraphs) sentences.splice(0, sentences.length, ...sentences.filter((sentence) => shared(sentence) < most));
	return true;
};

/** What is of the theme and not of the request, so that it can go first. */
const themeSentences = ({ theme, brief: { language } }: Wish): string[] => [...theme.context[language], ...theme.closing[language]];

const shorten: Step = ({ paragraphs }, wish) => {
	if (!WISHES.shorter.test(wish.feedback)) return false;
	const known = new Set(themeSentences(wish));
	const full = lengthOf(paragraphs);
	for (const sentence of paragraphs.flat().reverse()) {
		if (lengthOf(paragraphs) <= full * 0.62) break;
		if (!known.has(sentence)) continue;
		for (const sentences of paragraphs) if (sentences.includes(sentence)) sentences.splice(sentences.indexOf(sentence), 1);
	}
	while (lengthOf(paragraphs) > full * 0.75 && paragraphs.flat().length > 2) paragraphs.findLast((one) => one.length > 0)?.pop();
	return true;
};

const lengthen: Step = ({ paragraphs }, { feedback }, fresh) => {
	if (!WISHES.longer.test(feedback)) return false;
	for (const sentence of fresh.splice(0, 2)) (paragraphs.at(-2) ?? (paragraphs[0] as string[])).push(sentence);
	return true;
};

const changeMood: Step = ({ paragraphs }, { mood }) => {
	if (mood === undefined) return false;
	paragraphs[0]?.unshift(mood.open);
	const end = paragraphs.findLast((one) => one.length > 0);
	if (end !== undefined && paragraphs.flat().length > 2) end[end.length - 1] = mood.close;
	return true;
};

const changeLead: Step = ({ paragraphs }, { brief, material, feedback, turn, removed, mood }, fresh) => {
	if (!WISHES.lead.test(feedback) || mood !== undefined || removed !== undefined) return false;
	const lead = leadOf(material, brief.language, turn + 1);
	const opening = lead !== null && !paragraphs.flat().includes(lead) ? lead : fresh.shift();
	const [begin] = paragraphs;
	if (opening === undefined || begin === undefined) return false;
	if (lead !== null && begin.length > 0) begin[0] = opening;
	else begin.unshift(opening);
	return true;
};

const changeEnding: Step = ({ paragraphs }, { brief, theme, feedback, mood }) => {
	if (!WISHES.ending.test(feedback) || mood !== undefined) return false;
	const end = paragraphs.findLast((one) => one.length > 0);
	const closing = theme.closing[brief.language].find((one) => !paragraphs.flat().includes(one));
	if (end === undefined || closing === undefined) return false;
	end[end.length - 1] = closing;
	return true;
};

const add: Step = ({ paragraphs }, { brief: { language }, feedback, removed }) => {
	const asked = removed === undefined ? ADD[language].exec(feedback)?.groups : undefined;
	const what = asked?.['what']?.trim();
	if (what === undefined || what === '' || /^(?:it|this|that|более|больше)\b.{0,12}$/iu.test(what)) return false;
	const link = asked?.['link'];
	const isClause = /что|that|:/u.test(link ?? '');
	const said =
		language === 'ru' ? `И отдельно — ${link?.trim() === undefined ? '' : `${link.trim()} `}${what}` : `And a word about ${what}`;
	(paragraphs.at(-2) ?? paragraphs[0] ?? (paragraphs[paragraphs.push([]) - 1] as string[])).push(asSentence(isClause ? what : said));
	return true;
};

/** No pattern knows this wish: another way in and another thought, so that the person sees a second attempt. */
function tryAgain({ paragraphs }: Draft, { brief, theme, material, turn }: Wish, thought: string | undefined, seed: number): void {
	const opening = leadOf(material, brief.language, seed + 1 + (turn % 2));
	const [begin] = paragraphs;
	if (opening !== null && begin !== undefined && begin.length > 0) begin[0] = opening;
	if (thought === undefined) return;
	const known = theme.context[brief.language];
	const place = paragraphs.find((sentences) => sentences.some((sentence) => known.includes(sentence)));
	if (place === undefined) (paragraphs.at(-1) ?? (paragraphs[0] as string[])).unshift(thought);
	else place[place.findIndex((sentence) => known.includes(sentence))] = thought;
}

/** Gives up sentences of the theme until the text has its length. */
function fit({ paragraphs }: Draft, wish: Wish): void {
	const known = new Set(themeSentences(wish));
	while (lengthOf(paragraphs) > wish.brief.bodyMax && paragraphs.flat().length > 1) {
		const place = paragraphs.findLast((sentences) => sentences.some((sentence) => known.has(sentence)));
		if (place === undefined) break;
		place.splice(
			place.findLastIndex((sentence) => known.has(sentence)),
			1,
		);
	}
}

function moodOf(feedback: string, language: Language): Wish['mood'] {
	if (WISHES.warmer.test(feedback)) return WARM[language];
	return WISHES.strict.test(feedback) ? NEUTRAL[language] : undefined;
}

/** Applies what was asked for, so that it can be seen; leaves the rest alone. */
function revise(
	brief: Brief,
	theme: Theme,
	material: Material,
	current: Record<string, unknown>,
	feedback: string,
	seed: number,
): PostAnswer {
	const { language } = brief;
	const body = textOf(current['body']);
	const draft: Draft = {
		title: textOf(current['title']) || titleOf(material, brief, theme),
		subtitle: textOf(current['subtitle']),
		paragraphs: paragraphsOf(body).map(sentencesOf),
	};
	const turn = hashOf(`${feedback}|${body}`);
	const removed = REMOVE[language].exec(feedback)?.groups?.['what'];
	const wish: Wish = { brief, theme, material, feedback, turn, removed, mood: moodOf(feedback, language) };
	const cuts = [retitle, changeSubtitle, replaceQuoted, remove, shorten].map((step) => step(draft, wish, []));
	const present = new Set(draft.paragraphs.flat());
	const fresh = shuffled(themeSentences(wish), turn).filter((sentence) => !present.has(sentence));
	const additions = [lengthen, changeMood, changeLead, changeEnding, add].map((step) => step(draft, wish, fresh));
	const aboutPicture = PICTURE.test(feedback);
	if (![...cuts, ...additions].includes(true) && !aboutPicture) tryAgain(draft, wish, fresh[0], seed);
	fit(draft, wish);
	return {
		title: draft.title,
		subtitle: draft.subtitle,
		body: joined(draft.paragraphs),
		category: theme.category[language],
		image_prompt: otherPicture(theme, draft.title, aboutPicture ? feedback : '', turn),
	};
}
