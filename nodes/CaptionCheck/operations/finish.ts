import { finishCheck } from '../../../domain/check/outcome.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { checkMaterialOf, checkedRow, progressOf } from '../check.ts';

/** Step 9: the result for the main graph, without the internal request. */
export const finish: Operation = {
	option: {
		name: 'Finish',
		value: 'finish',
		description: 'Return verified, semantic_fail or a diagnostic',
		action: 'Finish a caption check',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const result = finishCheck(checkMaterialOf(item), progressOf(item));
		const row = checkedRow(item);
		const carried = Object.fromEntries(
			['_svc', 'created_by_user_id', 'draft_key', 'batch_key', 'version'].map((key) => [key, row[key] ?? null]),
		);
		return { json: { ...carried, ...result } };
	},
};
