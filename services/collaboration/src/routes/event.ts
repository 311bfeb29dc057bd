import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { serviceRoute } from './route.ts';
import { executionId, verifiedEvent } from './schemas.ts';

/** Takes an update: stores it, says who it is from and what they want, and signs a context for them. Makes nothing. */
export const event = serviceRoute(
	'/event',
	{
		id: 'takeEvent',
		summary: 'Store an update, say who it is from and what they want',
		description: `Stored once by \`update_id\` before the answer, so the webhook may be answered when this returned; a second time is a
duplicate, unless the service posted it again itself. Makes nothing. 503 means not stored: the messenger comes again.`,
		request: {
			// Only its id is checked here; everything else is read defensively.
			update: object({ update_id: Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER) })
				.unknown(true)
				.description('The real update of the messenger, untouched.'),
			execution_id: executionId,
			can_wait: Joi.boolean()
				.optional()
				.description(
					'The caller heeds `waits`: a request for a post may be kept until fewer events are worked on than COLLAB_AT_ONCE says.',
				),
		},
		answer: verifiedEvent,
	},
	(input, { inbox }) => inbox.receive(input.update, input.execution_id, input.can_wait),
);
