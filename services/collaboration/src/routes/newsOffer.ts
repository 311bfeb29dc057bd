import Joi from 'joi';
import { MAX_CARDS, MAX_TOPIC_UNITS } from '@copydesk/domain/limits';
import { object, orNull } from '@copydesk/kit/schema';
import { publicBatch, publicItem } from '../news/row.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, day, leftOutAddress, newNewsItem, newsBatch, newsItem, windowDays } from './schemas.ts';

/** Stores the batch of a paid classification, once per event, and once per day for a scheduled entry. */
export const newsOffer = actorRoute(
	'/news/offer',
	{
		id: 'offerNews',
		summary: 'A batch of news, once for each event and each day',
		description: `Settles the paid classification, and leaves out what became known meanwhile; when that is all, there is no batch. The same
event, or the same day, gives the batch that is stored, and writes nothing. \`day\` belongs to a service entry, which needs it.`,
		request: {
			topic: Joi.string().min(1).max(MAX_TOPIC_UNITS).allow(null),
			window_days: windowDays,
			day: day.optional(),
			items: Joi.array().items(newNewsItem).min(1).max(MAX_CARDS),
		},
		maxBytes: MATERIAL_BYTES,
		answer: object({
			batch: orNull(newsBatch),
			items: Joi.array().items(newsItem),
			created: Joi.boolean(),
			left_out: Joi.array().items(leftOutAddress),
		}),
		entry: 'schedule',
	},
	async (input, actor, { news }) => {
		const { batch, items, created, left_out } = await news.offer(actor, input);
		return { batch: batch === null ? null : publicBatch(batch), items: items.map(publicItem), created, left_out };
	},
);
