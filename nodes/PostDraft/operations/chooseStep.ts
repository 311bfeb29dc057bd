import type { MaterialState } from '../../../domain/material/machine.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

/** States in which a draft is still being made; from `ready` on, only decisions change it. */
const IN_WORK: readonly MaterialState[] = ['text_generating', 'text_preparing'];

/** Decides by what is stored, so that a second run goes on where the first one ended. */
export const chooseStep: Operation = {
	option: {
		name: 'Choose Step',
		value: 'chooseStep',
		description: 'Decide what a draft needs next',
		action: 'Choose the next step of a draft',
	},
	fields: [
		{
			displayName: 'Question',
			name: 'question',
			type: 'options',
			default: 'check',
			description: 'What is to be decided',
			options: [
				{ name: 'Is There Anything Left to Do?', value: 'work', description: 'Work, show or tell' },
				{ name: 'Is There a Text to Check?', value: 'check', description: 'Check, cover, done or failed' },
			],
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const { state } = material;
		const isInWork = IN_WORK.includes(state);
		if (context.getNodeParameter('question', itemIndex) === 'work') {
			// Somebody who only asks how it stands starts nothing.
			const goesOn = isInWork && item['route'] !== 'draft';
			return { json: { ...item, next: goesOn ? 'work' : state === 'ready' ? 'show' : 'tell' } };
		}
		if (item.problem !== undefined && item.problem !== null) return { json: { ...item, next: 'failed' } };
		// From ready on everything here is done; a second run must not touch what people decide about by now.
		if (!isInWork) return { json: { ...item, next: 'done' } };
		const { plan } = item;
		const edit_scope = plan?.kind === 'revise' ? plan.scope : null;
		// A plan says it; without one a text is checked as long as it has no cover, which is made only after a passed check.
		const needsCheck = plan?.kind === 'revise' ? plan.check : (material.cover_asset_id ?? null) === null;
		return { json: { ...item, edit_scope, next: needsCheck ? 'check' : 'cover' } };
	},
};
