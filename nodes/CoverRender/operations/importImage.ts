import { badInput } from '../../shared/faults.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { importBytes } from '../importBytes.ts';

/** A PNG of your own instead of a generated one. */
export const importImage: Operation = {
	option: { name: 'Import Image', value: 'importImage', description: 'Store a PNG of the item at the renderer', action: 'Import an image' },
	fields: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryField',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input field that holds the PNG',
			description: 'Name of the binary field that holds the PNG',
		},
	],
	async run(context, itemIndex) {
		const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, context.getNodeParameter('binaryField', itemIndex) as string);
		const stored = await importBytes(context, itemIndex, bytes);
		if (!stored.ok)
			throw badInput(
				context,
				itemIndex,
				`The renderer refused the image: ${stored.code}`,
				stored.detail === '' ? 'It has to be a still PNG, each side 64 to 2048, at most 10 MiB.' : stored.detail,
			);
		return { json: { ...travelling(context, itemIndex), image: stored.image, patch: { source_image_id: stored.image.image_id } } };
	},
};
