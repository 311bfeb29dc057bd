import { NEWS_WINDOW_DAYS } from '../../../domain/limits.ts';
import type { LeftOutReason } from '../../../domain/news/choose.ts';
import { COLLABORATION, badInput, refusalError } from '../../shared/faults.ts';
import { contextOf, messagesOf, travelling } from '../../shared/fields.ts';
import { leftOutText, newsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import { untilAnswered } from '../../shared/patience.ts';
import { ask } from '../../shared/transport.ts';
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
		const chosen = {
			_svc: contextOf(context, itemIndex),
			topic,
			window_days: window_days ?? NEWS_WINDOW_DAYS,
			...dayOf(context, itemIndex),
			items,
		};
		// The choice was paid for: it is not lost on a service that is away for a moment.
		const reply = await untilAnswered(() => ask(context, itemIndex, 'collaboration', '/news/offer', chosen));
		if (!reply.ok) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		const { batch, items: stored, left_out } = reply.body;
		if (batch !== null) return { json: { ...item, batch, items: stored, next: 'cards' } };
		// All of it became known while the AI was choosing.
		const counts: Partial<Record<LeftOutReason, number>> = {};
		for (const { reason } of left_out) counts[reason] = (counts[reason] ?? 0) + 1;
		return { json: { ...item, batch, items: [], next: 'tell', text: leftOutText(messagesOf(context, itemIndex), news, counts) } };
	},
};
