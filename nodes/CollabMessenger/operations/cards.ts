import type { IDataObject } from 'n8n-workflow';

import { cardKey } from '../../../domain/news/batch.ts';
import { badInput } from '../../shared/faults.ts';
import { eventOf, messagesOf, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { send } from '../send.ts';

/**
 * One card for each item on offer and each recipient: the person who asked, or everybody when a service entry did. Each is a
 * delivery of its own; one that was sent, or may have been, is never sent again.
 */
export const cards: Operation = {
	option: { name: 'Send Cards', value: 'cards', description: 'Send the items on offer as cards with buttons', action: 'Send news cards' },
	fields: [],
	async run(context, itemIndex) {
		const { batch, items = [], ...rest } = travelling(context, itemIndex);
		if (batch === undefined || batch === null)
			throw badInput(context, itemIndex, 'Expected a batch of news in the item but found none', 'Put this node after Collab News.');
		const { participants = [] } = eventOf(context, itemIndex);
		const recipients = batch.entry === null ? [batch.created_by_user_id] : participants.map(({ user_id }) => user_id);
		const { batch_key } = batch;
		const deliveries: IDataObject[] = [];
		for (const { item, state } of items) {
			if (state !== 'offered') continue;
			for (const user_id of recipients) {
				const { delivery } = await send(
					context,
					itemIndex,
					{
						operation: 'card',
						purpose: 'card',
						entity_key: cardKey({ batch_key, item }),
						batch_key,
						item,
						recipient_user_id: user_id,
					},
					// A person pressed already, was disabled in the meantime, or is being sent this very card.
					['state_conflict', 'recipient_unknown', 'delivery_in_flight'],
				);
				deliveries.push({ item, user_id, ...delivery });
			}
		}
		// When a replay finds everything decided, no card is needed. One whose answer was lost may be there: the desk asks about it.
		const reached = deliveries.length === 0 || deliveries.some((one) => ['sent', 'unknown'].includes(String(one['status'])));
		const text = messagesOf(context, itemIndex).news.cardsNotDelivered;
		const outcome = reached ? { next: 'delivered' } : { next: 'failed', problem: problem('not_delivered', 'news'), text };
		return { json: { ...rest, batch, items, deliveries, ...outcome } };
	},
};
