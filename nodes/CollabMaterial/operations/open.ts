import { stepOfNamed } from '../../../domain/material/work.ts';
import { isStopped, buttonsOf } from '../../../domain/material/recoveryActions.ts';
import { pictureText, restsOnText, spendText, standingText, stoppedText } from '../../../domain/messages/sentences.ts';
import { eventOf, messagesOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { namedFields, namedOf, readWithSpend } from '../named.ts';

/** What somebody gets who names a draft: it is gone on with, shown again, or told what state it is in. */
export const open: Operation = {
	option: {
		name: 'Open',
		value: 'open',
		description: 'Read the draft that somebody named, and decide whether to work on it, show it or tell its state',
		action: 'Open a named draft',
	},
	fields: [
		...namedFields,
		{
			displayName: 'Only Tell',
			name: 'onlyTell',
			type: 'boolean',
			default: false,
			description: 'Whether nothing is gone on with: a draft in work is only told about',
		},
	],
	ways: ['show', 'goes on'],
	wayOf: ({ next }) => (next === 'show' ? 'show' : 'goes on'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const named = namedOf(context, itemIndex);
		const read = await readWithSpend(context, itemIndex, named);
		const messages = messagesOf(context, itemIndex);
		if (read === undefined) {
			const text = messages.draftMissing({ draft: named.draft_key, version: named.version });
			return { json: { ...item, text, next: 'say' } };
		}
		const { material, spend, time_zone } = read;
		const onlyAsks = item['route'] === 'draft' || context.getNodeParameter('onlyTell', itemIndex, false) === true;
		const { intent, participants = [] } = eventOf(context, itemIndex);
		const saysAbsent = intent?.kind === 'callback' && intent.action === 'absent';
		const next = stepOfNamed(material.state, onlyAsks, material.error_code, saysAbsent);
		if (next !== 'say') return { json: { ...item, material, text: null, next } };
		const withdrawnBy = participants.find(({ user_id }) => user_id === material.withdrawn_by_user_id);
		const standing = isStopped(material)
			? stoppedText(messages, material)
			: standingText(messages, material, { by: withdrawnBy?.display_name ?? null, zone: time_zone });
		const money = spend === undefined ? null : spendText(messages, spend);
		const text = [standing, restsOnText(messages, material), pictureText(messages, material), money]
			.filter((part) => part !== null)
			.join('\n\n');
		return { json: { ...item, material, text, buttons: buttonsOf(material), next } };
	},
};
