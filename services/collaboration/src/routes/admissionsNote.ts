import Joi from 'joi';
import { ADMISSION_ID } from '@copydesk/domain/ids';
import { object } from '@copydesk/kit/schema';
import { noteFaults } from '../admissions/spend.ts';
import { actorRoute } from './route.ts';
import { modelName } from './schemas.ts';

const count = Joi.number().integer().min(0).max(1_000_000_000).required();

/** Stores the usage of a paid request, as the provider's answer reports it. */
export const admissionsNote = actorRoute(
	'/admissions/note',
	{
		id: 'noteSpend',
		summary: 'Note what a paid request took',
		description: `Tokens, pictures, seconds of sound and the model, read from the answer. Works only under the event that the request was
admitted for. The first note of an admission stays. \`fault\` is the provider's reason for giving no answer.
\`retry_after_seconds\` is how long it wants no more requests: a press of that time waits until then, at most an hour.`,
		request: {
			admission_id: Joi.string().pattern(ADMISSION_ID, 'an admission id').required(),
			model: modelName.allow(null).required(),
			input_tokens: count,
			output_tokens: count,
			pictures: count,
			seconds: count.optional().description('Of sound.'),
			fault: Joi.string()
				.valid(...noteFaults)
				.optional(),
			retry_after_seconds: Joi.number().integer().min(0).max(1_000_000_000).optional(),
		},
		entry: () => 'schedule',
		keeps: () => true,
		refuses: ['admission_not_found'],
		answer: object({ noted: Joi.boolean().description('False when something was noted before.') }),
	},
	async (note, actor, { admissions }) => ({ noted: await admissions.note(actor, note) }),
);
