import { dayField, dayOf } from '../../shared/day.ts';
import type { Operation } from '../../shared/operation.ts';
import { signEntry } from '../signEntry.ts';

/** Signs a context for an entry of the service itself, in the owner's name. Not reachable by any message. */
export const signContext: Operation = {
	option: {
		name: 'Sign Context',
		value: 'signContext',
		description: 'Sign a context for a permitted entry of the service itself',
		action: 'Sign a context for the owner',
	},
	fields: [
		{ displayName: 'Entry', name: 'entry', type: 'string', default: '', required: true, description: 'Name of the permitted entry' },
		dayField,
	],
	async run(context, itemIndex) {
		const entry = context.getNodeParameter('entry', itemIndex) as string;
		return { json: await signEntry(context, itemIndex, { entry, ...dayOf(context, itemIndex) }) };
	},
};
