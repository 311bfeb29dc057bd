import type { Material } from '../../../domain/api/collaboration.ts';
import { isInWork, stepOfNamed, stepOfText } from '../../../domain/material/work.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { planOf } from '../../shared/plan.ts';
import type { Travelling } from '../../shared/item.ts';

/** What graphs used before each node decided what comes next itself; it stays, so that they go on running. */
export const chooseStep: Operation = {
	option: {
		name: 'Choose Step (Earlier Graphs)',
		value: 'chooseStep',
		description: 'Decide what a draft needs next. In a new graph, the node that opens or writes a draft decides it.',
		action: 'Choose the next step of a draft in an earlier graph',
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
		return {
			json: context.getNodeParameter('question', itemIndex) === 'work' ? workOf(item, material) : textOf(item, material),
		};
	},
};

function workOf(item: Travelling, { state, error_code = null }: Material): Travelling {
	const next = stepOfNamed(state, item['route'] === 'draft', error_code);
	return { ...item, next: next === 'say' ? 'tell' : next };
}

function textOf(item: Travelling, material: Material): Travelling {
	if (item.problem !== undefined && item.problem !== null) return { ...item, next: 'failed' };
	// From ready on everything here is done; a second run must not touch what people decide about by now.
	if (!isInWork(material.state)) return { ...item, next: 'done' };
	const { scope, check } = planOf(item);
	return { ...item, edit_scope: material.edit_scope ?? scope, next: stepOfText(material, check) };
}
