import Joi from 'joi';
import type { InternalAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { LOCAL_PARSE_FAILURES } from '@copydesk/domain/material/version';
import { dayAt, wallTimeAt } from '@copydesk/domain/schedule/zone';
import { forGraphs } from '@copydesk/domain/settings/settings';
import type { Deps } from '../deps.ts';
import { personOf } from '../inbox/answer.ts';
import { chosenLanguage, languageOfDraft } from '../inbox/postLanguage.ts';
import { ENTRY, ENTRY_SHAPE, OPERATOR_ENTRY, purposeOfEntry } from '../contexts/entries.ts';
import { DAILY_OFFER, learnHour, takeOffer } from '../events/dailyOffer.ts';
import { confirmedLater } from '../deliveries/journal.ts';
import { findMaterial } from '../materials/read.ts';
import { publicMaterial } from '../materials/row.ts';
import { isAskedInVain } from '../news/items.ts';
import { readSettings } from '../settings/settings.ts';
import { serviceRoute } from './route.ts';
import {
	claimed,
	confirmedPost,
	day,
	deskClock,
	draftKey,
	executionId,
	messageId,
	offerHour,
	resumed,
	scheduledContext,
	svc,
	version,
} from './schemas.ts';

/** Requests of our own graphs only: a context for the owner's schedule, the claim of a publication, a resumed draft. */
export const internal = serviceRoute(
	'/internal',
	{
		id: 'internal',
		summary: 'What only our own graphs ask for',
		description: `\`context\`: a context of the owner for an entry of the configuration; it creates no post and decides nothing.
With a \`day\`, all runs of that day are one event: of one that the service posted (\`handed_on\`) and one that a graph began by its own
clock, the first makes the day's offer. \`clock\`: the day and the hour of the desk, and what the owner set in chat, so that
the graphs know whether the daily offer is due.
\`claim\`: the atomic move from ready to claimed, which exactly one request wins. Its event must be this press of \`publish\`, on this
version and on the presser's own delivered copy. \`resume\`: the one-time continuation that the operator permitted. It is for a first
version whose only failure is one of ${LOCAL_PARSE_FAILURES.map((name) => `\`${name}\``).join(', ')} and under whose
event nothing was admitted, made or delivered (404 under contract 1.0.0). \`confirmed\`: a post whose publication was unclear and was
confirmed later, for the steps that the owner of n8n added behind a publication; it permits nothing.`,
		request: {
			by: 'action',
			shapes: {
				context: {
					entry: Joi.string().pattern(ENTRY, `an entry: ${ENTRY_SHAPE}`),
					execution_id: executionId.optional(),
					day: day.optional(),
					handed_on: Joi.boolean().optional().description('The service posted the event of this day to the webhook.'),
					offer_hour: offerHour,
				},
				clock: {},
				claim: { _svc: svc, draft_key: draftKey, version, message_id: messageId },
				confirmed: { draft_key: draftKey, version },
				resume: { proof_id: Joi.string().pattern(/^[A-Za-z0-9_-]{8,80}$/, 'a proof id'), execution_id: executionId },
			},
		},
		answer: Joi.alternatives(scheduledContext, deskClock, claimed, confirmedPost, resumed),
		refuses: [
			'context_invalid',
			'context_expired',
			'participant_inactive',
			'role_forbids',
			'execution_superseded',
			'not_found',
			'material_not_found',
			'state_conflict',
			'copy_not_delivered',
			'content_mismatch',
			'not_ready',
			'transition_forbidden',
			'proof_spent',
			'proof_invalid',
		],
	},
	async (input, deps) => {
		switch (input.action) {
			case 'context':
				return contextOfEntry(input, deps);
			case 'clock': {
				const [atMs, { chosen }] = [deps.nowMs(), await readSettings(deps.db)];
				const { hour } = wallTimeAt(atMs, deps.timeZone);
				return { day: dayAt(atMs, deps.timeZone), hour, settings: forGraphs(chosen) };
			}
			case 'claim': {
				const { action: _, _svc, ...claim } = input;
				const actor = await deps.actors.authenticate(_svc);
				const material = await deps.materials.claim(actor, claim);
				const { sub, chat, role, owner_chat_id, event_key, execution_id } = actor.context;
				// A new context for the same person, so that the publication has its own hour.
				const signed = await deps.contexts.sign({ sub, chat, role, owner_chat_id, event_key, execution_id, purpose: 'publish' });
				return { claimed: true, material: publicMaterial(material), ...signed };
			}
			case 'confirmed': {
				const delivery = await confirmedLater(deps.db, input);
				const material = await findMaterial(deps.db, input.draft_key, input.version);
				if (delivery === undefined || material === undefined)
					throw new CopydeskError('not_found', `${input.draft_key} ${input.version} is no post that was confirmed later`);
				const actor = (await deps.actors.everyone()).find(({ userId }) => userId === delivery.actor_user_id);
				return {
					material: publicMaterial(material),
					message_id: delivery.message_id === 0 ? null : delivery.message_id,
					actor: actor === undefined ? null : personOf(actor),
				};
			}
			case 'resume': {
				if ((await deps.contract.now()) === '1.0.0') throw new CopydeskError('not_found', 'contract 1.0.0 has no resume');
				const { material, actor, ...signed } = await deps.proofs.redeem(input.proof_id, input.execution_id);
				const spoken = await deps.languages.of(actor);
				const { chosen } = await readSettings(deps.db);
				const language = await languageOfDraft(deps.db, material.draft_key, spoken);
				return {
					material: publicMaterial(material),
					...signed,
					actor: personOf(actor),
					event_key: material.event_key,
					language: spoken,
					participants: (await deps.actors.everyone()).map(personOf),
					settings: { ...forGraphs(chosen), ...chosenLanguage(chosen.language ?? deps.postLanguage, language, spoken) },
				};
			}
		}
	},
);

interface ContextRequest {
	readonly entry: string;
	readonly day?: string;
	readonly execution_id?: string;
	readonly handed_on?: boolean;
	readonly offer_hour?: number | null;
}

/** A scheduled entry runs in the owner's name. Each run is an event, or all runs of a day are one event. */
async function contextOfEntry(
	{ entry, day: ofDay, execution_id, handed_on = false, offer_hour }: ContextRequest,
	{ actors, audit, contexts, db, entries, languages, newId, nowMs, postLanguage }: Deps,
): Promise<InternalAnswer> {
	if (entry !== OPERATOR_ENTRY && !entries.includes(entry)) throw new CopydeskError('role_forbids', `${entry} is not among COLLAB_ENTRIES`);
	const people = await actors.everyone();
	const owner = people.find(({ role }) => role === 'owner');
	if (owner === undefined) throw new CopydeskError('participant_inactive', 'no owner is set');
	const eventKey = `i:${entry}:${ofDay ?? newId().slice(0, 13)}`;
	const executionIdOfEntry = execution_id ?? eventKey;
	await learnHour(db, offer_hour);
	const isMine = await audit.within(async (tx, note) => {
		const taking = { owner, executionId: executionIdOfEntry, handedOn: handed_on, atMs: nowMs() };
		const taken = entry !== DAILY_OFFER || ofDay === undefined || (await takeOffer(tx, { ...taking, day: ofDay }));
		note({
			actorUserId: owner.userId,
			action: 'context.scheduled',
			entity: `event:${eventKey}`,
			outcome: 'ok',
			executionId: executionIdOfEntry,
			detail: { entry },
		});
		return taken;
	});
	const spoken = await languages.of(owner);
	const { chosen } = await readSettings(db);
	const signed = await contexts.sign({
		sub: owner.userId,
		chat: owner.chatId,
		role: 'owner',
		owner_chat_id: owner.chatId,
		event_key: eventKey,
		execution_id: executionIdOfEntry,
		purpose: purposeOfEntry(entry),
	});
	return {
		...signed,
		actor: personOf(owner),
		event_key: eventKey,
		language: spoken,
		participants: people.map(personOf),
		settings: { ...forGraphs(chosen), ...chosenLanguage(chosen.language ?? postLanguage, null, spoken) },
		is_done: !isMine || (ofDay !== undefined && (await isAskedInVain(db, eventKey))),
	};
}
