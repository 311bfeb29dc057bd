import Joi from 'joi';
import { materialMachine } from '@copydesk/domain/material/machine';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import type { Advance } from '../materials/materials.ts';
import { publicMaterial } from '../materials/row.ts';
import { MATERIAL_BYTES, draftKey, patch, svc, version } from './schemas.ts';

type Input = Advance & { readonly _svc: string };

const state = Joi.string().valid(...materialMachine.states);
const schema = Joi.object<Input>({
	_svc: svc,
	draft_key: draftKey.required(),
	version: version.required(),
	from: state.required(),
	to: state.required(),
	patch,
});

/** Compare-and-set of the state, with what the step found out. */
export const materialsAdvance = jsonRoute<Input, Deps>(
	'/materials/advance',
	schema,
	async ({ _svc, ...input }, { admission, materials }) => ({
		status: 200,
		body: { material: publicMaterial(await materials.advance(await admission.admit(_svc), input)) },
	}),
	{ maxBytes: MATERIAL_BYTES },
);
