import { NEWS_WINDOW_DAYS } from '../../../domain/limits.ts';
import type { LeftOutReason } from '../../../domain/news/choose.ts';
import { badInput } from '../../shared/faults.ts';
import { contextOf, messagesOf, travelling } from '../../shared/fields.ts';
import { leftOutText, newsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';
import { dayField, dayOf } from '../../shared/day.ts';

/** Stores what was chosen as a batch. The same event or day again gives the stored one. */
export const offer: Operation = {
	option: { name: 'Offer', value: 'offer', description: 'Store what was chosen as a batch on offer', action: 'Offer news' },
	fields: [dayField],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const news = newsOf(context, itemIndex);
		const { offer: items, topic, window_days } = news;
		if (items === undefined)
			throw badInput(
				context,
				itemIndex,
				'Expected chosen news in the item but found none',
				'Put this node after News Desk: Parse Classification.',
			);
		const {
			batch,
			items: stored,
			left_out,
		} = await askOrThrow(context, itemIndex, 'collaboration', '/news/offer', {
			_svc: contextOf(context, itemIndex),
			topic,
			window_days: window_days ?? NEWS_WINDOW_DAYS,
			...dayOf(context, itemIndex),
			items,
		});
		if (batch !== null) return { json: { ...item, batch, items: stored, next: 'cards' } };
		// All of it became known while the AI was choosing.
		const counts: Partial<Record<LeftOutReason, number>> = {};
		for (const { reason } of left_out) counts[reason] = (counts[reason] ?? 0) + 1;
		return { json: { ...item, batch, items: [], next: 'tell', text: leftOutText(messagesOf(context, itemIndex), news, counts) } };
	},
};
