import type { Patch } from '../../../domain/api/collaboration.ts';
import { materialMachine } from '../../../domain/material/machine.ts';
import type { MaterialState } from '../../../domain/material/machine.ts';
import { refusalError } from '../../shared/faults.ts';
import { contextOf, draftOf, eventOf, materialOf, travelling } from '../../shared/fields.ts';
import type { Travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Refusals that are an answer to a person: somebody was faster, or may not. */
const TOLD: readonly string[] = [
	'state_conflict',
	'copy_not_delivered',
	'content_mismatch',
	'session_held',
	'transition_forbidden',
	'not_ready',
];

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
			displayName: 'Tell a Refusal',
			name: 'tellRefusal',
			type: 'boolean',
			default: false,
			description: 'Whether a conflict goes on as a problem that a person is told, instead of stopping the graph',
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const write = context.getNodeParameter('write', itemIndex, 'patch') as string;
		const patch = patchOf(item, write);
		const given = context.getNodeParameter('from', itemIndex, 'ofItem') as MaterialState | 'ofItem';
		const from = given === 'ofItem' ? materialOf(context, itemIndex).state : given;
		const to = context.getNodeParameter('to', itemIndex, 'same') as MaterialState | 'same';
		const target = to === 'same' ? from : to;
		const { patch: _patch, ...rest } = item;
		const hasPatch = Object.keys(patch).length > 0;
		const isOver = materialMachine.isState(from) && materialMachine.isFinal(from);
		// Nothing to move and nothing to write, or nothing that may be written any more.
		if (from === target && (!hasPatch || isOver)) return { json: { ...rest, next: 'advanced' } };

		const draft = draftOf(context, itemIndex);
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/advance', {
			_svc: contextOf(context, itemIndex),
			...draft,
			from,
			to: target,
			...(hasPatch ? { patch } : {}),
		});
		if (reply.ok) return { json: { ...rest, material: reply.body.material, next: 'advanced' } };

		const { refusal } = reply;
		// A second run of the same event finds what the first one did.
		if (refusal.code === 'state_conflict' && eventOf(context, itemIndex).replay === true && refusal.state === target) {
			return { json: { ...rest, material: { ...item.material, ...draft, state: target }, next: 'advanced' } };
		}
		const tells = context.getNodeParameter('tellRefusal', itemIndex, false) === true && TOLD.includes(refusal.code);
		if (!tells) throw refusalError(context, itemIndex, 'The collaboration service', refusal);
		return { json: { ...rest, problem: { code: refusal.code, stage: 'advance', state: refusal.state }, next: 'refused' } };
	},
};

function patchOf({ patch = {}, problem }: Travelling, write: string): Patch {
	if (write === 'nothing') return {};
	return write === 'patch' ? patch : { error_code: problem?.code ?? 'unknown', error_stage: problem?.stage ?? 'unknown' };
}
