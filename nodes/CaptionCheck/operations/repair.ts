import { mend } from '../../../domain/check/outcome.ts';
import { verdictRequest } from '../../../domain/check/verdict.ts';
import { localeOfItem, settingsOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { checkMaterialOf, nextOf, progressOf } from '../check.ts';

/** Step 7: the one narrow repair, whole or not at all, and the question of the second check. */
export const repair: Operation = {
	option: {
		name: 'Repair',
		value: 'repair',
		description: 'Replace each listed fragment, all or nothing, and prepare the second check',
		action: 'Repair a caption',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { material, progress } = mend(checkMaterialOf(item), progressOf(item), localeOfItem(context, itemIndex));
		const next = nextOf(progress);
		const request = next === 'ask' ? verdictRequest(material, settingsOf(context, itemIndex)) : null;
		const { title, subtitle, body, caption } = material;
		return {
			json: {
				...item,
				title,
				subtitle,
				body,
				caption,
				check: progress,
				request: request,
				next,
			},
		};
	},
};
