import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { ONBOARDING_KEY, onboard } from '../jobs/onboarding.ts';
import { actorRoute } from './route.ts';
import { deliveryAnswer, userId } from './schemas.ts';

/** Sends the owner's test set to both people, once, without buttons. */
export const onboarding = actorRoute(
	'/onboarding',
	{
		id: 'onboard',
		summary: 'The test set for both, once',
		description: `Owner only; no buttons, no AI, no channel; kept under the key ${ONBOARDING_KEY}.`,
		request: {},
		role: 'owner',
		entry: 'operator',
		answer: object({ key: Joi.valid(ONBOARDING_KEY), deliveries: Joi.array().items(deliveryAnswer.keys({ user_id: userId.required() })) }),
	},
	(_input, actor, deps) => onboard(actor, deps),
);
