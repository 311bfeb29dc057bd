import { classificationRequest as build } from '../../../domain/news/classification.ts';
import { travelling } from '../../shared/fields.ts';
import { newsOf, readableSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import { askingText, sentTo } from '../../shared/provider.ts';

/** The one question about news: which of the candidates are worth a card. */
export const classificationRequest: Operation = {
	option: {
		name: 'Build Classification Request',
		value: 'classificationRequest',
		description: 'Prepare the one request that chooses among the candidates',
		action: 'Build a classification request',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { candidates = [], topic, link } = newsOf(context, itemIndex);
		const { cards } = readableSettingsOf(context, itemIndex);
		const { settings, ai } = await askingText(context, itemIndex);
		const request = build(candidates, topic, cards, settings, link !== undefined);
		return { json: { ...item, ...sentTo(ai, request), purpose: 'classification' } };
	},
};
