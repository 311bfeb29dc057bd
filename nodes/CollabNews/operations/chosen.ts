import { contextOf, materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/**
 * The link of the item that a draft was begun from, kept with the card, not with the draft: a check holds the one against the other.
 * News that no card can be found for has none, and the check says so.
 */
export const chosen: Operation = {
	option: {
		name: 'Read the Chosen Item',
		value: 'chosen',
		description: 'Read the link of the item that a draft was begun from',
		action: 'Read the item of a draft',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { kind, batch_key, item: position, link } = materialOf(context, itemIndex);
		if (batch_key === null || position === null) return { json: { ...item, item_link: kind === 'news' ? null : link } };
		const { items } = await askOrThrow(context, itemIndex, '/news/read', {
			_svc: contextOf(context, itemIndex),
			batch_key,
		});
		return { json: { ...item, item_link: items.find((each) => each.item === position)?.link ?? null } };
	},
};
