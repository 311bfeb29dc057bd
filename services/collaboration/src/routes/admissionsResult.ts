import Joi from 'joi';
import { ADMISSION_ID, SHA256_HEX } from '@copydesk/domain/ids';
import { MAX_IMAGE_BYTES } from '@copydesk/domain/limits';
import { created, getRoute, ok, rawRoute, type RequestFacts } from '@copydesk/kit/route';
import { object } from '@copydesk/kit/schema';
import type { Kept } from '../admissions/pictures.ts';
import type { Deps } from '../deps.ts';
import { ACTOR_REFUSALS } from './route.ts';

/** The header for the signed context, because the body is bytes. */
const CONTEXT_HEADER = 'X-Copydesk-Context';

const PATH = '/admissions/:admission_id/result';
const params = { admission_id: ADMISSION_ID };
const openapi = {
	parameters: [{ name: CONTEXT_HEADER, in: 'header', required: true, description: 'Signed context.', schema: { type: 'string' } }],
};

const actorOf = ({ actors }: Deps, { headers }: RequestFacts, disabled = false) => {
	const given = headers[CONTEXT_HEADER.toLowerCase()];
	return actors.authenticate(typeof given === 'string' ? given : '', { disabled });
};
const idOf = ({ params: { admission_id } }: RequestFacts): string => String(admission_id);

/** Stores a paid illustration that is not yet recorded in its draft. */
export const keepResult = {
	...rawRoute<Deps, Kept>(
		PATH,
		{
			id: 'keepResult',
			method: 'put',
			summary: 'Keep a paid illustration that could not be stored yet',
			description: `Stores the picture durably before the answer. A JPEG or WebP is turned into a PNG; \`sha256\` and \`bytes\` are those
of the PNG. Works only under the event that the picture was admitted for, and
for a person who was disabled after the picture was paid for too. The version
then has \`kept_admission_id\`. The picture is removed when the cover of the version is recorded, or after 30 days.`,
			contentTypes: ['image/png', 'image/jpeg', 'image/webp'],
			maxBytes: MAX_IMAGE_BYTES,
			answer: object({
				admission_id: Joi.string(),
				sha256: Joi.string().pattern(SHA256_HEX, 'a SHA-256'),
				bytes: Joi.number().integer().min(1),
			}),
			answers: { 200: 'These bytes are kept already.', 201: 'Kept now.' },
			refuses: [...ACTOR_REFUSALS, 'invalid_image', 'admission_not_found', 'result_conflict', 'material_not_found', 'state_conflict'],
			openapi,
		},
		async (bytes, deps, facts) => {
			const { kept, isNew } = await deps.pictures.keep(await actorOf(deps, facts, true), idOf(facts), bytes);
			return (isNew ? created : ok)(kept);
		},
	),
	params,
	/** Each picture may have 10 MiB. */
	atOnce: 4,
};

/** Returns it to the execution that continues the draft. */
export const readResult = {
	...getRoute<Deps>(
		PATH,
		{
			id: 'readResult',
			summary: 'The kept illustration of an admission',
			gives: 'image/png',
			answers: { 200: 'The PNG.' },
			refuses: [...ACTOR_REFUSALS, 'result_not_found', 'integrity_violation'],
			openapi,
		},
		async (_input, deps, facts) => ({
			status: 200,
			bytes: await deps.pictures.read(await actorOf(deps, facts), idOf(facts)),
			contentType: 'image/png',
		}),
	),
	params,
	atOnce: 4,
};
