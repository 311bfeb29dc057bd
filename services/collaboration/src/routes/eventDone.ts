import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { actorRoute } from './route.ts';
import { eventKey } from './schemas.ts';

/** Closes an event in the inbox. */
export const eventDone = actorRoute(
	'/event-done',
	{
		id: 'closeEvent',
		summary: 'Close an event in the inbox',
		request: { event_key: eventKey, outcome: Joi.string().min(1).max(200) },
		answer: object({ done: Joi.valid(true) }),
		entry: 'schedule',
		refuses: ['event_not_found'],
	},
	async (input, actor, { inbox }) => {
		await inbox.done(actor, input.event_key, input.outcome);
		return { done: true };
	},
);
