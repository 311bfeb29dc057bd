import type { IExecuteFunctions } from 'n8n-workflow';

import { isOfEntry } from '../../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { itemBefore } from '../../shared/admittedItem.ts';
import { contextOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Travelling } from '../../shared/item.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask, askOrThrow } from '../../shared/transport.ts';
import { sayStatus } from '../../CollabMessenger/operations/status.ts';

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
				{ name: 'Outcome of the Item', value: 'ofItem', description: 'What the item holds in outcome; handled if it holds none of these' },
			],
		},
		{
			displayName: 'Tell Why Work Stopped',
			name: 'tellStopped',
			type: 'boolean',
			default: false,
			description: 'Whether the person is told why the work of this item stopped, before its event is closed. Off: the graph tells it.',
		},
	],
	async run(context, itemIndex) {
		// A step of a person's own before this one may have left nothing of the item.
		const came = travelling(context, itemIndex);
		const item = typeof came._svc === 'string' ? came : (itemBefore(context, itemIndex, '_svc') ?? came);
		const given = context.getNodeParameter('outcome', itemIndex) as string;
		const outcome = given === 'ofItem' ? outcomeOf(item['outcome']) : given;
		if (item === came && item.next === 'stopped' && context.getNodeParameter('tellStopped', itemIndex, false) === true)
			await sayStatus(context, itemIndex, 'work_failed');
		// What the service told of by itself it closes by itself.
		if (item['announced'] === null) return { json: { ...item, outcome } };
		const closing = { _svc: item._svc ?? contextOf(context, itemIndex), event_key: keyOf(context, itemIndex, item), outcome };
		// An entry that a clock began is no event. One that the service began is posted again if it is not closed here.
		if (isOfEntry(item.event ?? {})) await ask(context, itemIndex, 'collaboration', '/event-done', closing, BIND_TIMEOUT_MS);
		else await askOrThrow(context, itemIndex, '/event-done', closing, BIND_TIMEOUT_MS);
		return { json: { ...item, outcome } };
	},
};

function keyOf(context: IExecuteFunctions, itemIndex: number, { event }: Travelling): string {
	const given = context.getNodeParameter('eventKey', itemIndex, '');
	return given === '' && event?.event_key !== undefined ? event.event_key : requiredText(context, itemIndex, 'eventKey', 'event.event_key');
}

/** The outcomes of earlier nodes; another step may have left another value under the same name. */
function outcomeOf(value: unknown): 'handled' | 'ignored' | 'failed' {
	return value === 'ignored' || value === 'failed' ? value : 'handled';
}
