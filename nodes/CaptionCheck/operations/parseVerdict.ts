import { judge } from '../../../domain/check/outcome.ts';
import { askedField, askedItem } from '../../shared/asked.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { nextOf, progressOf } from '../check.ts';

/** Steps 5 and 8: reads a strict verdict, or the name of what is wrong with it. */
export const parseVerdict: Operation = {
	option: {
		name: 'Parse Verdict',
		value: 'parseVerdict',
		description: 'Read the answer of the AI strictly',
		action: 'Parse the verdict of a caption check',
	},
	fields: [askedField()],
	async run(context, itemIndex) {
		const asked = askedItem(context, itemIndex, 'check');
		const progress = judge(progressOf(asked), travelling(context, itemIndex));
		return { json: { ...asked, check: progress, next: nextOf(progress) } };
	},
};
