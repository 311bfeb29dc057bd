import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, draftKey, material, newContent } from './schemas.ts';

/** Creates version 1 of a draft, once per event. */
export const materialsCreate = actorRoute(
	'/materials/create',
	{
		id: 'createMaterial',
		summary: 'Version 1 of a draft, once per event',
		description:
			'Begins in `text_generating`, under a request or a press that makes one. The same event again is answered with the row that it made.',
		request: {
			draft_key: draftKey.optional().description('At most 40 characters; by default `p<update_id>`.'),
			batch_key: draftKey.optional(),
			content: newContent,
		},
		maxBytes: MATERIAL_BYTES,
		answer: object({ material, created: Joi.boolean() }),
		refuses: ['transition_forbidden', 'draft_open', 'source_taken'],
	},
	async (input, actor, { materials }) => {
		const made = await materials.create(actor, input);
		return { material: publicMaterial(made.material), created: made.created };
	},
);
