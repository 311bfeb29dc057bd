import type { IExecuteFunctions } from 'n8n-workflow';

import type { LeftOutCounts } from '../../domain/news/choose.ts';
import { readNewsSettings, type NewsSettings } from '../../domain/news/settings.ts';
import type { Messages } from '../../domain/messages/messages.ts';
import { explain, nothingNewText, pageLeftOutText } from '../../domain/messages/sentences.ts';
import { badInput } from './faults.ts';
import { messagesOf, travelling } from './fields.ts';
import { problem } from './material.ts';
import type { NewsSearch, Travelling } from './item.ts';

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
	return link === undefined ? nothingNewText(messages, leftOut) : pageLeftOutText(messages, leftOut, known[0]?.number ?? null);
}

/** Nothing comes of the search: the problem, and the sentence for the person who asked. */
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
