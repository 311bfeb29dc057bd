import { shortenRequest as build } from '../../../domain/ai/post.ts';
import { badInput } from '../../shared/faults.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askingText, sentTo } from '../../shared/provider.ts';

/** The one bounded shortening of a text that is over its bound. */
export const shortenRequest: Operation = {
	option: {
		name: 'Build Shortening Request',
		value: 'shortenRequest',
		description: 'Prepare the one request to shorten a text that is too long',
		action: 'Build a shortening request',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { written, max_units: bounds } = item;
		if (written === undefined || bounds === undefined)
			throw badInput(context, itemIndex, 'Expected a text that is too long in the item but found none', 'Put this node after Parse Text.');
		const { settings, ai } = await askingText(context, itemIndex);
		return {
			json: {
				...item,
				...sentTo(ai, build(written, bounds, settings)),
				purpose: 'text_shorten',
			},
		};
	},
};
