import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import type { NewContent } from '@copydesk/domain/material/material';
import { publicMaterial } from '../materials/row.ts';
import { MATERIAL_BYTES, draftKey, newContent, svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly draft_key?: string;
	readonly batch_key?: string;
	readonly content: NewContent;
}

const schema = Joi.object<Input>({
	_svc: svc,
	draft_key: draftKey,
	batch_key: draftKey,
	content: Joi.object({ kind: Joi.string().valid('news', 'post'), ...newContent }).required(),
});

/** Version 1 of a draft, once per event. */
export const materialsCreate = jsonRoute<Input, Deps>(
	'/materials/create',
	schema,
	async ({ _svc, ...input }, { admission, materials }) => {
		const { material, created } = await materials.create(await admission.admit(_svc), input);
		return { status: 200, body: { material: publicMaterial(material), created } };
	},
	{ maxBytes: MATERIAL_BYTES },
);
