import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { executionId } from './schemas.ts';

interface Input {
	readonly update: Readonly<Record<string, unknown>> & { readonly update_id: number };
	readonly execution_id: string;
}

/** The real update, untouched: only its id is checked here, everything else is read defensively. */
const schema = Joi.object<Input>({
	update: Joi.object({ update_id: Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).required() })
		.unknown(true)
		.required(),
	execution_id: executionId.required(),
});

/** Takes an update: stores it, says who it is from and what they want, and signs a context for them. Makes nothing. */
export const event = jsonRoute<Input, Deps>('/event', schema, async (input, { inbox }) => ({
	status: 200,
	body: await inbox.receive(input.update, input.execution_id),
}));
