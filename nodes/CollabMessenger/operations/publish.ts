import { requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { send, type Delivery } from '../send.ts';

/** The stored photo and caption to the channel, once. Photo and text are read from the row, never from here. */
export const publish: Operation = {
	option: {
		name: 'Publish',
		value: 'publish',
		description: 'Send a claimed version to the channel, once',
		action: 'Publish to the channel',
	},
	fields: [
		textField('draftKey', 'Draft Key', 'material.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>material.version</code> of the item.',
		},
	],
	ways: ['published', 'refused', 'unknown'],
	async run(context, itemIndex) {
		const draftKey = requiredText(context, itemIndex, 'draftKey', 'material.draft_key');
		const version = requiredNumber(context, itemIndex, 'version', 'material.version');
		const { delivery, refusal } = await send(
			context,
			itemIndex,
			{ operation: 'publish', purpose: 'publish', entity_key: `${draftKey}:${version}`, draft_key: draftKey, version },
			['delivery_unknown', 'delivery_in_flight'],
		);
		// The messenger asks to wait: the service keeps the press, and hands it on again.
		if (delivery.waits === true) return null;
		return { json: { ...travelling(context, itemIndex), delivery, next: refusal === null ? outcomeOf(delivery) : 'unknown' } };
	},
};

/** Silence is not refusal: what may have arrived is never sent again by itself. */
function outcomeOf({ status }: Delivery): 'published' | 'refused' | 'unknown' {
	if (status === 'sent') return 'published';
	return status === 'rejected' || status === 'not_sent' || status === 'revoked' ? 'refused' : 'unknown';
}
