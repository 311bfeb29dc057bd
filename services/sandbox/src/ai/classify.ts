/** `copydesk_news_classification`: selects the items about the topic, and says what a post about each would tell. */
import { DEFAULT_CARDS, MAX_CARDS_PER_HOST, MAX_CLASSIFICATION_ANGLE_UNITS, MAX_CLASSIFICATION_TITLE_UNITS } from '@copydesk/domain/limits';
import { asSentence, sentencesOf, stem, words } from './language.ts';

interface Item {
	readonly n?: unknown;
	readonly title?: unknown;
	readonly summary?: unknown;
	readonly host?: unknown;
}

/** Shorter words occur in every text. */
const MIN_WORD_UNITS = 4;

const lineOf = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');

/** The selected items in the order of the request: newest first. */
export function classify(
	document: Record<string, unknown>,
	instructions: string,
): { items: { n: string; title: string; angle: string }[] } {
	const cards = Number(/choose at most (\d+)/.exec(instructions)?.[1] ?? DEFAULT_CARDS);
	const topic = words(lineOf(document['topic']))
		.filter((word) => word.length >= MIN_WORD_UNITS)
		.map(stem);
	const perHost = new Map<unknown, number>();
	const given = Array.isArray(document['items']) ? (document['items'] as Item[]) : [];
	const items = given.flatMap((item) => {
		const title = lineOf(item.title);
		const summary = lineOf(item.summary);
		const said = new Set(words(`${title} ${summary}`).map(stem));
		const count = (perHost.get(item.host) ?? 0) + 1;
		if (title === '' || title.length > MAX_CLASSIFICATION_TITLE_UNITS || count > MAX_CARDS_PER_HOST) return [];
		if (topic.length > 0 && !topic.some((word) => said.has(word))) return [];
		perHost.set(item.host, count);
		const angle = asSentence(sentencesOf(summary)[0] ?? title);
		return [{ n: String(item.n), title, angle: angle.length > MAX_CLASSIFICATION_ANGLE_UNITS ? asSentence(title) : angle }];
	});
	return { items: items.slice(0, cards) };
}
