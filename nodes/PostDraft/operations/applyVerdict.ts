import { admittedItemFields } from '../../shared/admittedItem.ts';
import type { Operation } from '../../shared/operation.ts';
import { verdictOf } from '../../shared/verdict.ts';

/** What graphs used before Collab Material kept a verdict itself; it stays, so that they go on running. */
export const applyVerdict: Operation = {
	option: {
		name: 'Apply Verdict (Earlier Graphs)',
		value: 'applyVerdict',
		description: 'Take the result of a caption check over into the item. In a new graph, Collab Material stores it in one step.',
		action: 'Apply the verdict of a caption check in an earlier graph',
	},
	fields: admittedItemFields(),
	async run(context, itemIndex) {
		const { item, text, problem } = verdictOf(context, itemIndex);
		return { json: text === undefined ? { ...item, problem, next: 'failed' } : { ...item, patch: text, next: 'keep' } };
	},
};
