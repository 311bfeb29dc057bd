import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { purposeName, svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly purpose: string;
	readonly target: string;
}

const schema = Joi.object<Input>({
	_svc: svc,
	/** Any word: the rule is that every request is admitted and written down, not what it may be called. */
	purpose: purposeName.required(),
	target: Joi.string().min(1).max(300).required(),
});

/** Admits one external request: re-reads the role and writes the answer to the audit. */
export const authorize = jsonRoute<Input, Deps>('/authorize', schema, async (input, { admissions }) => ({
	status: 200,
	body: await admissions.authorize(input._svc, input.purpose, input.target),
}));
