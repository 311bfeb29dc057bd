import { AFTERWARDS, afterwardsOf, happened as told } from '../../../domain/desk/afterwards.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

/** The place for a person's own steps: what the execution came to, without anything that permits anything. */
export const happened: Operation = {
	option: {
		name: 'Tell What Happened',
		value: 'happened',
		description: 'Give your own steps what happened: title, text, link, message, picture and who; nothing, where nothing did',
		action: 'Tell your own steps what happened',
	},
	fields: [],
	ways: AFTERWARDS,
	wayOf: ({ what }) => (typeof what === 'string' ? what : null),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const what = afterwardsOf(item);
		if (what === null) return { json: {} };
		const { baseUrl = '' } = await context.getCredentials('copydeskRendererApi', itemIndex).catch(() => ({ baseUrl: '' }));
		return { json: told(what, item, String(baseUrl).replace(/\/$/, '')) };
	},
};
