import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';
import { cardFields, cardOf, notDone } from '../pressed.ts';

/** Closes the item whose card was pressed, for both people. */
export const dismiss: Operation = {
	option: { name: 'Dismiss', value: 'dismiss', description: 'Drop the item whose card was pressed', action: 'Dismiss a news item' },
	fields: cardFields,
	async run(context, itemIndex) {
		const reply = await ask(context, itemIndex, 'collaboration', '/news/dismiss', cardOf(context, itemIndex));
		if (!reply.ok) return { json: notDone(context, itemIndex, reply.refusal) };
		return { json: { ...travelling(context, itemIndex), news_item: reply.body.item, next: 'dismissed' } };
	},
};
