import Joi from 'joi';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { MaterialState } from '@copydesk/domain/material/machine';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { publicMaterial } from '../materials/row.ts';
import { svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly states?: readonly MaterialState[];
	readonly limit?: number;
}

const DEFAULT_LIMIT = 20;
const schema = Joi.object<Input>({
	_svc: svc,
	states: Joi.array()
		.items(Joi.string().valid(...materialMachine.states))
		.max(materialMachine.states.length),
	limit: Joi.number().integer().min(1).max(100),
});

/** Open work, or work in these states, newest first. */
export const materialsList = jsonRoute<Input, Deps>('/materials/list', schema, async (input, { admission, materials }) => {
	const found = await materials.list(await admission.admit(input._svc), input.states ?? [], input.limit ?? DEFAULT_LIMIT);
	return { status: 200, body: { materials: found.map(publicMaterial) } };
});
