import { stepOfWork } from '../../../domain/material/work.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';
import { cardFields, cardOf, notDone } from '../pressed.ts';

/** Begins a draft of the item whose card was pressed. One press wins; the same press again gives the same draft. */
export const take: Operation = {
	option: { name: 'Take', value: 'take', description: 'Begin a draft of the item whose card was pressed', action: 'Take a news item' },
	fields: cardFields,
	async run(context, itemIndex) {
		const reply = await ask(context, itemIndex, 'collaboration', '/news/take', cardOf(context, itemIndex));
		if (!reply.ok) return { json: notDone(context, itemIndex, reply.refusal) };
		const { item: news_item, material, created } = reply.body;
		return { json: { ...travelling(context, itemIndex), news_item, material, created, next: stepOfWork(material.state) } };
	},
};
