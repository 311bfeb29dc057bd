import { promptFault } from '../../../domain/ai/prompts.ts';
import { beginCheck, resumeCheck } from '../../../domain/check/outcome.ts';
import { localeOfItem, settingsOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askingText } from '../../shared/provider.ts';
import { checkMaterialOf, knownTo, nextOf, paidVerdictsOf } from '../check.ts';
import { withQuestion, withoutQuestion } from '../question.ts';

/**
 * Step 2: holds the stored snapshot against the text, and prepares the question. With a ground error the AI is not asked. A verdict
 * that an earlier run paid for is used again, and its repair is made here.
 */
export const buildRequest: Operation = {
	option: {
		name: 'Build Request',
		value: 'buildRequest',
		description: 'Compare the snapshot and prepare the question of the check',
		action: 'Build the request of a caption check',
	},
	fields: [],
	ways: ['ask', 'end'],
	wayOf: ({ next }) => (next === 'ask' ? 'ask' : 'end'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = checkMaterialOf(item);
		const begun = beginCheck(material, knownTo(item), promptFault(settingsOf(context, itemIndex), ['prompt_check']));
		const checked = resumeCheck(material, begun, paidVerdictsOf(item), localeOfItem(context, itemIndex));
		if (nextOf(checked.progress) !== 'ask') return { json: withoutQuestion(context, itemIndex, checked) };
		const { settings, ai } = await askingText(context, itemIndex);
		return { json: withQuestion(context, itemIndex, checked, { settings, ai }) };
	},
};
