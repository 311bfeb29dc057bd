import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { explain } from '../../domain/messages/sentences.ts';
import { COLLABORATION, refusalError, type Refusal } from '../shared/faults.ts';
import { contextOf, messagesOf, requiredNumber, requiredText, textField, travelling } from '../shared/fields.ts';
import { problem } from '../shared/material.ts';

/** Refusals that are an answer to the person who pressed: somebody was faster, or the card is an old one. */
const TOLD: readonly string[] = ['state_conflict', 'source_taken', 'copy_not_delivered', 'batch_not_found', 'item_not_found'];

/** The fields that name a pressed card. */
export const cardFields: readonly INodeProperties[] = [
	textField('batchKey', 'Batch Key', 'event.intent.draft_key', 'Key of the batch'),
	{
		displayName: 'Item',
		name: 'item',
		type: 'number',
		default: 0,
		description: 'Position of the item in its batch. Leave 0 to read <code>event.intent.item</code>.',
	},
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'number',
		default: 0,
		description: 'The pressed card. Leave 0 to read <code>event.callback.message_id</code>.',
	},
];

/** The pressed card, as the service asks for it. */
export function cardOf(context: IExecuteFunctions, itemIndex: number) {
	return {
		_svc: contextOf(context, itemIndex),
		batch_key: requiredText(context, itemIndex, 'batchKey', 'event.intent.draft_key'),
		item: requiredNumber(context, itemIndex, 'item', 'event.intent.item'),
		message_id: requiredNumber(context, itemIndex, 'messageId', 'event.callback.message_id'),
	};
}

/** The item with why nothing came of the press, in words. @throws NodeApiError when that says nothing to a person */
export function notDone(context: IExecuteFunctions, itemIndex: number, refusal: Refusal): IDataObject {
	if (!TOLD.includes(refusal.code)) throw refusalError(context, itemIndex, COLLABORATION, refusal);
	const text = explain(messagesOf(context, itemIndex), refusal);
	return { ...travelling(context, itemIndex), next: 'say', problem: { ...problem(refusal.code, 'news'), state: refusal.state }, text };
}
