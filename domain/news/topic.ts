import type { FoundItem } from './choose.ts';
import { feedsAbout } from './settings.ts';

/** Which items are about what somebody looks for. */
export interface Topic {
	/** Its words are all in the item, or a feed that was asked for them gave it. */
	isIn(item: FoundItem): boolean;
	/** The same, with its words in any form. Only the AI knows whether it is about that. */
	mayBeIn(item: FoundItem): boolean;
}

/** @param feeds of the settings, with `{topic}` in those that look for it */
export function topicOf(topic: string, feeds: readonly string[]): Topic {
	const asked = new Set(feedsAbout(feeds, topic).filter((feed) => !feeds.includes(feed)));
	const wanted = wordsOf(topic);
	const wasAsked = ({ source }: FoundItem): boolean => asked.has(source.feed_url);
	return {
		isIn(item) {
			const words = new Set(wordsOfItem(item));
			return wasAsked(item) || (wanted.length > 0 && wanted.every((word) => words.has(word)));
		},
		mayBeIn(item) {
			const words = wordsOfItem(item);
			return wasAsked(item) || (wanted.length > 0 && wanted.every((word) => words.some((other) => other.startsWith(stemOf(word)))));
		},
	};
}

/** What most forms of a word have in common. */
const stemOf = (word: string): string => word.slice(0, Math.max(4, word.length - 2));

const wordsOfItem = ({ title, summary }: FoundItem): readonly string[] => wordsOf(`${title ?? ''} ${summary ?? ''}`);

const wordsOf = (text: string): readonly string[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? [];
