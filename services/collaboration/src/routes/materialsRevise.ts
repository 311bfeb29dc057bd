import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import type { Revision } from '../materials/materials.ts';
import { publicMaterial } from '../materials/row.ts';
import { MATERIAL_BYTES, draftKey, newContent, svc, version } from './schemas.ts';

type Input = Revision & { readonly _svc: string };

const schema = Joi.object<Input>({
	_svc: svc,
	draft_key: draftKey.required(),
	version: version.required(),
	content: Joi.object({ kind: Joi.string().valid('news', 'post'), ...newContent }).required(),
	reuse: Joi.object({ source_image_id: Joi.boolean(), cover: Joi.boolean() }).required(),
});

/** Closes a version and opens the next one in one step. */
export const materialsRevise = jsonRoute<Input, Deps>(
	'/materials/revise',
	schema,
	async ({ _svc, ...input }, { admission, materials }) => ({
		status: 200,
		body: { material: publicMaterial(await materials.revise(await admission.admit(_svc), input)) },
	}),
	{ maxBytes: MATERIAL_BYTES },
);
