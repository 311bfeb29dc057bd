import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { MAX_UPDATE_BYTES } from '../intake/raw.ts';
import { learnHour } from '../events/dailyOffer.ts';
import { serviceRoute } from './route.ts';
import { canEnd, executionId, offerHour, verifiedEvent } from './schemas.ts';

/** Bytes of the request besides its update. */
const AROUND_IT = 1_024;

/** Stores an update, says who sent it and what they want, and signs a context for them. Creates no draft. */
export const event = serviceRoute(
	'/event',
	{
		id: 'takeEvent',
		summary: 'Store an update, say who it is from and what they want',
		description: `Stores the update once, by \`update_id\`, before the answer, so the webhook may be answered when this returns. A second
request with the same update is a duplicate, unless the service posted it again itself. It creates nothing. 503 means that the update is
not stored, or that the messenger has not confirmed its press yet: the messenger sends it again. If the messenger calls n8n, the service
answers a press before this returns; a press whose answer the messenger refuses decides nothing, and its intent is to tell the person so.
If the service takes updates itself (COLLAB_UPDATES), an update is admitted only if it equals the stored one of its number, as canonical
JSON; any other is refused with \`update_unknown\` and leaves only an audit row. An update that is refused for its form also leaves an
audit row. It would be refused for ever, so the caller confirms it to the messenger.`,
		maxBytes: MAX_UPDATE_BYTES + AROUND_IT,
		async refusedBody({ code, fields }, { inbox }) {
			const isOfUpdate = code === 'body_too_large' || (code === 'invalid_request' && fields.every(({ path }) => path.startsWith('update')));
			if (isOfUpdate) await inbox.unreadable(code);
		},
		refuses: ['update_unknown'],
		request: {
			// Only the update's id is checked here; all other fields are read defensively.
			update: object({ update_id: Joi.number().integer().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER) })
				.unknown(true)
				.description('The real update of the messenger, untouched.'),
			execution_id: executionId,
			can_wait: Joi.boolean()
				.optional()
				.description(
					'The caller heeds `waits`: a request for a post may be kept until fewer events are worked on than COLLAB_AT_ONCE says.',
				),
			can_brief: Joi.boolean()
				.optional()
				.description('The caller heeds `brief`: it asks an AI what free words mean. Without it they are a request, or an answer.'),
			can_end: canEnd,
			offer_hour: offerHour,
		},
		answer: verifiedEvent,
	},
	async (input, { db, inbox }) => {
		await learnHour(db, input.offer_hour);
		return inbox.receive(input.update, input.execution_id, {
			wait: input.can_wait ?? false,
			brief: input.can_brief ?? false,
			end: input.can_end ?? false,
		});
	},
);
