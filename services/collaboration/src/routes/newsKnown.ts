import Joi from 'joi';
import { MAX_KNOWN_URLS } from '@copydesk/domain/limits';
import { object } from '@copydesk/kit/schema';
import { actorRoute } from './route.ts';
import { address, knownAddress } from './schemas.ts';

/** Room for the most and longest addresses, at three bytes per unit. */
const KNOWN_BYTES = 2_359_296;

/** Which of these addresses the desk already has. */
export const newsKnown = actorRoute(
	'/news/known',
	{
		id: 'knownNews',
		summary: 'Which addresses the desk has already',
		description: `A published or open news draft whose own address, or whose card's, it is; else an open offer. Addresses that are new are
not in the answer.`,
		request: { canonical_urls: Joi.array().items(address).min(1).max(MAX_KNOWN_URLS) },
		maxBytes: KNOWN_BYTES,
		answer: object({ known: Joi.array().items(knownAddress) }),
		entry: 'schedule',
	},
	async ({ canonical_urls }, actor, { news }) => ({ known: await news.known(actor, canonical_urls) }),
);
