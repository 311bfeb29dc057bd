import type { IDataObject } from 'n8n-workflow';

import { readFeedback } from '../../../domain/revision/intent.ts';
import { planRevision as plan } from '../../../domain/revision/plan.ts';
import { localeOfItem, materialOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import { kindOf, linkOf, postOf, problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** What a reply asks for, and what that costs. Nothing changes unless all of it can be done. */
export const planRevision: Operation = {
	option: { name: 'Plan Revision', value: 'planRevision', description: 'Decide what a reply asks for and what has to be made anew', action: 'Plan a revision' },
	fields: [textField('reply', 'Reply', 'event.intent.text', 'What the participant wrote')],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const intent = readFeedback(requiredText(context, itemIndex, 'reply', 'event.intent.text'));
		const found = plan({ ...postOf(material), kind: kindOf(material), link: linkOf(material) }, intent, localeOfItem(context, itemIndex));
		if (found.kind === 'refuse') return { json: { ...item, next: 'refuse', problem: problem(found.code, 'feedback', found.detail) } };
		const leftover = 'leftover' in intent ? intent.leftover : '';
		return { json: { ...item, plan: { ...(found as unknown as IDataObject), leftover }, next: found.kind } };
	},
};
