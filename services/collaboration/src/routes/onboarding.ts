import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { onboard } from '../desk/onboarding.ts';
import { svc } from './schemas.ts';

/** The owner's test set for both: sent once, without buttons. */
export const onboarding = jsonRoute<{ readonly _svc: string }, Deps>('/onboarding', Joi.object({ _svc: svc }), async (input, deps) => ({
	status: 200,
	body: await onboard(await deps.admission.admit(input._svc, 'owner'), deps),
}));
