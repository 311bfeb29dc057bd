import { stepOfWork } from '../../../domain/material/work.ts';
import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import { contextOf, draftOf, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Refusals that a person is told: somebody was faster, or there is nothing to go back to. */
const TOLD: readonly string[] = ['state_conflict', 'not_ready', 'draft_open', 'transition_forbidden', 'source_taken'];

/** The last complete version becomes the next one, with its text, its cover and the messenger's picture of it. */
export const restore: Operation = {
	option: {
		name: 'Bring Back',
		value: 'restore',
		description: 'Bring the last complete one back as the next',
		action: 'Bring the last complete version back',
	},
	fields: [],
	ways: ['back', 'refused'],
	wayOf: ({ next }) => (next === 'refused' ? 'refused' : 'back'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/revise', {
			_svc: contextOf(context, itemIndex),
			...draftOf(context, itemIndex),
			content: {},
			reuse: { complete: true },
		});
		if (reply.ok) return { json: { ...item, material: reply.body.material, next: stepOfWork(reply.body.material.state) } };
		const { code } = reply.refusal;
		if (!TOLD.includes(code)) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		return { json: { ...item, problem: problem(code === 'not_ready' ? 'nothing_before' : code, 'back'), next: 'refused' } };
	},
};
