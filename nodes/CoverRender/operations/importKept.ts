import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import { requiredText, textField, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { importBytes } from '../importBytes.ts';
import { fetchPaidPicture } from '../paidPicture.ts';

/** A picture that was paid for and is not recorded in its draft. What is gone, or is no picture, has to be drawn again. */
export const importKept: Operation = {
	option: {
		name: 'Import Kept Illustration',
		value: 'importKept',
		description: 'Store a paid illustration at the renderer that could not be stored before',
		action: 'Import a kept illustration',
	},
	fields: [textField('admissionId', 'Admission', 'material.kept_admission_id', 'The admission that the illustration was paid under')],
	ways: ['draw', 'drawn', 'failed'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const admissionId = requiredText(context, itemIndex, 'admissionId', 'material.kept_admission_id');
		const kept = await fetchPaidPicture(context, itemIndex, admissionId);
		if (!kept.ok) {
			if (kept.refusal.code === 'result_not_found') return { json: { ...item, next: 'draw' } };
			throw refusalError(context, itemIndex, COLLABORATION, kept.refusal);
		}
		const stored = await importBytes(context, itemIndex, kept.body).catch(() => undefined);
		if (stored === undefined) return { json: { ...item, next: 'failed', problem: problem('renderer_unavailable', 'illustration') } };
		if (!stored.ok) return { json: { ...item, next: 'draw' } };
		return { json: { ...item, next: 'drawn', image: stored.image, patch: { source_image_id: stored.image.image_id } } };
	},
};
