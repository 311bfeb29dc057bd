import { draftName } from '../../../domain/messages/sentences.ts';
import { messagesOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import type { Travelling } from '../../shared/item.ts';
import { readMaterial } from '../../CollabMaterial/named.ts';
import { send } from '../send.ts';

/** Asks the initiator alone for feedback; only the reply to this message counts as the answer. */
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
			displayName: 'Question',
			name: 'question',
			type: 'options',
			default: 'feedback',
			description: 'What is asked for',
			options: [
				{ name: 'Feedback', value: 'feedback' },
				{ name: 'The Pressed Change', value: 'edit', description: 'Another title or another text for a draft that stopped' },
			],
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
		const messages = messagesOf(context, itemIndex);
		const material = item.material ?? (await readMaterial(context, itemIndex, { draft_key: draftKey, version }));
		const draft = material === undefined ? draftKey : draftName(messages, material);
		const edit = context.getNodeParameter('question', itemIndex, 'feedback') === 'edit' ? editOf(item) : null;
		const { delivery } = await send(context, itemIndex, {
			operation: 'prompt',
			purpose: edit ?? 'prompt',
			// A draft may be asked about again after a cancellation: each question is its own event's.
			entity_key: `${draftKey}:${version}:${requiredText(context, itemIndex, 'eventKey', 'event.event_key')}`,
			draft_key: draftKey,
			version,
			text: own !== '' ? own : edit === null ? messages.feedbackQuestion({ draft }) : messages.editQuestions[edit]({ draft }),
		});
		return { json: { ...item, delivery } };
	},
};

/** What was pressed below the message of a draft that stopped. */
function editOf({ event }: Travelling): 'edit_title' | 'edit_text' | 'send_link' {
	const action = event?.intent?.kind === 'callback' ? event.intent.action : null;
	return action === 'edit_title' || action === 'send_link' ? action : 'edit_text';
}
