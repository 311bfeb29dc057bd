import type { IExecuteFunctions } from 'n8n-workflow';

import type { RefusedFeed } from '../../domain/api/reader.ts';
import type { Candidate, Choice, FoundItem, Known, LeftOutCounts } from '../../domain/news/choose.ts';
import type { ChosenItem } from '../../domain/news/classification.ts';
import { readNewsSettings } from '../../domain/news/settings.ts';
import type { NewsSettings } from '../../domain/news/settings.ts';
import type { Messages } from '../../domain/messages/messages.ts';
import { explain, nothingNewText, pageLeftOutText } from '../../domain/messages/sentences.ts';
import { badInput } from './faults.ts';
import { messagesOf, travelling } from './fields.ts';
import type { Travelling } from './fields.ts';
import { problem } from './material.ts';

/** A search for news, from what was read to what is offered. */
export type NewsSearch = {
	readonly topic: string | null;
	/** The one page that is looked at instead of feeds, as somebody sent it. */
	readonly link?: string;
	/** When the feeds or the page were read; ages are counted from it. */
	readonly read_at: string;
	readonly items: readonly FoundItem[];
	/** Feeds that could not be read, by name. */
	readonly refused: readonly RefusedFeed[];
	/** Addresses to ask the collaboration service about, at most 500. */
	readonly canonical_urls: readonly string[];
	/** Its answer. */
	readonly known?: readonly Known[];
	readonly candidates?: readonly Candidate[];
	readonly window_days?: Choice['window_days'];
	readonly left_out?: Choice['left_out'];
	/** What is worth a card, in the shape of an offer. */
	readonly offer?: readonly OfferedItem[];
};

export type OfferedItem = Pick<ChosenItem, 'canonical_url' | 'url' | 'host' | 'title' | 'angle' | 'source_title' | 'published_at'>;

/** What was read of an article, in the shape in which it is stored with a draft. */
export type ReadSource = {
	readonly link: string;
	readonly title: string;
	readonly site: string | null;
	readonly language: string | null;
	readonly published_at: string | null;
	readonly paywalled: boolean;
	readonly blocks: readonly { readonly id: string; readonly text: string }[];
};

/** The search of the item. @throws NodeOperationError when there is none */
export function newsOf(context: IExecuteFunctions, itemIndex: number): NewsSearch {
	const { news } = travelling(context, itemIndex);
	if (news !== undefined && Array.isArray(news.items)) return news;
	throw badInput(context, itemIndex, 'Expected a search for news in the item but found none', 'Put this node after News Desk: Read Feeds.');
}

/** The settings of the search, or why they cannot be read. */
export function newsSettingsOf(item: Travelling) {
	return readNewsSettings(item.settings ?? {});
}

/** The same where they were read before. @throws NodeOperationError when they cannot be read any more */
export function readableSettingsOf(context: IExecuteFunctions, itemIndex: number): NewsSettings {
	const read = newsSettingsOf(travelling(context, itemIndex));
	if (read.ok) return read.settings;
	throw badInput(
		context,
		itemIndex,
		`Expected readable settings but received ${read.detail}`,
		'Correct them at the head of the main graph.',
	);
}

/** Why nothing of what was read is offered. */
export function leftOutText(messages: Messages, { link, known = [] }: Pick<NewsSearch, 'link' | 'known'>, leftOut: LeftOutCounts): string {
	return link === undefined ? nothingNewText(messages, leftOut) : pageLeftOutText(messages, leftOut, known[0]?.key ?? null);
}

/** Nothing comes of the search: the problem, and the sentence for whoever asked. */
export function searchFailed(
	context: IExecuteFunctions,
	itemIndex: number,
	code: string,
	detail: string | null = null,
	text?: string,
): Travelling {
	const told = text ?? explain(messagesOf(context, itemIndex), { code, detail });
	return { ...travelling(context, itemIndex), next: 'failed', problem: problem(code, 'news', detail), text: told };
}
