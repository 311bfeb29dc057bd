/**
 * `copydesk_post`: the given facts in three or four paragraphs, with frames about the topic around them. It adds no number and no name. A
 * revision changes only what was asked for.
 */
import { isObject } from '@copydesk/domain/isObject';
import { asksForTitles } from '@copydesk/domain/revision/intent';
import { addressesIn } from '@copydesk/domain/text/contacts';
import { inParts } from './expressions.ts';
import { framesOf, isFrame } from './frames.ts';
import { apart, tagged, tagsFor } from './hashtags.ts';
import type { Topic } from './frames.ts';
import { labelIn, wordsIn } from './otherLanguage.ts';
import { asSentence, capitalised, hashOf, joined, paragraphsOf, sentencesOf, stem, words } from './language.ts';
import { readMaterial } from './request.ts';
import type { Material } from './request.ts';
import { subjectOf } from './subjects.ts';

type Text = Record<'title' | 'subtitle' | 'body', string>;
type PostAnswer = Text & Record<'category' | 'image_prompt', string> & { readonly other_titles?: readonly string[] };

const PAUSE = /[,:;]\s|\s[—–]\s|\s(?=\(|(?:that|which|because|after|while|who|between|with|from|от|для|между|после|потому)\s|котор)/gu;
const DANGLING = inParts(
	String.raw`(?:[\s,;:—–-]+(?:a|an|the|and|or|of|in|on|at|to|for|with|from|by|is|are|will|has|have|every|this|their|its|`,
	String.raw`и|или|а|но|в|во|на|о|об|с|со|к|по|за|из|от|до|для|что|это|его|её|их|будет)?)+$`,
);

/**
 * A line of at most `max` units without addresses, which a cover refuses. It ends at the end of a thought, near `aim` units if possible.
 */
function headline(text: string, aim: number, max: number): string {
	const line = text
		.split(/\s+/u)
		.filter((word) => addressesIn(word).length === 0)
		.join(' ')
		.replace(/(?<![.…])[.…]+$/u, '')
		.trim();
	if (line.length <= aim) return line;
	const stop = [...line.matchAll(PAUSE)].map((match) => match.index).findLast((at) => at >= Math.min(18, aim / 3) && at <= aim);
	if (stop === undefined && line.length <= max) return line;
	return line
		.slice(0, stop ?? line.lastIndexOf(' ', aim))
		.slice(0, max)
		.replace(DANGLING, '');
}

/** A post with fewer sentences would be thin. With more frames all posts would sound alike. */
const ENOUGH_SENTENCES = 3;
/** With so many facts, a post needs no closing line. */
const FULL_SENTENCES = 5;
/** Longer topics are named in full only once. */
const SHORT_TOPIC_UNITS = 28;

function topicOf({ language, topic }: Material, units = SHORT_TOPIC_UNITS): Topic {
	if (topic === null) return { topic: '', about: language === 'ru' ? 'об этом' : 'about this' };
	const named = topic.isClause ? topic.words : headline(topic.words, units, units);
	if (language === 'en') return { topic: named, about: `about ${named}` };
	if (topic.isClause) return { topic: named, about: `о том, ${named}` };
	return { topic: named, about: topic.preposition === '' ? `на тему «${named}»` : `${topic.preposition} ${named}` };
}

const thoughtsOf = (material: Material, seed: number): string[] => framesOf(material.language, 'thought', topicOf(material), seed);
const closingOf = (material: Material, seed: number): string[] =>
	framesOf(material.language, 'closing', topicOf(material), seed).slice(0, 1);
const leadOf = (material: Material, seed: number): string[] =>
	material.topic === null
		? []
		: framesOf(material.language, material.topic.isClause ? 'question' : 'opening', topicOf(material, Infinity), seed).slice(0, 1);

/** Possible titles, best first: the topic, then the facts. */
function titlesOf({ language, topic, sentences, limits }: Material): string[] {
	const named = topic?.isClause === false && language === 'ru' ? `${topic.preposition} ${topic.words}` : (topic?.words ?? '');
	const lines = [named.replace(/^(?:an?|the)\s+(?=\p{L}+\s)/iu, ''), ...sentences];
	return lines.map((line) => capitalised(headline(line, limits.titleAim, limits.titleMax))).filter((line) => line !== '');
}

/** Two more: what the facts give, or the present one as a question or a promise. */
function moreTitles(material: Material, title: string, before: string): string[] {
	const { language, limits } = material;
	const named = headline(title, limits.titleAim - 12, limits.titleAim - 12);
	const frames = language === 'ru' ? [`${named}: коротко`, `${named}: что важно`] : [`${named}: in short`, `${named}: what matters`];
	return [...new Set([...titlesOf(material), ...frames])].filter((line) => line !== title && line !== before).slice(0, 2);
}

/** The last fact that is not the title, or a general line. */
function subtitleOf(material: Material, title: string, seed: number): string {
	const { language, sentences, limits } = material;
	const facts = sentences.map((sentence) => headline(sentence, limits.subtitleMax, limits.subtitleMax)).reverse();
	const lines = [...facts.filter((line) => !line.startsWith(title)), ...framesOf(language, 'subtitle', topicOf(material), seed)];
	return lines.find((line) => line.length <= limits.subtitleMax) ?? '';
}

/** All facts first; only if they are few, frames about the topic follow. */
function compose(material: Material, seed: number): string {
	const { limits } = material;
	const given = [...material.sentences];
	const lead = leadOf(material, seed);
	const first = lead.length > 0 ? lead : given.splice(0, 1);
	const second: string[] = [];
	const third: string[] = [];
	const isShort = material.sentences.length < FULL_SENTENCES;
	const paragraphs = [first, second, third, isShort ? closingOf(material, seed) : []];
	for (const sentence of given) if (joined([first, second, [sentence]]).length <= limits.bodyMax) second.push(sentence);
	if (second.length > 4) third.push(...second.splice(Math.ceil(second.length / 2)));
	for (const thought of thoughtsOf(material, seed).slice(0, Math.max(0, ENOUGH_SENTENCES - material.sentences.length)))
		if (joined(paragraphs).length < limits.aimFrom) third.push(thought);
	return joined(joined(paragraphs).length > limits.bodyMax ? paragraphs.slice(0, 3) : paragraphs);
}

/** If the post needs a language that the stand-in does not write, or another one than the request. */
function inOtherLanguage(document: Record<string, unknown>, { topic, sentences, limits }: Material, title: string): PostAnswer | null {
	const tag = document['language'];
	const current = isObject(document['current']) ? document['current'] : null;
	const given = current === null ? [topic?.words ?? '', ...sentences].join(' ') : String(current['body'] ?? '');
	const words = wordsIn(tag, given);
	if (words === null) return null;
	const { category, picture } = subjectOf(given);
	const image_prompt = `Editorial illustration: ${picture}. Natural light, no lettering, no logos, no faces. ${category.en}.`;
	if (words !== 'given') return { ...words, subtitle: '', image_prompt };
	const lines = [topic?.words ?? '', ...sentences].filter((line) => line !== '').map(asSentence);
	const body = current === null ? lines.join('\n\n') : given;
	const kept = current === null ? title : String(current['title'] ?? title);
	return {
		title: headline(kept, limits.titleAim, limits.titleMax),
		subtitle: '',
		body,
		category: labelIn(String(tag), given),
		image_prompt,
	};
}

/** Answers a `copydesk_post` request: a first text or a revision. */
export function writePost(document: Record<string, unknown>): PostAnswer {
	const limits = isObject(document['limits']) ? document['limits'] : {};
	const current = isObject(document['current']) ? document['current'] : null;
	const before = apart(String(current?.['body'] ?? ''));
	const written = writeText(current === null ? document : { ...document, current: { ...current, body: before.text } });
	const most = Number(limits['hashtags_max'] ?? 0);
	if (!(most > 0)) return written;
	const tags = before.tags.length > 0 ? before.tags.slice(0, most) : tagsFor(written.category, `${written.title} ${written.body}`, most);
	return { ...written, body: tagged(written.body, tags, Number(limits['body_max_units'] ?? Infinity)) };
}

function writeText(document: Record<string, unknown>): PostAnswer {
	const material = readMaterial(document);
	const said = [material.topic?.words ?? '', ...material.sentences].join(' ');
	const seed = hashOf(said);
	const [title = ''] = titlesOf(material);
	const other = inOtherLanguage(document, material, title);
	if (other !== null) return other;
	const { text, view } = isObject(document['current'])
		? revise(material, document['current'], String(document['feedback'] ?? ''))
		: { text: { title, subtitle: subtitleOf(material, title, seed), body: compose(material, seed) }, view: '' };
	const { category, picture } = subjectOf(said);
	const before = isObject(document['current']) ? String(document['current']['title'] ?? '') : '';
	return {
		...text,
		...(asksForTitles(String(document['feedback'] ?? '')) ? { other_titles: moreTitles(material, text.title, before) } : {}),
		category: category[material.language],
		image_prompt:
			`Editorial illustration for "${text.title}": ${view}${picture}. Natural light, depth, a calm composition with room at the lower ` +
			'edge, no lettering, no logos, no faces.',
	};
}

const WISHES = {
	named: /^(?:title|headline|заголовок)\s*:\s*(?<title>\S.*)$/imu,
	title: /\b(?:titles?|headlines?)\b|(?<!под)заголов/iu,
	shorter: /\b(?:short\w*|tight\w*|trim|brief\w*|concise|cut (?:it|the text)|less text)\b|короче|сократи|ужми|лаконичн/iu,
	longer: /\b(?:longer|more detail\w*|expand|elaborate)\b|подробнее|длиннее|разверни|расшир/iu,
	picture: /\b(?:picture|image|illustration|photo\w*|drawing|painting|cover art)\b|картин|изображени|иллюстраци|фото|рисун/iu,
	added: inParts(
		String.raw`(?:\b(?:mention|add|include|note|say|point out|remind|tell)\b|(?:добав|упомян|укаж|скаж|напиш|расскаж|напомн|встав)\p{L}+)`,
		String.raw`(?:\s+(?:people|readers|a line|a sentence|ещё|также|фразу|предложение))*(?:,?\s*(?:that|что)|:)?`,
		String.raw`\s+(?<what>(?:(?<link>about|on|про|обо?|о)\s+)?(?!(?:it|this|that|more|больше)\b)[^.!?]{3,300})`,
	),
	removed: inParts(
		String.raw`(?:\b(?:remove|drop|delete|leave out|take out|without)\b|(?:убер|удали|выкин|исключи)\p{L}*|без)\s+(?:the\s+)?`,
		String.raw`(?:(?:part|sentence|line|words?|paragraph|часть|предложение|фразу|абзац|слова?)\s+)?`,
		String.raw`(?:about|on|with|обо?|о|про|с)?\s*(?<what>[^.!?]{3,200})`,
	),
};
const VIEWS = ['seen from further away', 'at another hour of the day', 'from a lower angle', 'in softer light', 'a little nearer'];

/** Removes the sentences that contain most of the words. */
function without(paragraphs: readonly string[][], what: string): string[][] {
	const stems = new Set(
		words(what)
			.map(stem)
			.filter((one) => one.length > 2),
	);
	const shared = (sentence: string): number =>
		new Set(
			words(sentence)
				.map(stem)
				.filter((one) => stems.has(one)),
		).size;
	const most = Math.max(1, ...paragraphs.flat().map(shared));
	return paragraphs.map((sentences) => sentences.filter((sentence) => shared(sentence) < most));
}

/** Drops sentences from the end, frames first, until the text fits; two sentences stay. */
function cut(paragraphs: readonly string[][], units: number): void {
	for (const gives of [isFrame, () => true])
		for (const sentences of [...paragraphs].reverse())
			for (let index = sentences.length - 1; index >= 0; index -= 1)
				if (joined(paragraphs).length > units && paragraphs.flat().length > 2 && gives(sentences[index] as string))
					sentences.splice(index, 1);
}

/** Other frames around the same facts. */
function reframe(material: Material, paragraphs: readonly string[][], seed: number): string[][] {
	const fresh = thoughtsOf(material, seed);
	const lead = leadOf(material, seed);
	return paragraphs.map((sentences, index) =>
		sentences.map((sentence) => {
			if (!isFrame(sentence)) return sentence;
			const own = index === 0 ? lead : index === paragraphs.length - 1 ? closingOf(material, seed) : [];
			return own[0] ?? fresh.shift() ?? sentence;
		}),
	);
}

/** Carries out a revision visibly. A wish that it does not understand gets other frames around the same facts. */
function revise(material: Material, current: Record<string, unknown>, feedback: string): { text: Text; view: string } {
	const { language, limits } = material;
	const [title = '', subtitle = '', body = ''] = ['title', 'subtitle', 'body'].map((field) => String(current[field] ?? ''));
	const turn = hashOf(`${feedback}|${body}`);
	const found = (wish: keyof typeof WISHES): RegExpExecArray | null => WISHES[wish].exec(feedback);
	const view = `${VIEWS[turn % VIEWS.length] ?? ''}; `;
	const named = found('named')?.groups?.['title'];
	const removed = found('removed')?.groups?.['what'];
	const added = removed === undefined ? found('added')?.groups : undefined;
	let paragraphs = paragraphsOf(body).map(sentencesOf);
	if (named !== undefined || found('title') !== null) {
		const other = titlesOf(material).find((line) => line !== title) ?? title;
		return { text: { title: named === undefined ? other : headline(named, limits.titleMax, limits.titleMax), subtitle, body }, view };
	}
	if (found('picture') !== null)
		return { text: { title, subtitle, body }, view: `${feedback.replace(/\s+/gu, ' ').slice(0, 400)}; ${view}` };
	const place = Math.max(
		0,
		paragraphs.findLastIndex((sentences) => !sentences.every(isFrame)),
	);
	if (removed !== undefined) paragraphs = without(paragraphs, removed);
	else if (added !== undefined) {
		const about = language === 'ru' ? 'И отдельно ' : 'And a word ';
		paragraphs[place]?.push(asSentence(`${added['link'] === undefined ? '' : about}${added['what'] ?? ''}`));
	} else if (found('shorter') !== null) cut(paragraphs, body.length * 0.7);
	else if (found('longer') !== null) paragraphs[place]?.push(...thoughtsOf(material, turn).slice(0, 2));
	else paragraphs = reframe(material, paragraphs, turn);
	cut(paragraphs, limits.bodyMax);
	return { text: { title, subtitle: subtitle || subtitleOf(material, title, turn), body: joined(paragraphs) }, view };
}
