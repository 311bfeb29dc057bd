import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { announceDecision } from './decision.ts';
import { sayStatus } from './status.ts';

/** How a publication or a revision came out: both participants are told of what was done, the one who asked of what was not. */
export const outcome: Operation = {
	option: {
		name: 'Tell the Outcome',
		value: 'outcome',
		description: 'Tell how the publication or the revision of the item came out',
		action: 'Tell how a decision came out',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { next, decision, shown } = item;
		if (next === 'published') return await announceDecision(context, itemIndex, 'published');
		// What stopped before anybody saw it is closed without a word.
		if (shown === true) return await announceDecision(context, itemIndex, 'superseded');
		if (decision === 'publish' && next === 'refused') return await sayStatus(context, itemIndex, 'publish_failed');
		if (next === 'unknown') return await sayStatus(context, itemIndex, 'publish_unknown');
		// The node after the graph says what such an item brings.
		return next === 'say' || shown === false ? { json: item } : await sayStatus(context, itemIndex, 'refused');
	},
};
