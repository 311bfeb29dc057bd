import { object } from '@copydesk/kit/schema';
import { publicItem } from '../news/row.ts';
import { actorRoute } from './route.ts';
import { batchKey, itemNumber, messageId, newsItem } from './schemas.ts';

/** A press of Skip. */
export const newsDismiss = actorRoute(
	'/news/dismiss',
	{
		id: 'dismissNews',
		summary: 'Dismiss an item',
		description: "Its event has to be that very press, on the presser's own delivered card.",
		request: { batch_key: batchKey, item: itemNumber, message_id: messageId },
		answer: object({ item: newsItem }),
		refuses: ['batch_not_found', 'item_not_found', 'copy_not_delivered', 'state_conflict'],
	},
	async (input, actor, { news }) => ({ item: publicItem(await news.dismiss(actor, input)) }),
);
