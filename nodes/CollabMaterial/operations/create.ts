import { sourcesOfRequest } from '../../../domain/ai/post.ts';
import { normaliseCaption } from '../../../domain/caption/normalise.ts';
import { stepOfWork } from '../../../domain/desk/step.ts';
import { contextOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Inserts the event's link and version 1 at once; the same event again gives the same row. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Begin a draft for this event; the same event again gives the same draft',
		action: 'Create a material',
	},
	fields: [textField('request', 'Request', 'event.intent.text', 'What the post should be about')],
	async run(context, itemIndex) {
		const request = normaliseCaption(requiredText(context, itemIndex, 'request', 'event.intent.text'));
		const { facts, source_blocks } = sourcesOfRequest(request);
		const answer = await askOrThrow(context, itemIndex, 'collaboration', '/materials/create', {
			_svc: contextOf(context, itemIndex),
			content: { kind: 'post', request, facts, source_blocks },
		});
		const { material, created } = answer;
		return { json: { ...travelling(context, itemIndex), material, created, next: stepOfWork(material.state) } };
	},
};
