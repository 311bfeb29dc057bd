import type { IDataObject } from 'n8n-workflow';

import { say } from '../../../domain/desk/words.ts';
import { contextOf, localeOfItem, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { callOrThrow } from '../../shared/transport.ts';

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
		const answer = await callOrThrow(context, itemIndex, {
			service: 'collaboration',
			path: '/materials/list',
			body: { _svc: contextOf(context, itemIndex), limit: context.getNodeParameter('limit', itemIndex, 50) as number },
		});
		const materials = (answer['materials'] ?? []) as IDataObject[];
		const lines = materials.map((material) => {
			const error = material['error_code'] === null || material['error_code'] === undefined ? '' : ` (${String(material['error_code'])})`;
			return `${String(material['draft_key'])} · v${String(material['version'])} — ${String(material['state'])}${error}`;
		});
		return {
			json: {
				...travelling(context, itemIndex),
				materials,
				text: say('open_work', { list: lines.join('\n') }, localeOfItem(context, itemIndex)),
			},
		};
	},
};
