import type { RouteName } from '../../../domain/desk/route.ts';
import { MAX_CALLBACK_ANSWER_UNITS } from '../../../domain/limits.ts';
import { eventOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { send } from '../send.ts';

/** Where an event may go, in the order in which the editor draws it. One that stops gets no further than its verification. */
const ROUTES = [
	'news',
	'close',
	'say',
	'draft',
	'resume',
	'take',
	'skip',
	'post',
	'settle',
	'brief',
] as const satisfies readonly RouteName[];

/** Lets the pressed button stop turning. Best effort: a late or refused answer changes nothing. */
export const answerCallback: Operation = {
	option: {
		name: 'Answer Callback',
		value: 'answerCallback',
		description: 'Show a short notice on the pressed button',
		action: 'Answer a pressed button',
	},
	fields: [
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			description: 'The notice, at most 200 characters. Leave empty to read <code>toast</code> of the item.',
		},
	],
	ways: ROUTES,
	// A search comes back without a route: what it found is sent. What waits, the service hands on later.
	wayOf: ({ route = 'close' }) => (route === 'wait' ? null : String(route)),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const callback = eventOf(context, itemIndex).callback;
		// The press of a planned post was answered when its time was chosen.
		if (callback === null || callback === undefined || callback.id === '') return { json: item };
		const given = context.getNodeParameter('text', itemIndex, '') as string;
		const text = given !== '' ? given : typeof item['toast'] === 'string' ? item['toast'] : '';
		await send(
			context,
			itemIndex,
			{
				operation: 'answer_callback',
				purpose: 'answer_callback',
				entity_key: callback.id,
				callback_query_id: callback.id,
				...(text === '' || text.length > MAX_CALLBACK_ANSWER_UNITS ? {} : { text }),
			},
			['delivery_in_flight', 'delivery_unknown', 'busy', 'unavailable'],
		);
		return { json: item };
	},
};
