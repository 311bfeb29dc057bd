import type { Patch } from '../../../domain/material/content.ts';
import type { MaterialState } from '../../../domain/material/machine.ts';
import { draftOf, materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import type { Travelling } from '../../shared/item.ts';
import { advanceTo } from '../advanceTo.ts';

/** Moves a material by compare-and-set and writes what a step found out, in one transaction. */
export const advance: Operation = {
	option: {
		name: 'Advance',
		value: 'advance',
		description: 'Move a material to its next state, or write into it',
		action: 'Advance a material',
	},
	fields: [
		{
			displayName: 'To',
			name: 'to',
			type: 'options',
			default: 'same',
			description: 'The state to move to; the service refuses what the table of states does not allow',
			options: [
				{ name: 'Awaiting Feedback', value: 'awaiting_feedback' },
				{ name: 'Ready', value: 'ready' },
				{ name: 'Rejected', value: 'rejected' },
				{ name: 'Same State', value: 'same' },
				{ name: 'Text Preparing', value: 'text_preparing' },
			],
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'options',
			default: 'ofItem',
			description: 'The state that is expected; another one is a conflict',
			options: [
				{ name: 'Awaiting Feedback', value: 'awaiting_feedback' },
				{ name: 'Ready', value: 'ready' },
				{ name: 'State of the Item', value: 'ofItem' },
				{ name: 'Text Generating', value: 'text_generating' },
				{ name: 'Text Preparing', value: 'text_preparing' },
			],
		},
		{
			displayName: 'Write',
			name: 'write',
			type: 'options',
			default: 'patch',
			description: 'What to write into the row with the same step',
			options: [
				{ name: 'Nothing', value: 'nothing' },
				{ name: 'Patch of the Item', value: 'patch', description: 'The fields that the item holds in patch' },
				{ name: 'Problem of the Item', value: 'problem', description: 'Error code and stage of the item’s problem; the state stays' },
			],
		},
		{
			displayName: 'Only After',
			name: 'onlyAfter',
			type: 'string',
			default: '',
			placeholder: 'any',
			description:
				'Take the step only if <code>next</code> of the item is this word; it stays so then. Any other item goes on untouched. ' +
				'A condition before this node would do the same, but costs the execution an isolate for its expression.',
		},
		{
			displayName: 'Tell a Refusal',
			name: 'tellRefusal',
			type: 'boolean',
			default: false,
			description: 'Whether a conflict goes on as a problem that a person is told, instead of stopping the graph',
		},
	],
	ways: ['advanced', 'refused'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const onlyAfter = context.getNodeParameter('onlyAfter', itemIndex, '') as string;
		if (onlyAfter !== '' && item.next !== onlyAfter) return { json: item };
		const write = context.getNodeParameter('write', itemIndex, 'patch') as string;
		const given = context.getNodeParameter('from', itemIndex, 'ofItem') as MaterialState | 'ofItem';
		const from = given === 'ofItem' ? materialOf(context, itemIndex).state : given;
		const to = context.getNodeParameter('to', itemIndex, 'same') as MaterialState | 'same';
		const { patch: _patch, ...rest } = item;
		const json = await advanceTo(context, itemIndex, rest, {
			draft: draftOf(context, itemIndex),
			from,
			to: to === 'same' ? from : to,
			patch: patchOf(item, write),
			tellsRefusal: context.getNodeParameter('tellRefusal', itemIndex, false) === true,
		});
		const next = onlyAfter !== '' && json['next'] === 'advanced' ? { next: onlyAfter } : {};
		return { json: { ...json, ...next, ...(write === 'problem' ? { outcome: 'failed' } : {}) } };
	},
};

function patchOf({ patch = {}, problem }: Travelling, write: string): Patch {
	if (write === 'nothing') return {};
	return write === 'patch' ? patch : { error_code: problem?.code ?? 'unknown', error_stage: problem?.stage ?? 'unknown' };
}
