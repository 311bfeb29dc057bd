import { draftName } from '../../../domain/messages/sentences.ts';
import { messagesOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { send } from '../send.ts';

/** Asks the initiator, and nobody else, for feedback; only the reply to this very message is taken for it. */
export const prompt: Operation = {
	option: { name: 'Ask for Feedback', value: 'prompt', description: 'Send a forced reply to the initiator', action: 'Ask for feedback' },
	fields: [
		textField('draftKey', 'Draft Key', 'material.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>material.version</code> of the item.',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			description: 'The question. Leave empty for the desk’s own words.',
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const draftKey = requiredText(context, itemIndex, 'draftKey', 'material.draft_key');
		const version = requiredNumber(context, itemIndex, 'version', 'material.version');
		const own = context.getNodeParameter('text', itemIndex, '') as string;
		const { delivery } = await send(context, itemIndex, {
			operation: 'prompt',
			purpose: 'prompt',
			// A draft may be asked about again after a cancellation: each question is its own event's.
			entity_key: `${draftKey}:${version}:${requiredText(context, itemIndex, 'eventKey', 'event.event_key')}`,
			draft_key: draftKey,
			version,
			text: own !== '' ? own : messagesOf(context, itemIndex).feedbackQuestion({ draft: draftName(draftKey, version) }),
		});
		return { json: { ...item, delivery } };
	},
};
