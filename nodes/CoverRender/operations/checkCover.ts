import type { IExecuteFunctions } from 'n8n-workflow';

import { isServed, type CoverRequest } from '../../../domain/cover/cover.ts';
import { isPhoto, templateNamed, templateVersion, withPicture } from '../../../domain/cover/template.ts';
import { checkCover as tried, triedCover } from '../../shared/coverCheck.ts';
import { refusalError } from '../../shared/faults.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { problemOfCover } from '../refused.ts';

/** Asks whether a cover could be made, before an older version gives way to it or a check or a picture is paid for. Nothing is stored. */
export const checkCover: Operation = {
	option: {
		name: 'Check Cover',
		value: 'checkCover',
		description: 'Ask whether a cover could be made, without making it',
		action: 'Check whether a cover could be made',
	},
	fields: [
		{
			displayName: 'Cover Of',
			name: 'coverOf',
			type: 'options',
			default: 'plan',
			description: 'Whose title and subtitle are tried',
			options: [
				{ name: 'Planned Revision', value: 'plan', description: 'The exact words that a person asks for' },
				{ name: 'Draft Itself', value: 'material', description: 'What is written in the draft, by the AI too' },
			],
		},
	],
	ways: ['fits', 'refuse'],
	wayOf: ({ next }) => (next === 'fits' ? 'fits' : 'refuse'),
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const isPlanned = context.getNodeParameter('coverOf', itemIndex, 'plan') === 'plan';
		const request = isPlanned ? requestOfPlan(context, itemIndex) : requestOfDraft(context, itemIndex);
		// What cannot be asked for is said by the step that makes the cover.
		if (request === null || !isServed(request)) return { json: { ...item, next: 'fits' } };
		const asked = tried(context, itemIndex, request);
		// A renderer that is away says nothing about what is written; a picture is kept until it is back.
		const reply = await (isPlanned ? asked : asked.catch(() => null));
		if (reply === null || reply.ok) return { json: { ...item, next: 'fits' } };
		const problem = problemOfCover(reply.refusal, isPlanned ? 'feedback' : 'cover');
		if (problem !== null) return { json: { ...item, problem, next: isPlanned ? 'refuse' : 'failed' } };
		if (isPlanned) throw refusalError(context, itemIndex, 'The cover renderer', reply.refusal);
		return { json: { ...item, next: 'fits' } };
	},
};

/** A finished cover needs no look, and neither does a picture without words. */
function requestOfDraft(context: IExecuteFunctions, itemIndex: number): CoverRequest | null {
	const material = materialOf(context, itemIndex);
	return (material.cover_asset_id ?? null) === null && !isPhoto(material.cover_template) ? triedCover(context, material) : null;
}

/** What the AI is still to write cannot be looked at, and a finished cover needs no look. */
function requestOfPlan(context: IExecuteFunctions, itemIndex: number): CoverRequest | null {
	const { plan, event } = travelling(context, itemIndex);
	if (plan?.kind !== 'revise' || plan.text.kind !== 'fixed' || plan.cover !== 'render') return null;
	const material = materialOf(context, itemIndex);
	const { title, subtitle } = plan.text.post;
	const { brand } = templateNamed(material.cover_template);
	// Which template is set for the desk is known by the service.
	if (plan.template === 'cover' || isPhoto(plan.template ?? material.cover_template)) return null;
	const isOwnPicture = event?.intent?.kind === 'feedback_reply' && event.intent.picture !== undefined;
	const kept = isOwnPicture ? withPicture(material.cover_template ?? null) : material.cover_template;
	return triedCover(context, {
		...material,
		title,
		subtitle,
		source_image_id: plan.illustration === 'reuse' ? material.source_image_id : null,
		cover_template: plan.template === undefined ? kept : templateVersion(templateNamed(plan.template).template, brand),
	});
}
