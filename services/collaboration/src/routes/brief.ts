import Joi from 'joi';
import { actorRoute } from './route.ts';
import { BRIEF_BYTES, canEnd, rawBrief, verifiedEvent } from './schemas.ts';

/** Takes what an AI said that a message asks for, and decides what follows. */
export const brief = actorRoute(
	'/brief',
	{
		id: 'takeBrief',
		summary: 'Take what an AI understood of a message, and decide what follows',
		description: `The answer of the AI about the \`brief\` of an event, or why there is none. It is held against the message and stored with
the event before anything follows, once: a second call is answered with what followed. It creates no right: a draft begins, or there is
an answer with buttons. With \`waits\` the event is kept, because the AI is away or a limit is reached.`,
		request: {
			brief: rawBrief.optional(),
			fault: Joi.string().max(64).optional().description('Why there is none, as the nodes name it.'),
			can_end: canEnd,
		},
		maxBytes: BRIEF_BYTES,
		answer: verifiedEvent,
		refuses: ['event_not_found'],
	},
	async ({ brief: raw = null, fault, can_end = false }, actor, { briefs }) => briefs.take(actor, { brief: raw, fault }, can_end),
);
