import type { TellDecisionRequest } from '../../../domain/api/collaboration.ts';
import { contextOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';
import { MESSENGER_TIMEOUT_MS } from '../send.ts';

/** After a saved decision: both participants are told and old buttons removed, as well as it goes. */
export const decision: Operation = {
	option: {
		name: 'Announce Decision',
		value: 'decision',
		description: 'Tell both participants of a saved decision and remove old buttons',
		action: 'Announce a decision',
	},
	fields: [
		{
			displayName: 'Decision',
			name: 'decision',
			type: 'options',
			default: 'published',
			description: 'The state that was saved',
			options: [
				{ name: 'Awaiting Feedback', value: 'awaiting_feedback' },
				{ name: 'Published', value: 'published' },
				{ name: 'Rejected', value: 'rejected' },
				{ name: 'Superseded', value: 'superseded' },
			],
		},
		textField('draftKey', 'Draft Key', 'subject.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>subject.version</code> of the item.',
		},
	],
	async run(context, itemIndex) {
		const announced = await askOrThrow(
			context,
			itemIndex,
			'collaboration',
			'/decision',
			{
				_svc: contextOf(context, itemIndex),
				draft_key: requiredText(context, itemIndex, 'draftKey', 'subject.draft_key'),
				version: requiredNumber(context, itemIndex, 'version', 'subject.version'),
				decision: context.getNodeParameter('decision', itemIndex) as Exclude<TellDecisionRequest['decision'], 'taken' | 'dismissed'>,
			},
			MESSENGER_TIMEOUT_MS,
		);
		return { json: { ...travelling(context, itemIndex), announced } };
	},
};
