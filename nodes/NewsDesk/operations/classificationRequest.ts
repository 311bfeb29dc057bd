import { classificationRequest as build } from '../../../domain/news/classification.ts';
import { settingsOf, travelling } from '../../shared/fields.ts';
import { newsOf, readableSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import { textUrl } from '../../shared/transport.ts';

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
		const request = build(candidates, topic, cards, settingsOf(context, itemIndex), link !== undefined);
		const ai_url = await textUrl(context, itemIndex, item.settings?.['ai_base_url']);
		return { json: { ...item, ai_url, request, purpose: 'classification' } };
	},
};
