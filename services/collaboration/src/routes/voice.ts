import Joi from 'joi';
import { SOUND_TYPES } from '@copydesk/domain/ai/audio';
import { MAX_HEARD_UNITS } from '@copydesk/domain/limits';
import { jsonRoute, type Route } from '@copydesk/kit/route';
import { object } from '@copydesk/kit/schema';
import type { Deps } from '../deps.ts';
import { ACTOR_REFUSALS, actorRoute } from './route.ts';
import { canEnd, svc, verifiedEvent } from './schemas.ts';

/** The recording of an event, for the one request that writes it down. */
export const voice: Route<Deps> = {
	...jsonRoute<{ readonly _svc: string }, never, Deps>(
		'/voice',
		{
			id: 'readVoice',
			summary: 'The recording of an event',
			description: `The bytes of the voice note or the sound file that a person sent, fetched from the messenger. Their content type is
read from the bytes.`,
			request: object({ _svc: svc }),
			gives: 'application/octet-stream',
			refuses: [...ACTOR_REFUSALS, 'event_not_found', 'sound_gone', 'sound_too_large', 'sound_unreadable'],
		},
		async ({ _svc }, { actors, voices }) => {
			const { bytes, format } = await voices.recording(await actors.authenticate(_svc, {}));
			return { status: 200, bytes, contentType: 'application/octet-stream', headers: { 'X-Sound-Type': SOUND_TYPES[format] } };
		},
	),
	// Each has up to 20 MiB in memory.
	atOnce: 4,
};

/** Takes what an AI heard, and decides what follows. */
export const heard = actorRoute(
	'/heard',
	{
		id: 'takeHeard',
		summary: 'Take the words of a recording, and decide what follows',
		description: `What the AI wrote down of a \`voice\`, or why there is nothing. It is stored with the event before anything follows,
once: a second call is answered with what followed. The person is shown what was understood before anything else is paid for; a
short recording is followed at once where the owner chose so.`,
		request: {
			words: Joi.string().max(MAX_HEARD_UNITS).optional(),
			fault: Joi.string().max(64).optional().description('Why there are none, as the nodes name it.'),
			can_end: canEnd,
		},
		answer: verifiedEvent,
		refuses: ['event_not_found'],
	},
	async ({ words, fault, can_end = false }, actor, { voices }) => voices.take(actor, { words, fault }, can_end),
);
