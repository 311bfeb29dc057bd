import type { IExecuteFunctions } from 'n8n-workflow';

import type { Material, ReadMaterialRequest } from '../../../domain/api/collaboration.ts';
import { refusalError } from '../../shared/faults.ts';
import { contextOf, materialOf, optionalNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Reads one version. That there is none is an answer for a person, not a fault. */
export const read: Operation = {
	option: { name: 'Read', value: 'read', description: 'Read a version of a draft', action: 'Read a material' },
	fields: [
		{
			displayName: 'Which Version',
			name: 'which',
			type: 'options',
			default: 'named',
			description: 'Which version to read',
			options: [
				{ name: 'Named', value: 'named', description: 'The version named below, or the newest one' },
				{ name: 'Previous', value: 'previous', description: 'The version before the one of the item, into the field previous' },
			],
		},
		{ ...textField('draftKey', 'Draft Key', 'subject.draft_key', 'Key of the draft'), displayOptions: { show: { which: ['named'] } } },
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>subject.version</code> of the item; the newest one if that is empty too.',
			displayOptions: { show: { which: ['named'] } },
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const isPrevious = context.getNodeParameter('which', itemIndex, 'named') === 'previous';
		const wanted = isPrevious ? previousOf(materialOf(context, itemIndex)) : namedOf(context, itemIndex);
		// A first version has nothing before it.
		if (wanted === null) return { json: { ...item, previous: null } };
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/read', { _svc: contextOf(context, itemIndex), ...wanted });
		if (reply.ok) return { json: { ...item, [isPrevious ? 'previous' : 'material']: reply.body.material, next: 'found' } };
		if (reply.refusal.code !== 'material_not_found') throw refusalError(context, itemIndex, 'The collaboration service', reply.refusal);
		return { json: { ...item, problem: { code: 'material_not_found', stage: 'read' }, next: 'missing' } };
	},
};

type Wanted = Omit<ReadMaterialRequest, '_svc'>;

function namedOf(context: IExecuteFunctions, itemIndex: number): Wanted {
	const version = optionalNumber(context, itemIndex, 'version', 'subject.version');
	return { draft_key: requiredText(context, itemIndex, 'draftKey', 'subject.draft_key'), ...(version === null ? {} : { version }) };
}

function previousOf({ draft_key, version }: Material): Wanted | null {
	return version > 1 ? { draft_key, version: version - 1 } : null;
}
