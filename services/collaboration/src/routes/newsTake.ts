import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { publicItem } from '../news/row.ts';
import { actorRoute } from './route.ts';
import { batchKey, itemNumber, material, messageId, newsItem } from './schemas.ts';

/** A press of Write it: takes the item and begins its draft, in one step. */
export const newsTake = actorRoute(
	'/news/take',
	{
		id: 'takeNews',
		summary: 'Take an item, and begin its draft, in one step',
		description: `Its event has to be that very press, on the presser's own delivered card. Of all who press, one wins; the same event
again is answered with the draft that it began.`,
		request: { batch_key: batchKey, item: itemNumber, message_id: messageId },
		answer: object({ item: newsItem, material, created: Joi.boolean() }),
		refuses: ['batch_not_found', 'item_not_found', 'copy_not_delivered', 'state_conflict', 'source_taken', 'draft_open'],
	},
	async (input, actor, { news }) => {
		const { item, material: begun, created } = await news.take(actor, input);
		return { item: publicItem(item), material: publicMaterial(begun), created };
	},
);
