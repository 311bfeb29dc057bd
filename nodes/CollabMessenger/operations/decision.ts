import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TellDecisionRequest } from '../../../domain/api/collaboration.ts';
import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import type { Travelling } from '../../shared/item.ts';
import { contextOf, materialOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';
import { MESSENGER_TIMEOUT_MS } from '../send.ts';

type OfDraft = Exclude<TellDecisionRequest['decision'], 'taken' | 'dismissed'>;

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
				{
					name: 'Decision About a Card',
					value: 'ofNewsItem',
					description: 'That the news item of this item was taken or dismissed; nothing is told when nothing was decided',
				},
				{
					name: 'Prepared',
					value: 'prepared',
					description: 'That the draft of this item is about to be shown: says who asked for it and what needs a look',
				},
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
		const request = requestOf(context, itemIndex);
		if (request === null) return { json: travelling(context, itemIndex) };
		return { json: await announced(context, itemIndex, travelling(context, itemIndex), request) };
	},
};

async function announced(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
	request: TellDecisionRequest,
): Promise<IDataObject> {
	const reply = await ask(context, itemIndex, 'collaboration', '/decision', request, MESSENGER_TIMEOUT_MS);
	if (reply.ok) return { ...item, announced: reply.body };
	// The decision is saved. If its person was disabled meanwhile, the service tells it by itself.
	if (reply.refusal.code === 'participant_inactive') return { ...item, announced: null };
	throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
}

/** The same for the version that the event names. */
export async function announceDecision(
	context: IExecuteFunctions,
	itemIndex: number,
	decision: 'published' | 'superseded',
): Promise<INodeExecutionData> {
	const request = { _svc: contextOf(context, itemIndex), ...versionOf(context, itemIndex), decision };
	return { json: await announced(context, itemIndex, travelling(context, itemIndex), request) };
}

const versionOf = (context: IExecuteFunctions, itemIndex: number) => ({
	draft_key: requiredText(context, itemIndex, 'draftKey', 'subject.draft_key'),
	version: requiredNumber(context, itemIndex, 'version', 'subject.version'),
});

/** The same for the card of the item that came out of a press; nothing is told when nothing was decided. */
export async function announceCard(
	context: IExecuteFunctions,
	itemIndex: number,
	{ json }: INodeExecutionData,
): Promise<INodeExecutionData> {
	const request = requestOfCard(contextOf(context, itemIndex), json);
	return { json: request === null ? json : await announced(context, itemIndex, json, request) };
}

/** Null: nothing was decided about the card that was pressed, and the person who pressed is told why. */
function requestOfCard(_svc: string, { news_item }: Travelling): TellDecisionRequest | null {
	const { batch_key, item, state } = news_item ?? {};
	if (batch_key === undefined || item === undefined || (state !== 'taken' && state !== 'dismissed')) return null;
	return { _svc, batch_key, item, decision: state };
}

function requestOf(context: IExecuteFunctions, itemIndex: number): TellDecisionRequest | null {
	const _svc = contextOf(context, itemIndex);
	const decision = context.getNodeParameter('decision', itemIndex) as OfDraft | 'ofNewsItem';
	if (decision === 'ofNewsItem') return requestOfCard(_svc, travelling(context, itemIndex));
	if (decision === 'prepared') {
		const { draft_key, version } = materialOf(context, itemIndex);
		return { _svc, draft_key, version, decision };
	}
	return { _svc, ...versionOf(context, itemIndex), decision };
}
