import Joi from 'joi';
import type { Api } from '@copydesk/kit/api';
import { SERVICE_KEY_HEADER, routes } from './app.ts';
import * as schemas from './routes/schemas.ts';
import { VERSION } from './version.ts';

/** The collaboration service as its OpenAPI document describes it. */
export const api: Api = {
	title: 'Copydesk collaboration service',
	version: VERSION,
	description: `Who may do what, the state of every material, every delivery, and the audit. Executions may crash at any node; the
stored state is enough to continue.

Checks run in this order, and the first one that fails decides the answer: path (404), service key (401, before any body is
read), content type (415), size (413, counted while reading), JSON (400), fields (422), signed context (401, 403), then
the work itself. A known path with another method is 404 too. No unknown key is accepted and nothing is converted.

\`_svc\` is a signed context (compact JWS, HS256): who acts, for at most an hour. It is never enough by itself: the role
is read again at each use.`,
	url: 'http://127.0.0.1:8091',
	key: { type: 'apiKey', in: 'header', name: SERVICE_KEY_HEADER },
	routes,
	schemas,
	facts: {
		state: Joi.string().optional().description('With `state_conflict`: what was found.'),
		by: Joi.number().integer().optional().description('With `work_under_way`: the person whose request it is.'),
		since: Joi.number().integer().optional().description('With `work_under_way`: since when, in milliseconds since 1970.'),
		decided_by: Joi.number().integer().allow(null).optional().description('With `state_conflict` of a news item: who decided.'),
		draft_key: Joi.string().optional().description('With `source_taken`: the draft that has the address.'),
		until: Joi.number()
			.integer()
			.optional()
			.description(
				'With `work_under_way`: until when at least, unless it ends before; with `budget_spent` or `provider_asks_to_wait`: ' +
					'when it goes on.',
			),
		waits: Joi.boolean()
			.optional()
			.description('With `budget_spent` or `provider_asks_to_wait`: true if the event waits and goes on by itself.'),
		claimed_by: Joi.number().integer().allow(null).optional().description('With `state_conflict`: who holds the claim.'),
	},
};
