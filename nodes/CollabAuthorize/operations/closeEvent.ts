import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { contextOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Closes the event in the inbox: from here on it is not posted again. */
export const closeEvent: Operation = {
	option: {
		name: 'Close Event',
		value: 'closeEvent',
		description: 'Mark the event as handled, so that the inbox does not post it again',
		action: 'Close an event',
	},
	fields: [
		textField('eventKey', 'Event Key', 'event.event_key', 'Key of the event'),
		{
			displayName: 'Outcome',
			name: 'outcome',
			type: 'options',
			default: 'handled',
			description: 'How the event ended',
			options: [
				{ name: 'Failed', value: 'failed', description: 'The draft is kept with an error and its author was told' },
				{ name: 'Handled', value: 'handled', description: 'Everything the event asked for was done or answered' },
				{ name: 'Ignored', value: 'ignored', description: 'There was nothing to do' },
			],
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const outcome = context.getNodeParameter('outcome', itemIndex) as string;
		await askOrThrow(
			context,
			itemIndex,
			'collaboration',
			'/event-done',
			{ _svc: contextOf(context, itemIndex), event_key: requiredText(context, itemIndex, 'eventKey', 'event.event_key'), outcome },
			BIND_TIMEOUT_MS,
		);
		return { json: { ...item, outcome } };
	},
};
