import { sourcesOfRequest } from '../../../domain/ai/post.ts';
import { sourcesAfterReply } from '../../../domain/revision/sources.ts';
import { readFeedback } from '../../../domain/revision/intent.ts';
import { planRevision as plan } from '../../../domain/revision/plan.ts';
import { localeOfItem, materialOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import { kindOf, linkOf, postOf, problem, subjectOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** What a reply asks for, and what that costs. Nothing changes unless all of it can be done. */
export const planRevision: Operation = {
	option: {
		name: 'Plan Revision',
		value: 'planRevision',
		description: 'Decide what a reply asks for and what has to be made anew',
		action: 'Plan a revision',
	},
	fields: [textField('reply', 'Reply', 'event.intent.text', 'What the participant wrote')],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const reply = requiredText(context, itemIndex, 'reply', 'event.intent.text');
		const intent = readFeedback(reply);
		const found = plan(
			{
				...postOf(material),
				kind: kindOf(material),
				link: linkOf(material),
				image_prompt: material.image_prompt ?? '',
			},
			intent,
			localeOfItem(context, itemIndex),
			reply,
		);
		if (found.kind === 'refuse') return { json: { ...item, next: 'refuse', problem: problem(found.code, 'feedback', found.detail) } };
		const leftover = 'leftover' in intent ? intent.leftover : '';
		// In a plain post the participants are the source; the sources of news are elsewhere.
		const isFirst = material.version === 1 && (material.body ?? '') === '';
		const sources =
			kindOf(material) === 'post' && found.kind === 'revise'
				? isFirst
					? sourcesOfRequest(reply)
					: sourcesAfterReply(subjectOf(material), material.version, reply, intent.kind === 'replace' ? intent.edits : [])
				: null;
		return {
			json: {
				...item,
				plan: { ...found, leftover, sources },
				next: found.kind,
			},
		};
	},
};
