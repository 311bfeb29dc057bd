import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { object } from '@copydesk/kit/schema';
import { causeOf } from '../deliveries/journal.ts';
import { deciderOf, isCorrected } from '../materials/read.ts';
import type { Deps } from '../deps.ts';
import { readItem } from '../news/items.ts';
import type { Actor } from '../participants/actors.ts';
import { actorRoute, type InputOf } from './route.ts';
import { batchKey, deliveryStatus, draftKey, itemNumber, messageId, userId, version } from './schemas.ts';

const subject = { draft_key: draftKey, version };
const card = { batch_key: batchKey, item: itemNumber };
const told = { user_id: userId, status: deliveryStatus };

/** After a stored decision: tells both people and removes the old buttons. A failed notice is a status, never an error. */
export const decision = actorRoute(
	'/decision',
	{
		id: 'tellDecision',
		summary: 'After a saved decision: tell both, take old buttons away',
		description:
			'Best effort: a failed notice is a status, never an error. `prepared`: before the previews, the person who did not ask is told ' +
			'who asked, and both are told what an edit left on the cover that the text does not say. A decision about a news item is told to ' +
			'the person who has its card and did not decide.',
		request: {
			by: 'decision',
			shapes: {
				awaiting_feedback: subject,
				prepared: subject,
				superseded: subject,
				rejected: subject,
				published: subject,
				taken: card,
				dismissed: card,
			},
		},
		answer: object({
			notified: Joi.array().items(object(told)),
			buttons: Joi.array().items(object({ ...told, message_id: messageId })),
		}),
		refuses: ['material_not_found', 'batch_not_found', 'item_not_found', 'state_conflict'],
	},
	async (input, actor, deps) => {
		const { actors, db, materials, notices } = deps;
		if (input.decision === 'taken' || input.decision === 'dismissed') return tellOfCard(input, actor, deps);
		const material = await materials.read(actor, input.draft_key, input.version);
		if (input.decision === 'prepared') return { notified: await notices.announcePreview(material, causeOf(actor)), buttons: [] };
		// A published version stays. The preview of its correction tells people.
		if (input.decision === 'superseded' && (await isCorrected(db, material))) return { notified: [], buttons: [] };
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

/** Tells the other person with the card who decided. */
async function tellOfCard(
	{ decision, ...ref }: Extract<InputOf<'/decision'>, { readonly batch_key: string }>,
	actor: Actor,
	{ actors, db, notices }: Deps,
) {
	const item = await readItem(db, ref);
	if (item.state !== decision) throw new CopydeskError('state_conflict', `${decision} is not saved`, { facts: { state: item.state } });
	const decider = item.decided_by_user_id === null ? undefined : await actors.known(item.decided_by_user_id);
	const cause = causeOf(actor);
	const [notified, buttons] = await Promise.all([
		notices.cardDecision(item, decision, decider ?? actor.participant, cause),
		notices.clearCards(item, cause),
	]);
	return { notified, buttons };
}
