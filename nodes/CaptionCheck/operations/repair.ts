import { repairText } from '../../../domain/check/outcome.ts';
import { localeOfItem, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askedBefore } from '../../shared/provider.ts';
import { checkMaterialOf, progressOf } from '../check.ts';
import { withQuestion } from '../question.ts';

/** Step 7: the one narrow repair, whole or not at all, and the question of the second check. */
export const repair: Operation = {
	option: {
		name: 'Repair',
		value: 'repair',
		description: 'Replace each listed fragment, all or nothing, and prepare the second check',
		action: 'Repair a caption',
	},
	fields: [],
	ways: ['ask', 'end'],
	wayOf: ({ next }) => (next === 'ask' ? 'ask' : 'end'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const mended = repairText(checkMaterialOf(item), progressOf(item), localeOfItem(context, itemIndex));
		return { json: withQuestion(context, itemIndex, mended, askedBefore(context, itemIndex)) };
	},
};
