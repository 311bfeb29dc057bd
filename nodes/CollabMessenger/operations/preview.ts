import type { IDataObject } from 'n8n-workflow';

import type { DeskEvent } from '../../../domain/desk/event.ts';
import { UNCONFIRMED } from '../../../domain/material/recoveryActions.ts';
import { eventOf, materialOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { deliveryOf, send } from '../send.ts';

/** One independent delivery of the stored photo and caption, with buttons, to one participant. */
export const preview: Operation = {
	option: {
		name: 'Send Preview',
		value: 'preview',
		description: 'Deliver the preview of a version to one participant',
		action: 'Send a preview',
	},
	fields: [
		{
			displayName: 'Recipient',
			name: 'recipient',
			type: 'options',
			default: 'owner',
			description: 'Who gets this copy',
			options: [
				{ name: 'By User ID', value: 'byId' },
				{ name: 'Editor', value: 'editor' },
				{ name: 'Initiator', value: 'initiator', description: 'Who began this operation' },
				{ name: 'Owner', value: 'owner' },
			],
		},
		{
			displayName: 'User ID',
			name: 'userId',
			type: 'number',
			default: 0,
			required: true,
			description: 'Numeric ID of the participant',
			displayOptions: { show: { recipient: ['byId'] } },
		},
		{
			displayName: 'Show Again',
			name: 'again',
			type: 'boolean',
			default: false,
			description:
				'Whether this is one more copy of a version that was shown before, ' +
				'because the buttons of the old one are gone or it is hard to find',
		},
		textField('draftKey', 'Draft Key', 'material.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>material.version</code> of the item.',
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const recipient = context.getNodeParameter('recipient', itemIndex) as string;
		const userId =
			recipient === 'byId' ? (context.getNodeParameter('userId', itemIndex) as number) : userIdOf(eventOf(context, itemIndex), recipient);
		const draftKey = requiredText(context, itemIndex, 'draftKey', 'material.draft_key');
		const version = requiredNumber(context, itemIndex, 'version', 'material.version');
		const again = context.getNodeParameter('again', itemIndex, false) === true;
		const entityKey = again
			? `${draftKey}:${version}:${requiredText(context, itemIndex, 'eventKey', 'event.event_key')}`
			: `${draftKey}:${version}`;
		const before = Array.isArray(item['deliveries']) ? (item['deliveries'] as IDataObject[]) : [];
		// No active person has this role: the other one still gets a preview.
		const { delivery, refusal } =
			userId === undefined || materialOf(context, itemIndex).state === 'superseded'
				? { delivery: deliveryOf({ status: 'skipped' }), refusal: null }
				: await send(
						context,
						itemIndex,
						{
							operation: 'preview',
							purpose: 'preview',
							entity_key: entityKey,
							recipient_user_id: userId,
							draft_key: draftKey,
							version,
						},
						['recipient_unknown', 'delivery_in_flight', 'state_conflict'],
					);
		// The messenger asks to wait: the service hands the event on again.
		if (delivery['waits'] === true) return null;
		const deliveries = [...before, { recipient, user_id: userId ?? null, ...delivery }];
		// Only a delivered copy leads to a decision, and after a decision the version is not shown any more.
		const reached = refusal?.code === 'state_conflict' || deliveries.some((one) => one['status'] === 'sent');
		const isOpen = deliveries.some((one) => one['status'] === 'unknown');
		const { problem: _problem, ...rest } = item;
		return {
			json: {
				...rest,
				deliveries,
				next: reached ? 'delivered' : 'failed',
				...(reached ? {} : { problem: { code: isOpen ? UNCONFIRMED : 'not_delivered', stage: 'delivery' } }),
			},
		};
	},
};

function userIdOf({ actor, participants }: Partial<DeskEvent>, recipient: string): number | undefined {
	if (recipient === 'initiator') return actor?.user_id;
	return participants?.find(({ role }) => role === recipient)?.user_id;
}
