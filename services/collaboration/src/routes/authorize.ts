import Joi from 'joi';
import { purposes } from '@copydesk/domain/event/purposes';
import type { Purpose } from '@copydesk/domain/event/purposes';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly purpose: Purpose;
	readonly target: string;
}

const schema = Joi.object<Input>({
	_svc: svc,
	purpose: Joi.string().valid(...Object.keys(purposes)).required(),
	target: Joi.string().min(1).max(300).required(),
});

/** Admits one external request: re-reads the role and writes the answer to the audit. */
export const authorize = jsonRoute<Input, Deps>('/authorize', schema, async (input, { admissions }) => ({
	status: 200,
	body: await admissions.authorize(input._svc, input.purpose, input.target),
}));
