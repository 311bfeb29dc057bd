import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { bindExecution } from './bindExecution.ts';

/** Where a verified event goes, in the order in which the editor draws it. What is only said is over: nothing is bound. */
const WAYS = ['news', 'draft', 'brief', 'ends'] as const;

/** Ties the execution to the acting participant, and leads the event to what n8n does about it. */
export const bindEvent: Operation = {
	option: {
		name: 'Bind and Lead On',
		value: 'bindEvent',
		description: 'Tie this execution to the signed context, and lead the event to what is to be done about it',
		action: 'Bind this execution and lead the event on',
	},
	fields: [],
	ways: WAYS,
	wayOf({ route }) {
		if (route === 'stop') return 'ends';
		return route === 'news' || route === 'brief' ? route : 'draft';
	},
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		return item['route'] === 'stop' ? { json: item } : await bindExecution.run(context, itemIndex);
	},
};
