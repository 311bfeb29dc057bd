import type { Material } from '../../../domain/api/collaboration.ts';
import type { NewContent } from '../../../domain/material/content.ts';
import { isInWork, stepOfText, stepOfWork } from '../../../domain/material/work.ts';
import type { RevisionPlan } from '../../../domain/revision/plan.ts';
import type { Messages } from '../../../domain/messages/messages.ts';
import { explain } from '../../../domain/messages/sentences.ts';
import { COLLABORATION, badInput, refusalError, type Refusal } from '../../shared/faults.ts';
import { contextOf, messagesOf, requiredNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Travelling } from '../../shared/item.ts';
import { nameOf } from '../../shared/called.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** The next version, with what it reuses; the old one is superseded in the same transaction. */
export const revise: Operation = {
	option: {
		name: 'Revise',
		value: 'revise',
		description: 'Make the next version as the plan of the item has it',
		action: 'Revise a material',
	},
	fields: [
		textField('draftKey', 'Draft Key', 'subject.draft_key', 'Key of the draft'),
		{
			displayName: 'Version',
			name: 'version',
			type: 'number',
			default: 0,
			description: 'Version that is revised. Leave 0 to read <code>subject.version</code> of the item.',
		},
	],
	ways: ['shown', 'unseen'],
	wayOf: ({ shown }) => (shown === true ? 'shown' : 'unseen'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { plan } = item;
		if (plan?.kind !== 'revise')
			throw badInput(
				context,
				itemIndex,
				'Expected a plan to revise in the item but found none',
				'Put this node after Post Draft: Plan Revision.',
			);
		const content: NewContent = {
			...(plan.text.kind === 'fixed' ? plan.text.post : { request: plan.text.wish }),
			...checkOf(plan, item.material),
			...(plan.image_prompt === undefined ? {} : { image_prompt: plan.image_prompt }),
			...(plan.template === undefined ? {} : { cover_template: plan.template }),
			...(plan.sources === null || plan.sources === undefined
				? {}
				: { facts: plan.sources.facts, source_blocks: plan.sources.source_blocks }),
		};
		const draft_key = requiredText(context, itemIndex, 'draftKey', 'subject.draft_key');
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/revise', {
			_svc: contextOf(context, itemIndex),
			draft_key,
			version: requiredNumber(context, itemIndex, 'version', 'subject.version'),
			content,
			reuse: {
				source_image_id: plan.illustration === 'reuse',
				cover: plan.cover === 'reuse',
				...(plan.illustration === 'before' ? { picture_before: true } : {}),
			},
		});
		if (!reply.ok) {
			if (reply.refusal.code !== 'state_conflict') throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
			return { json: { ...item, shown: false, text: lateText(messagesOf(context, itemIndex), item, reply.refusal), next: 'say' } };
		}
		const { material } = reply.body;
		// What stopped before anybody saw it is closed without a word.
		const shown = !isInWork(item.material?.state ?? 'ready');
		return { json: { ...item, material, shown, next: stepOfWork(material.state) } };
	},
};

/** If there are two answers to one question, the first makes the new version. */
function lateText(messages: Messages, item: Travelling, { code, state }: Refusal): string {
	return state === 'superseded'
		? messages.answerTooLate({ draft: nameOf(messages, item) })
		: messages.refused({ problem: explain(messages, { code, state }) });
}

/** What a person words exactly needs no check, unless what it is in was never found right. */
function checkOf(
	{ check, scope }: RevisionPlan & { kind: 'revise' },
	before: Material | undefined,
): Pick<NewContent, 'text_check' | 'edit_scope'> {
	const isSound = before === undefined || stepOfText(before, null) === 'cover';
	return { text_check: check || !isSound ? 'needed' : 'none', edit_scope: isSound ? scope : null };
}
