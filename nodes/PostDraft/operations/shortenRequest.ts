import { shortenRequest as build } from '../../../domain/ai/post.ts';
import { badInput } from '../../shared/faults.ts';
import { settingsOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { textUrl } from '../../shared/transport.ts';

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
		const { written, max_units: maxUnits } = item;
		if (written === undefined || maxUnits === undefined)
			throw badInput(context, itemIndex, 'Expected a text that is too long in the item but found none', 'Put this node after Parse Text.');
		const ai_url = await textUrl(context, itemIndex, item.settings?.['ai_base_url']);
		return {
			json: {
				...item,
				ai_url,
				request: build(written, maxUnits, settingsOf(context, itemIndex)),
				purpose: 'text_shorten',
			},
		};
	},
};
