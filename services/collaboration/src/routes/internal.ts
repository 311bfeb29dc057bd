import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { jsonRoute } from '@copydesk/kit/route';
import type { Reply } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import { publicMaterial } from '../materials/row.ts';
import { draftKey, executionId, messageId, svc, version } from './schemas.ts';

type Input =
	| { readonly action: 'context'; readonly entry: string; readonly execution_id?: string }
	| { readonly action: 'claim'; readonly _svc: string; readonly draft_key: string; readonly version: number; readonly message_id: number }
	| { readonly action: 'resume'; readonly proof_id: string; readonly execution_id: string };

const schema = Joi.alternatives().conditional('.action', {
	switch: [
		{
			is: 'context',
			then: Joi.object({
				action: 'context',
				entry: Joi.string()
					.pattern(/^[A-Za-z][A-Za-z0-9_.:-]{0,39}$/, 'entry')
					.required(),
				execution_id: executionId,
			}),
		},
		{
			is: 'claim',
			then: Joi.object({
				action: 'claim',
				_svc: svc,
				draft_key: draftKey.required(),
				version: version.required(),
				message_id: messageId.required(),
			}),
		},
		{
			is: 'resume',
			then: Joi.object({
				action: 'resume',
				proof_id: Joi.string()
					.pattern(/^[A-Za-z0-9_-]{8,80}$/, 'proof id')
					.required(),
				execution_id: executionId.required(),
			}),
		},
	],
	otherwise: Joi.object({ action: Joi.string().valid('context', 'claim', 'resume').required() }).unknown(true),
}) as Joi.Schema<Input>;

/** What only our own graphs ask for: a context of the owner's schedule, the claim of a publication, a resumed work. */
export const internal = jsonRoute<Input, Deps>('/internal', schema, async (input, deps): Promise<Reply> => {
	switch (input.action) {
		case 'context':
			return scheduledContext(input.entry, input.execution_id, deps);
		case 'claim': {
			const actor = await deps.admission.admit(input._svc);
			const { _svc: _old, action: _action, ...claim } = input;
			const material = await deps.materials.claim(actor, claim);
			const { sub, chat, role, owner_chat_id, event_key, execution_id } = actor.claims;
			// Fresh, for the same person: the publication has an hour of its own.
			const signed = await deps.contexts.sign({ sub, chat, role, owner_chat_id, event_key, execution_id, purpose: 'publish' });
			return { status: 200, body: { claimed: true, material: publicMaterial(material), ...signed } };
		}
		case 'resume': {
			if (deps.contract === '1.0.0') throw new CopydeskError('not_found', 'contract 1.0.0 has no resume');
			const { material, ...signed } = await deps.proofs.redeem(input.proof_id, input.execution_id);
			return { status: 200, body: { material: publicMaterial(material), ...signed } };
		}
	}
});

/** A scheduled entry runs in the owner's name; each run is an event of its own. */
async function scheduledContext(
	entry: string,
	givenExecutionId: string | undefined,
	{ admission, audit, contexts, newId }: Deps,
): Promise<Reply> {
	const owner = await admission.owner();
	if (owner === undefined) throw new CopydeskError('participant_inactive', 'no owner is set');
	const eventKey = `i:${entry}:${newId().slice(0, 13)}`;
	const executionIdOfEntry = givenExecutionId ?? eventKey;
	await audit.within(async (_tx, note) => {
		note({
			actorUserId: owner.userId,
			action: 'context.scheduled',
			entity: `event:${eventKey}`,
			outcome: 'ok',
			executionId: executionIdOfEntry,
			detail: { entry },
		});
	});
	const signed = await contexts.sign({
		sub: owner.userId,
		chat: owner.chatId,
		role: 'owner',
		owner_chat_id: owner.chatId,
		event_key: eventKey,
		execution_id: executionIdOfEntry,
		purpose: `entry:${entry}`,
	});
	return {
		status: 200,
		body: {
			...signed,
			actor: { user_id: owner.userId, chat_id: owner.chatId, role: 'owner', display_name: owner.displayName },
			event_key: eventKey,
		},
	};
}
