import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { object, orNull } from '@copydesk/kit/schema';
import { publicBatch, publicItem } from '../news/row.ts';
import { actorRoute } from './route.ts';
import { batchKey, day, newsBatch, newsItem } from './schemas.ts';

/** A batch with its items. */
export const newsRead = actorRoute(
	'/news/read',
	{
		id: 'readNews',
		summary: 'A batch with its items',
		description: 'By its key, or by its day; without either, the batch of this event. Null when there is none.',
		request: { batch_key: batchKey.optional(), day: day.optional() },
		answer: object({ batch: orNull(newsBatch), items: Joi.array().items(newsItem) }),
		entry: 'schedule',
	},
	async (input, actor, { news }) => {
		if (input.batch_key !== undefined && input.day !== undefined)
			throw new CopydeskError('invalid_request', 'day', { fields: [{ path: 'day', message: 'Expected a key or a day, not both' }] });
		const { batch, items } = await news.read(actor, input);
		return { batch: batch === null ? null : publicBatch(batch), items: items.map(publicItem) };
	},
);
