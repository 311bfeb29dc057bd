import { choose as chooseOf } from '../../../domain/news/choose.ts';
import { topicOf } from '../../../domain/news/topic.ts';
import { messagesOf, travelling } from '../../shared/fields.ts';
import { leftOutText, newsOf, readableSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';

/** Decides which items may be offered; when none may, says why in numbers, and nothing is paid for. */
export const choose: Operation = {
	option: {
		name: 'Choose',
		value: 'choose',
		description: 'Leave out what is undated, unwanted, known, repeated or too old',
		action: 'Choose items that may be offered',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { items: read, ...news } = newsOf(context, itemIndex);
		const { policy, feeds } = readableSettingsOf(context, itemIndex);
		const topic = typeof news.topic === 'string' ? topicOf(news.topic, feeds) : undefined;
		const choice = chooseOf(read, news.known ?? [], policy, Date.parse(news.read_at), topic);
		// What was read is not carried further: only the candidates are needed from here on.
		const found = { ...item, news: { ...news, ...choice, items: [], canonical_urls: [] } };
		if (choice.candidates.length > 0) return { json: { ...found, next: 'ask' } };
		return { json: { ...found, next: 'tell', text: leftOutText(messagesOf(context, itemIndex), news, choice.left_out) } };
	},
};
