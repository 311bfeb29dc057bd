import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { eventKey, svc } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly event_key: string;
	readonly outcome: string;
}

const schema = Joi.object<Input>({ _svc: svc, event_key: eventKey.required(), outcome: Joi.string().min(1).max(200).required() });

/** Closes an event in the inbox. */
export const eventDone = jsonRoute<Input, Deps>('/event-done', schema, async (input, { admission, inbox }) => {
	await inbox.done(await admission.admit(input._svc), input.event_key, input.outcome);
	return { status: 200, body: { done: true } };
});
