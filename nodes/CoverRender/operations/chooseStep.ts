import { missingCover } from '../../../domain/material/work.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

/** Decides by what is stored, so that a second run goes on and pays for nothing twice. */
export const chooseStep: Operation = {
	option: {
		name: 'Choose Step',
		value: 'chooseStep',
		description: 'Decide whether an illustration, only a cover or nothing is to be made',
		action: 'Choose what a cover still needs',
	},
	fields: [],
	ways: ['draw', 'fetch', 'render', 'ready'],
	async run(context, itemIndex) {
		return { json: { ...travelling(context, itemIndex), next: missingCover(materialOf(context, itemIndex)) } };
	},
};
