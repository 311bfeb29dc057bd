import type { Material } from '../../../domain/api/collaboration.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import { writtenOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { namedFields, namedOf, readMaterial, type Named } from '../named.ts';

/** Reads one version. A missing one is an answer for a person, not a fault. */
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
		...namedFields.map((field) => ({ ...field, displayOptions: { show: { which: ['named'] } } })),
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const isPrevious = context.getNodeParameter('which', itemIndex, 'named') === 'previous';
		const wanted = isPrevious ? previousOf(materialOf(context, itemIndex)) : namedOf(context, itemIndex);
		// A first version has nothing before it.
		if (wanted === null) return { json: { ...item, previous: null } };
		let material = await readMaterial(context, itemIndex, wanted);
		// A version that stopped before it had a text revises nothing: what it was to revise is further back.
		while (isPrevious && material !== undefined && writtenOf(material).body === '' && material.version > 1)
			material = await readMaterial(context, itemIndex, { draft_key: material.draft_key, version: material.version - 1 });
		// A correction that was rejected changed nothing: the post shows what the one before it corrected.
		const { corrects } = isPrevious ? materialOf(context, itemIndex) : { corrects: null };
		if (isPrevious && typeof corrects === 'number' && material?.state === 'rejected')
			material = await readMaterial(context, itemIndex, { draft_key: material.draft_key, version: corrects });
		if (isPrevious && material !== undefined && writtenOf(material).body === '') return { json: { ...item, previous: null } };
		return material === undefined
			? { json: { ...item, problem: { code: 'material_not_found', stage: 'read' }, next: 'missing' } }
			: { json: { ...item, [isPrevious ? 'previous' : 'material']: material, next: 'found' } };
	},
};

function previousOf({ draft_key, version }: Material): Named | null {
	return version > 1 ? { draft_key, version: version - 1 } : null;
}
