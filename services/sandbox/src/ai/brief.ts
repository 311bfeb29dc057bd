/** `copydesk_brief`: what a message asks for, by a few rules for some languages. A model does this by understanding. */
import type { RawBrief } from '@copydesk/domain/brief/brief';
import { isObject } from '@copydesk/domain/isObject';
import { lettersOf } from '@copydesk/domain/languages/scripts';
import { stopWords } from '@copydesk/domain/languages/stopWords';
import { anyOf, inParts } from './expressions.ts';
import { paragraphsOf, sentencesOf, words } from './language.ts';
import { orderIn } from './request.ts';

type Post = RawBrief['posts'][number];
type Doing = RawBrief['order']['do'];

const NO_ORDER = { do: 'none', draft: 0, when: '', setting: 'none' } as const;
const NOTHING: RawBrief = { kind: 'unsure', posts: [], change: 0, order: NO_ORDER, topic: 'none', about: '' };

const CHAT = anyOf(
	/^(?:hi|hello|hey|thanks?|thank you|ok|okay|great|good (?:morning|evening|night)|danke|hallo|merci|bonjour|gracias|hola|grazie|ciao)\b/,
	/^(?:obrigad[oa]|olá|dzięki|cześć|teşekkürler|merhaba)(?=\W|$)/,
	/^(?:спасибо|привет|здравствуйте|добр(?:ый|ое|ой)|отлично|ок|ладно|дякую|вітаю)(?=[^\p{L}]|$)/u,
);
const FEW_WORDS = 5;
const WITHDRAWN = anyOf(
	/^(?:(?:oh|ok|no|sorry|actually|please)[\s,]+)*(?:never ?mind|forget (?:it|that)|leave it)/,
	/^(?:(?:oh|ok|no|sorry|actually|please)[\s,]+)*(?:i(?:'ve| have)? )?changed my mind/,
	/^(?:(?:ой|ок|нет|извини(?:те)?)[\s,]+)*(?:передумал|забудь|не надо|не нужно|оставь)/u,
);
/** A picture, a draft or the desk itself is asked about. */
const OF_DESK = anyOf(
	/\b(?:you|your|drafts?|buttons?|previews?|the bot|publish|settings?|feeds?|cost|who are you)\b/,
	/(?:^|[^\p{L}])(?:ты|вы|тебя|вас|бот|черновик|материал|кнопк|предпросмотр|опубликова|настройк|лент|стоит ли|сколько стоит пост)/u,
);
const HISTORY = anyOf(
	/\b(?:did we|have we|what we|we (?:already )?(?:posted|published|wrote|had))\b/,
	/(?:мы (?:уже )?(?:писали|публиковали|выпускали)|что (?:мы )?(?:писали|выходило|публиковали))/u,
);
const ABOUT = /(?:about|on|про|о|об)\s+([\p{L}\d -]{3,60})/iu;
const TOPICS: readonly (readonly [RawBrief['topic'], RegExp])[] = [
	['cost', /cost|price|money|стоит|цен|денег/iu],
	['schedule', /when|schedule|plan|later|когда|позже|план/iu],
	['settings', /settings?|настройк/iu],
	['news', /news|feeds?|новост|лент/iu],
	['publish', /publish|опубликова/iu],
	['find', /where|status|where is|где|статус/iu],
	['make', /who are you|what can you|help|кто ты|что ты умеешь|что вы умеете|помощь/iu],
];
const THING = String.raw`(?:it|this|that|draft|the (?:draft|post)|\d+)`;
const RUSSIAN_THING = String.raw`(?:те)?\s+(?:его|это|её|пост|материал|черновик|\d+)`;
const order = (english: string, russian: string) =>
	inParts(String.raw`^(?:please\s+)?(?:${english}) ${THING}|^(?:пожалуйста,?\s+)?(?:${russian})${RUSSIAN_THING}`);
const ORDERS: readonly (readonly [Doing, RegExp])[] = [
	['publish', order('publish', 'опубликуй')],
	['take_down', order('delete|remove|take down|drop', 'удали|сними|убери')],
	['plan', order('schedule|plan', 'запланируй|поставь')],
	['show', order('show(?: me)?', 'покажи')],
	['elsewhere', /\b(?:instagram|facebook|linkedin|by e-?mail|to my website)\b/iu],
];
const CHANGE = anyOf(
	/^(?:please\s+)?(?:make|keep) (?:it|the (?:text|title|post|tone)) |^(?:shorter|longer|simpler|warmer|another (?:title|picture|tone))\b/,
	/^(?:пожалуйста,?\s+)?(?:сделай|перепиши|сократи)(?:те)?\s+(?:его|текст|заголовок|покороче|короче|проще|теплее)/u,
	/^(?:короче|длиннее|проще|теплее)(?=[^\p{L}]|$)/u,
);
const SEVERAL = inParts(
	String.raw`(?:^|[^\p{L}\d])([2-5]|two|three|four|five|два|три|четыре|пять|dos|tres|drei|zwei|trois|deux)`,
	String.raw`\s+(?:posts?|пост\p{L}*|beiträge|publicaciones|articles)(?=[^\p{L}]|$)`,
);
const PLANNED = /^(?:please\s+)?(?:plan|schedule)\b|^(?:пожалуйста,?\s+)?(?:за|с)планируй/iu;
/** The desk's own words for posts that fit the channel. */
const ANY = /posts that fit this channel|для этого канала/u;
const COUNTS = ['two dos zwei deux два', 'three tres drei trois три', 'four четыре', 'five пять'].map((each) => each.split(' '));
const countOf = (word: string): number => Number(word) || COUNTS.findIndex((names) => names.includes(word)) + 2;
const ANGLES: Readonly<Record<string, readonly string[]>> = {
	en: ['how it began', 'every day', 'questions and answers', 'what people get wrong', 'a look ahead'],
	ru: ['с чего всё началось', 'каждый день', 'вопросы и ответы', 'частые ошибки', 'что дальше'],
};
/** The post has to explain, tell or advise what the message does not say. */
const KNOWN = anyOf(
	/^(?:why|how|what|explain)\b(?!.*\bwe\b)|\bhistory of\b|\btips (?:for|on)\b|\b\d+ (?:tips|reasons|facts)\b/,
	/^(?:почему|как|зачем|откуда|что такое)(?=\s)|истори[юия] |совет(?:ов|ы)(?=[^\p{L}])/u,
	/^(?:warum|wie|weshalb|por qué|cómo|pourquoi|comment|perché|чому|لماذا|كيف|ما هو|ما هي)(?=\s)/u,
);
const HAPPENED = anyOf(
	/\b(?:this week|latest|last night|yesterday's)\b.*\?|\bwhat happened\b|\bstrike this week\b/,
	/на этой неделе|что случилось/u,
);
const MOOD = anyOf(/^(?:a )?(?:good morning|good night|happy birthday|greeting|riddle)\b/, /^(?:доброе утро|с днём рождения|загадк)/u);
const IN_LANGUAGE: readonly (readonly [string, RegExp])[] = [
	['de', /\bin german\b|на немецком|auf deutsch/iu],
	['es', /\bin spanish\b|на испанском|en español/iu],
	['fr', /\bin french\b|на французском|en français/iu],
	['it', /\bin italian\b|на итальянском|in italiano/iu],
	['uk', /\bin ukrainian\b|на украинском|українською/iu],
	['pl', /\bin polish\b|на польском|po polsku/iu],
	['ar', /\bin arabic\b|на арабском|بالعربية/iu],
	['en', /\bin english\b|на английском|auf englisch/iu],
	['ru', /\bin russian\b|на русском|auf russisch/iu],
];
const WISH = new RegExp(
	[
		String.raw`(?:^|[,.;:–—]\s*)((?:please\s+)?(?:keep it [\p{L} ]+|make it [\p{L} ]+|short(?:,? please)?|\d{3,4} (?:characters|знаков)|`,
		String.raw`for (?:children|kids)[\p{L} ]*|no emojis?|with humour|до \d{3,4} знаков|для детей[\p{L} ]*|без (?:смайликов|пафоса|воды)|`,
		String.raw`коротко|с юмором|bitte kurz|kurz|para niños))(?=[,.;!]|$)`,
	].join(''),
	'giu',
);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The language of most letters, and of the small words among those that share a script. */
function languageIn(message: string, spoken: string): string {
	const count = (pattern: RegExp | undefined) => (pattern === undefined ? 0 : (message.match(pattern)?.length ?? 0));
	const byScript = ['ar', 'he', 'hi', 'th', 'ko', 'ja', 'zh', 'el'].find((tag) => count(lettersOf(tag)) * 2 > count(/\p{L}/gu));
	if (byScript !== undefined) return byScript === 'ja' && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(message) ? 'zh' : byScript;
	if (count(lettersOf('ru')) > count(lettersOf('en'))) return /[іїєґ]/iu.test(message) ? 'uk' : 'ru';
	const said = words(message.toLowerCase());
	const hits = Object.entries(stopWords)
		.filter(([tag]) => lettersOf(tag)?.source === lettersOf('en')?.source)
		.map(([tag, small]) => [tag, said.filter((word) => small.has(word)).length] as const);
	const [best, most] = hits.reduce((one, other) => (other[1] > one[1] ? other : one), ['en', 0] as const);
	return most >= 2 ? best : spoken === 'ru' ? 'en' : spoken;
}

const TOMORROW = /(?:tomorrow|завтра|morgen|demain|mañana)\D{0,8}(\d{1,2})(?:[:.](\d{2}))?/iu;

/** The only time that these rules read: tomorrow, at an hour. */
function whenIn(message: string, today: string): string {
	const [, hour = '', minute = '00'] = TOMORROW.exec(message) ?? [];
	const day = Date.parse(today.slice(0, 10));
	if (hour === '' || Number.isNaN(day)) return '';
	return `${new Date(day + 86_400_000).toISOString().slice(0, 10)}T${hour.padStart(2, '0')}:${minute}`;
}

/** Reads the document of a `copydesk_brief` request. */
export function briefOf(document: Record<string, unknown>): RawBrief {
	const message = text(document['message']).trim();
	const drafts = (Array.isArray(document['drafts']) ? (document['drafts'] as unknown[]) : []).filter(isObject);
	const open = isObject(document['open']) ? Number(document['open']['draft']) : 0;
	const newest = Number(drafts[0]?.['number'] ?? 0);
	const few = words(message).length <= FEW_WORDS;
	if (WITHDRAWN.test(message)) return { ...NOTHING, kind: 'withdraw' };
	if (few && CHAT.test(message)) return { ...NOTHING, kind: 'chat' };
	const asked = /\?\s*$/u.test(message) || HISTORY.test(message);
	if (asked && HISTORY.test(message))
		return { ...NOTHING, kind: 'question', topic: 'history', about: ABOUT.exec(message)?.[1]?.trim() ?? '' };
	if (asked && OF_DESK.test(message))
		return { ...NOTHING, kind: 'question', topic: TOPICS.find(([, of]) => of.test(message))?.[0] ?? 'none' };
	const order = ORDERS.find(([, of]) => of.test(message))?.[0];
	const number = Number(/\d+/.exec(message)?.[0] ?? 0);
	const named = drafts.some((draft) => draft['number'] === number) ? number : newest;
	if (order !== undefined && words(message).length <= 12)
		return {
			...NOTHING,
			kind: 'order',
			order: { ...NO_ORDER, do: order, draft: named, when: order === 'plan' ? whenIn(message, text(document['today'])) : '' },
		};
	const isRequest = orderIn(message) > 0 || SEVERAL.test(message);
	if (!isRequest && (open > 0 || CHANGE.test(message))) return { ...NOTHING, kind: 'change', change: open > 0 ? open : newest };
	const posts = postsIn(message, document);
	const doing = posts.length > 1 && PLANNED.test(message) ? ({ ...NO_ORDER, do: 'plan' } as const) : NO_ORDER;
	return { ...NOTHING, kind: 'posts', posts, order: doing };
}

function postsIn(message: string, document: Record<string, unknown>): readonly Post[] {
	const language =
		IN_LANGUAGE.find(([, of]) => of.test(message))?.[0] ??
		(text(document['post_language']) || languageIn(message, text(document['language'])));
	const wishes = [...message.matchAll(WISH)].map(([, wish = '']) => wish.trim());
	const asked = message.slice(orderIn(message)).trim();
	const subject = subjectIn(asked);
	const many = SEVERAL.exec(message)?.[1]?.toLowerCase() ?? '1';
	const count = countOf(many);
	if (count > 1) {
		const about = ANY.test(message) ? text(document['about']) || 'The channel' : (ABOUT.exec(message)?.[1]?.trim() ?? subject);
		const angles = ANGLES[language] ?? ANGLES['en'] ?? [];
		return Array.from({ length: count }, (_, at) => known(`${about}: ${angles[at] ?? at + 1}`, language, wishes, about));
	}
	const given = givenIn(message, wishes);
	if (MOOD.test(asked)) return [{ subject, language, wishes, given, rests_on: 'nothing', queries: [] }];
	// “5 tips” is a wish and no fact.
	const isBare = !/\d/.test(asked.replace(/^\d{1,2}\s/u, '')) && sentencesOf(asked).length === 1;
	if (HAPPENED.test(message)) return [{ ...known(subject, language, wishes, subject), rests_on: 'news' }];
	return isBare && KNOWN.test(asked)
		? [known(subject, language, wishes, asked.replace(/[.!?…]$/u, ''))]
		: [{ subject, language, wishes, given, rests_on: 'given', queries: [] }];
}

const known = (subject: string, language: string, wishes: readonly string[], query: string): Post => ({
	...{ subject, language, wishes, given: [], rests_on: 'knowledge' },
	queries: [query.trim().slice(0, 120)],
});

/** The first thought, without its end mark. */
function subjectIn(asked: string): string {
	const first = paragraphsOf(asked).flatMap(sentencesOf)[0] ?? asked;
	const stop = first.slice(8).search(/[,;:]\s|\s[–—]\s/u);
	const thought = stop < 0 ? first : first.slice(0, stop + 8);
	return thought.trim().replace(/[.!?…]$/u, '');
}

/** What the message says, without the order and the wishes. */
function givenIn(message: string, wishes: readonly string[]): readonly string[] {
	const said = message.slice(orderIn(message));
	const sentences = paragraphsOf(said).flatMap(sentencesOf);
	return sentences.filter((sentence) => !wishes.some((wish) => sentence.replace(/[.!]$/u, '').trim() === wish));
}
