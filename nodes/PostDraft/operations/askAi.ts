import type { IDataObject } from 'n8n-workflow';

import { AI_TIMEOUT_MS } from '../../../domain/limits.ts';
import { badInput } from '../../shared/faults.ts';
import { travelling } from '../../shared/fields.ts';
import { isObject } from '../../../domain/isObject.ts';
import type { Operation } from '../../shared/operation.ts';
import { askText } from '../../shared/askText.ts';

/**
 * The request of the item, as it is. Its answer is read no further than its bound, unpacked: n8n's own HTTP Request node has none, and
 * one answer could end n8n. That none came goes on as `error`: the node that reads the answer knows what to do.
 */
export const askAi: Operation = {
	option: {
		name: 'Ask AI',
		value: 'askAi',
		description: 'Send the request of the item to the AI provider, and give its answer as it is',
		action: 'Ask the AI',
	},
	fields: [
		{
			displayName: 'Timeout (Ms)',
			name: 'timeoutMs',
			type: 'number',
			default: AI_TIMEOUT_MS,
			description: 'How long the provider may take',
		},
	],
	async run(context, itemIndex) {
		const { ai_url: url, request } = travelling(context, itemIndex);
		if (typeof url !== 'string' || !isObject(request))
			throw badInput(
				context,
				itemIndex,
				'Expected ai_url and request but found none',
				'Connect the node to one that builds a request and to its admission.',
			);
		const timeoutMs = context.getNodeParameter('timeoutMs', itemIndex, AI_TIMEOUT_MS) as number;
		return { json: (await askText(context, itemIndex, { service: 'texts', path: url, body: request, timeoutMs })) as IDataObject };
	},
};
