import { requiredText, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { send } from '../send.ts';

/** A reply to what a person wrote. */
export const reply: Operation = {
	option: { name: 'Reply', value: 'reply', description: 'Answer a message of a person', action: 'Reply to a message' },
	fields: [
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			description: 'The message. Leave empty to read <code>text</code> of the item.',
		},
		{ displayName: 'Message ID', name: 'messageId', type: 'number', default: 0, description: 'Message that is answered; 0 for none' },
	],
	async run(context, itemIndex) {
		const messageId = context.getNodeParameter('messageId', itemIndex, 0) as number;
		const key = requiredText(context, itemIndex, 'eventKey', 'event.event_key');
		const { delivery } = await send(context, itemIndex, {
			operation: 'reply',
			purpose: 'reply',
			entity_key: `${key}:reply`,
			text: requiredText(context, itemIndex, 'text', 'text'),
			...(messageId === 0 ? {} : { reply_to_message_id: messageId }),
		});
		return { json: { ...travelling(context, itemIndex), delivery } };
	},
};
