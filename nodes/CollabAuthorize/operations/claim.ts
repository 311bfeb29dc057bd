import type { IExecuteFunctions } from 'n8n-workflow';

import type { Claimed } from '../../../domain/api/collaboration.ts';
import { personName } from '../../../domain/messages/sentences.ts';
import { contextOf, eventOf, messagesOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import { COLLABORATION, refusalError, type Refusal } from '../../shared/faults.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Refusals that are an answer to the person who pressed, not a fault. */
const LOST: readonly string[] = ['state_conflict', 'copy_not_delivered', 'content_mismatch', 'not_ready'];

/** Claims a ready material for publication. If several people press, exactly one wins. */
export const claim: Operation = {
	option: {
		name: 'Claim Publication',
		value: 'claim',
		description: 'Take a ready material for publication: of all who press, one wins',
		action: 'Claim a publication',
	},
	fields: [
		textField('draftKey', 'Draft Key', 'subject.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version of the draft. Leave 0 to read <code>subject.version</code> of the item.',
		},
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'number',
			default: 0,
			description: 'Message whose button was pressed. Leave 0 to read <code>event.callback.message_id</code> of the item.',
		},
	],
	ways: ['claimed', 'lost'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const reply = await ask(context, itemIndex, 'collaboration', '/internal', {
			action: 'claim',
			_svc: contextOf(context, itemIndex),
			draft_key: requiredText(context, itemIndex, 'draftKey', 'subject.draft_key'),
			version: requiredNumber(context, itemIndex, 'version', 'subject.version'),
			message_id: requiredNumber(context, itemIndex, 'messageId', 'event.callback.message_id'),
		});
		if (reply.ok) {
			const { _svc, material } = reply.body as Claimed;
			return { json: { ...item, _svc, material, next: 'claimed' } };
		}
		const { refusal } = reply;
		if (!LOST.includes(refusal.code)) throw refusalError(context, itemIndex, COLLABORATION, refusal);
		const text = firstText(context, itemIndex, refusal);
		const problem = { code: refusal.code, stage: 'claim', state: refusal.state, ...(text === undefined ? {} : { text }) };
		return { json: { ...item, problem, next: 'lost' } };
	},
};

/** Who pressed first, and that it is going out; undefined if there was no earlier press. */
function firstText(context: IExecuteFunctions, itemIndex: number, { state, claimedBy = null }: Refusal): string | undefined {
	if (state !== 'claimed' || claimedBy === null) return undefined;
	const { actor, participants } = eventOf(context, itemIndex);
	const messages = messagesOf(context, itemIndex);
	const first = participants?.find(({ user_id }) => user_id === claimedBy);
	if (first === undefined) return undefined;
	const by = actor?.user_id === claimedBy ? null : personName(messages, { displayName: first.display_name, role: first.role });
	return messages.publishedBefore({ by });
}
