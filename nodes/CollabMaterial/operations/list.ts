import { openWorkText } from '../../../domain/messages/sentences.ts';
import { contextOf, messagesOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Open work, newest first, also as a text for a person. */
export const list: Operation = {
	option: { name: 'List Open Work', value: 'list', description: 'List the materials that are in work', action: 'List open work' },
	fields: [
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
		},
	],
	async run(context, itemIndex) {
		const { materials } = await askOrThrow(context, itemIndex, '/materials/list', {
			_svc: contextOf(context, itemIndex),
			limit: context.getNodeParameter('limit', itemIndex, 50),
		});
		const text = openWorkText(messagesOf(context, itemIndex), 'UTC', materials, materials.length);
		return { json: { ...travelling(context, itemIndex), materials, text } };
	},
};
