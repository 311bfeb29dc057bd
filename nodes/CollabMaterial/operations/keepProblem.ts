import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { hasStopped, keepReason } from '../stopped.ts';

/** What follows a step of the work: the next one, or its problem is kept with the draft. Without a problem nothing is asked. */
export const keepProblem: Operation = {
	option: {
		name: 'Keep Problem',
		value: 'keepProblem',
		description: 'Store why a step of the work failed; an item without a problem goes on untouched',
		action: 'Keep the problem of a step',
	},
	fields: [],
	ways: ['goes on', 'stopped'],
	wayOf: ({ next }) => (next === 'stopped' ? 'stopped' : 'goes on'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		return { json: hasStopped(item) ? await keepReason(context, itemIndex) : item };
	},
};
