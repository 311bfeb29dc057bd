import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { publicMaterial } from '../materials/row.ts';
import { draftKey, svc, version } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly draft_key: string;
	readonly version?: number;
}

const schema = Joi.object<Input>({ _svc: svc, draft_key: draftKey.required(), version });

/** One version, or the latest. */
export const materialsRead = jsonRoute<Input, Deps>('/materials/read', schema, async (input, { admission, materials }) => ({
	status: 200,
	body: { material: publicMaterial(await materials.read(await admission.admit(input._svc), input.draft_key, input.version)) },
}));
