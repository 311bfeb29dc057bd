import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { object } from '@copydesk/kit/schema';
import { causeOf } from '../deliveries/journal.ts';
import { deciderOf } from '../materials/read.ts';
import { actorRoute } from './route.ts';
import { deliveryStatus, draftKey, messageId, userId, version } from './schemas.ts';

const told = { user_id: userId, status: deliveryStatus };

/** After a decision was saved: tells both and takes the old buttons away. A failed notice is a status, never an error. */
export const decision = actorRoute(
	'/decision',
	{
		id: 'tellDecision',
		summary: 'After a saved decision: tell both, take old buttons away',
		description: 'Best effort: a failed notice is a status, never an error.',
		request: {
			draft_key: draftKey,
			version,
			decision: Joi.string().valid('awaiting_feedback', 'superseded', 'rejected', 'published'),
		},
		answer: object({
			notified: Joi.array().items(object(told)),
			buttons: Joi.array().items(object({ ...told, message_id: messageId })),
		}),
		refuses: ['material_not_found', 'state_conflict'],
	},
	async (input, actor, { actors, db, materials, notices }) => {
		const material = await materials.read(actor, input.draft_key, input.version);
		const deciderId = await deciderOf(db, input, input.decision);
		if (deciderId === undefined)
			throw new CopydeskError('state_conflict', `${input.decision} is not saved`, { facts: { state: material.state } });
		const decider = deciderId === null ? undefined : await actors.known(deciderId);
		const cause = causeOf(actor);
		const [notified, buttons] = await Promise.all([
			notices.decision(material, input.decision, decider ?? actor.participant, cause),
			notices.removeButtons(input, cause),
		]);
		return { notified, buttons };
	},
);
