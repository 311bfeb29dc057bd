import { sourcesOfBrief, sourcesOfRequest } from '../../../domain/ai/post.ts';
import { normaliseCaption } from '../../../domain/caption/normalise.ts';
import { feedbackPatterns } from '../../../domain/chat/patterns.ts';
import { stepOfWork } from '../../../domain/material/work.ts';
import { lookOfRequest } from '../../../domain/revision/shown.ts';
import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import { contextOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

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
		const said = normaliseCaption(requiredText(context, itemIndex, 'request', 'event.intent.text'));
		// Whether there is to be a cover is no part of what the post says.
		const { look, rest: request } = lookOfRequest(said, feedbackPatterns);
		const item = travelling(context, itemIndex);
		const { event } = item;
		const brief = event?.intent !== undefined && 'brief' in event.intent ? event.intent.brief : undefined;
		const { facts, source_blocks } = brief === undefined ? sourcesOfRequest(request) : sourcesOfBrief(brief, request);
		// Its facts come from pages, which are looked for next.
		const isSearched = brief?.rests_on === 'knowledge' || brief?.rests_on === 'news';
		const draft_key = item.subject?.draft_key;
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/create', {
			_svc: contextOf(context, itemIndex),
			...(draft_key === undefined ? {} : { draft_key }),
			content: {
				kind: 'post',
				request,
				facts: isSearched ? null : facts,
				source_blocks,
				...(look === null ? {} : { cover_template: look }),
			},
		});
		// A button that was pressed twice: the draft is another press's.
		if (!reply.ok && reply.refusal.code === 'draft_open' && draft_key !== undefined) return { json: { ...item, next: 'done' } };
		if (!reply.ok) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		const { material, created } = reply.body;
		return { json: { ...item, material, created, next: stepOfWork(material.state) } };
	},
};
