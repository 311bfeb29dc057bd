/** `copydesk_post`: the given facts in their own words, in paragraphs, and nothing else. A revision changes only what was asked for. */
import { isObject } from '@copydesk/domain/isObject';
import { asksForTitles } from '@copydesk/domain/revision/intent';
import { addressesIn } from '@copydesk/domain/text/contacts';
import { inParts } from './expressions.ts';
import { apart, tagged, tagsFor } from './hashtags.ts';
import { labelIn, noteIn } from './otherLanguage.ts';
import { asSentence, capitalised, hashOf, joined, paragraphsOf, sentencesOf, stem, words } from './language.ts';
import { readMaterial, type Material } from './request.ts';
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

/** What the request is about, as a sentence. */
const leadOf = ({ topic }: Material): string[] =>
	topic === null ? [] : [asSentence(`${topic.preposition} ${topic.words}${topic.isQuestion ? '?' : ''}`)];

/** Possible titles, best first: the topic, then the facts. */
function titlesOf({ topic, sentences, limits }: Material): string[] {
	const named = topic === null ? '' : `${topic.preposition} ${topic.words}`.trim();
	const lines = [named.replace(/^(?:an?|the)\s+(?=\p{L}+\s)/iu, ''), ...sentences];
	return lines.map((line) => capitalised(headline(line, limits.titleAim, limits.titleMax))).filter((line) => line !== '');
}

/** Two more: what the facts give, or the present one as a question or a call. No cover says the same in title and subtitle. */
function moreTitles(material: Material, { title, subtitle }: Text, before: string): string[] {
	const { limits } = material;
	const named = headline(title, limits.titleAim - 12, limits.titleAim - 12);
	const lines = [...titlesOf(material), `${named}?`, `${named}!`];
	return [...new Set(lines)].filter((line) => ![title, subtitle, before].includes(line)).slice(0, 2);
}

/** The last fact that is not the title; nothing if there is none. */
function subtitleOf({ sentences, limits }: Material, title: string): string {
	const facts = sentences.map((sentence) => headline(sentence, limits.subtitleMax, limits.subtitleMax)).reverse();
	return facts.find((line) => !line.startsWith(title) && line.length <= limits.subtitleMax) ?? '';
}

/** All facts that fit: what the request is about, then the rest in one or two paragraphs. */
function compose(material: Material): string {
	const given = [...material.sentences];
	const lead = leadOf(material);
	const first = lead.length > 0 ? lead : given.splice(0, 1);
	const second: string[] = [];
	for (const sentence of given) if (joined([first, second, [sentence]]).length <= material.limits.bodyMax) second.push(sentence);
	const third = second.length > 4 ? second.splice(Math.ceil(second.length / 2)) : [];
	return joined([first, second, third]);
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
	const current = isObject(document['current']) ? document['current'] : null;
	const wish = String(document['feedback'] ?? '');
	const said = [material.topic?.words ?? '', ...material.sentences].join(' ');
	const given = current === null ? said : String(current['body'] ?? '');
	const [title = ''] = titlesOf(material);
	const tag = String(document['language'] ?? material.language);
	const { category, picture } = subjectOf(said);
	const note = noteIn(tag, given);
	const { text, view } =
		note !== null
			? { text: note, view: '' }
			: current !== null
				? revise(material, current, wish)
				: { text: { title, subtitle: subtitleOf(material, title), body: compose(material) }, view: '' };
	return {
		...text,
		...(asksForTitles(wish) ? { other_titles: moreTitles(material, text, String(current?.['title'] ?? '')) } : {}),
		category: tag === 'en' || tag === 'ru' ? category[tag] : labelIn(tag, given),
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

/** Drops sentences from the end until the text fits; two sentences stay. */
function cut(paragraphs: readonly string[][], units: number): void {
	for (const sentences of [...paragraphs].reverse())
		for (let index = sentences.length - 1; index >= 0; index -= 1)
			if (joined(paragraphs).length > units && paragraphs.flat().length > 2) sentences.splice(index, 1);
}

/** The same sentences in another order; a single one ends with another mark. */
function reordered(paragraphs: readonly string[][]): string[][] {
	const [first = '', ...rest] = paragraphs.flat();
	if (rest.length === 0) return [[first.endsWith('!') ? `${first.slice(0, -1)}.` : `${first.replace(/[.?…]$/u, '')}!`]];
	return rest.length === 1 ? [[...rest, first]] : [[first], [...rest.slice(1), rest[0] ?? '']];
}

/** Carries out a revision visibly. A wish that it does not understand gets the same facts in another order. */
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
		const titles = titlesOf(material).filter((line) => line !== title);
		const other = titles.find((line) => line !== subtitle) ?? titles[0] ?? title;
		return { text: { title: named === undefined ? other : headline(named, limits.titleMax, limits.titleMax), subtitle, body }, view };
	}
	if (found('picture') !== null)
		return { text: { title, subtitle, body }, view: `${feedback.replace(/\s+/gu, ' ').slice(0, 400)}; ${view}` };
	const untold = material.sentences.filter((sentence) => !body.includes(sentence)).slice(0, 2);
	if (removed !== undefined) paragraphs = without(paragraphs, removed);
	else if (added !== undefined) {
		const about = language === 'ru' ? 'И отдельно ' : 'And a word ';
		paragraphs.at(-1)?.push(asSentence(`${added['link'] === undefined ? '' : about}${added['what'] ?? ''}`));
	} else if (found('shorter') !== null) cut(paragraphs, body.length * 0.79);
	else if (found('longer') !== null && untold.length > 0) paragraphs.at(-1)?.push(...untold);
	else paragraphs = reordered(paragraphs);
	cut(paragraphs, limits.bodyMax);
	return { text: { title, subtitle: subtitle || subtitleOf(material, title), body: joined(paragraphs) }, view };
}
