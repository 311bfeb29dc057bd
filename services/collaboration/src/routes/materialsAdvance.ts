import type { Material } from '@copydesk/domain/material/material';
import { isInWork } from '@copydesk/domain/material/work';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { causeOf } from '../deliveries/journal.ts';
import type { Deps } from '../deps.ts';
import { sessionClosed } from '../materials/read.ts';
import type { Actor } from '../participants/actors.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, draftKey, material, patch, state, version } from './schemas.ts';

/** Changes the state by compare-and-set, and stores the results of the step. */
/** Paid answers, stored under their admission before anything is made of them. */
const KEEPS: readonly string[] = ['kept_text', 'kept_verdict'];

export const materialsAdvance = actorRoute(
	'/materials/advance',
	{
		id: 'advanceMaterial',
		summary: 'Compare-and-set of the state, with what the step found out',
		description: `\`from\` equal to \`to\` patches without moving. Content changes only in \`text_generating\` and \`text_preparing\`. Each
change needs an event about this version: the one that began or continues it, a press of its button, or an answer.
A claim is made by /internal and ended by the outcome of the publication. A press on the first copy makes a version \`ready\`. Saying
either again is accepted and changes nothing.`,
		request: { draft_key: draftKey, version, from: state, to: state, patch: patch.optional() },
		maxBytes: MATERIAL_BYTES,
		keeps: ({ from, to, patch }) => from === to && patch !== undefined && Object.keys(patch).every((field) => KEEPS.includes(field)),
		answer: object({ material }),
		refuses: [
			'material_not_found',
			'admission_not_found',
			'work_under_way',
			'state_conflict',
			'transition_forbidden',
			'not_ready',
			'session_held',
			'copy_not_delivered',
			'source_taken',
		],
	},
	async (input, actor, deps) => {
		const material = await deps.materials.advance(actor, input);
		if (input.from === 'awaiting_feedback' && material.state === 'ready') {
			await tellHolder(material, actor, deps);
			await deps.notices.reopened(material, causeOf(actor));
		}
		// A repeated request tells nobody again.
		if (isInWork(input.from) && input.to === 'rejected')
			await deps.notices.ended(material, actor.participant, actor.context.event_key, causeOf(actor));
		// The previews have been sent, so the caller need not wait.
		if (input.from === 'text_preparing' && input.to === 'ready') void deps.notices.workDone(material, actor).catch(() => undefined);
		return { material: publicMaterial(material) };
	},
);

/** Tells the person who was asked that somebody else closed the question. */
async function tellHolder(material: Material, actor: Actor, { actors, db, notices }: Deps): Promise<void> {
	const holderId = await sessionClosed(db, material);
	const holder = holderId === undefined ? undefined : await actors.active(holderId);
	if (holder === undefined) return;
	await notices.tell(holder, {
		purpose: 'session_closed',
		entity_key: `${material.draft_key}:${material.version}:${actor.context.event_key}`,
		text: (messages) => messages.feedbackClosedBy({ draft: draftName(messages, material), by: personName(messages, actor.participant) }),
		cause: causeOf(actor),
	});
}
