import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isWordsName, say } from '../../../domain/desk/words.ts';
import type { Blanks } from '../../../domain/desk/words.ts';
import { badInput } from '../../shared/faults.ts';
import { localeOfItem, requiredText, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { send } from '../send.ts';

/** A text to the initiator of the operation, in the desk's own words or in yours. */
export const status: Operation = {
	option: { name: 'Send Status', value: 'status', description: 'Tell the initiator of the operation how it goes', action: 'Send a status' },
	fields: [
		{
			displayName: 'Message',
			name: 'message',
			type: 'options',
			default: 'textOfItem',
			description: 'What to say; the desk knows these in the languages it speaks',
			options: [
				{ name: 'Draft Not Found', value: 'draft_missing' },
				{ name: 'Feedback Closed', value: 'feedback_cancelled' },
				{ name: 'Publication Failed', value: 'publish_failed' },
				{ name: 'Publication Unconfirmed', value: 'publish_unknown' },
				{ name: 'Refused', value: 'refused' },
				{ name: 'State of the Draft', value: 'draft_state' },
				{ name: 'Text of the Item', value: 'textOfItem', description: 'What the item holds in the field text' },
				{ name: 'Work Failed', value: 'work_failed' },
				{ name: 'Work Started', value: 'work_started' },
				{ name: 'Your Own Text', value: 'own' },
			],
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			description: 'The message, at most 4096 characters',
			displayOptions: { show: { message: ['own'] } },
		},
		{
			displayName: 'First Message of a Work',
			name: 'progress',
			type: 'boolean',
			default: false,
			description: 'Whether this is the progress message that may be repeated once after a confirmed 429',
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const message = context.getNodeParameter('message', itemIndex) as string;
		const key = requiredText(context, itemIndex, 'eventKey', 'event.event_key');
		const progress = context.getNodeParameter('progress', itemIndex, false) === true;
		const { delivery } = await send(context, itemIndex, {
			operation: 'status',
			purpose: 'status',
			entity_key: `${key}:${message}`,
			fields: { text: textOf(context, itemIndex, message), ...(progress ? { progress } : {}) },
		});
		return { json: { ...item, delivery } };
	},
};

function textOf(context: IExecuteFunctions, itemIndex: number, message: string): string {
	if (message === 'own') return context.getNodeParameter('text', itemIndex) as string;
	if (message === 'textOfItem') return requiredText(context, itemIndex, 'textField', 'text');
	if (!isWordsName(message)) throw badInput(context, itemIndex, `There is no message "${message}"`, 'Choose the message again.');
	const locale = localeOfItem(context, itemIndex);
	const blanks = blanksOf(travelling(context, itemIndex));
	const told = say(message, blanks, locale);
	const leftover = (travelling(context, itemIndex)['plan'] as IDataObject | undefined)?.['leftover'];
	return message === 'work_started' && typeof leftover === 'string' && leftover !== ''
		? `${told}\n\n${say('leftover_ignored', { detail: leftover }, locale)}`
		: told;
}

/** What the item knows of what a message may name. */
export function blanksOf(item: IDataObject): Blanks {
	const subject = (item['material'] ?? item['subject'] ?? {}) as IDataObject;
	const problem = (item['problem'] ?? {}) as IDataObject;
	const code = problem['code'] ?? subject['error_code'];
	return {
		...(typeof subject['draft_key'] === 'string' ? { draft_key: subject['draft_key'] } : {}),
		...(typeof subject['version'] === 'number' ? { version: subject['version'] } : {}),
		...(typeof subject['state'] === 'string' ? { state: subject['state'] } : {}),
		...(typeof code === 'string' ? { code } : {}),
		...(typeof problem['detail'] === 'string' ? { detail: problem['detail'] } : {}),
	};
}
