import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import type { Decision } from '../deliveries/notices.ts';
import { draftKey, svc, version } from './schemas.ts';

interface Input {
	readonly _svc: string;
	readonly draft_key: string;
	readonly version: number;
	readonly decision: Decision;
}

const schema = Joi.object<Input>({
	_svc: svc,
	draft_key: draftKey.required(),
	version: version.required(),
	decision: Joi.string().valid('awaiting_feedback', 'superseded', 'rejected', 'published').required(),
});

/** After a decision was saved: tells both and takes the old buttons away. A failed notice is a status, never an error. */
export const decision = jsonRoute<Input, Deps>('/decision', schema, async (input, { admission, db, materials, notices }) => {
	const actor = await admission.admit(input._svc);
	const material = await materials.read(actor, input.draft_key, input.version);
	const [saved] = await db.query(
		'select actor_user_id from material_event where draft_key = $1 and version = $2 and to_state = $3 order by seq desc limit 1',
		[input.draft_key, input.version, input.decision],
	);
	if (saved === undefined)
		throw new CopydeskError('state_conflict', `${input.decision} is not saved`, { facts: { state: material.state } });
	const decider = await admission.known(Number(saved['actor_user_id']));
	const cause = {
		actor: { userId: actor.participant.userId, chatId: actor.participant.chatId },
		eventKey: actor.claims.event_key,
		executionId: actor.claims.execution_id,
	};
	const [notified, buttons] = await Promise.all([
		notices.decision(material, input.decision, decider?.displayName ?? actor.participant.displayName, cause),
		notices.removeButtons(input, cause),
	]);
	return { status: 200, body: { notified, buttons } };
});
