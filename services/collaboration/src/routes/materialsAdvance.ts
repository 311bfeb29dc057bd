import { isInWork } from '@copydesk/domain/material/work';
import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { causeOf } from '../deliveries/journal.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, draftKey, material, patch, state, version } from './schemas.ts';

/** Paid answers, stored under their admission before anything is made of them. */
const KEEPS: readonly string[] = ['kept_text', 'kept_verdict'];

/** Changes the state by compare-and-set, and stores the results of the step. */
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
		if (input.from === 'awaiting_feedback' && material.state === 'ready')
			await deps.notices.closed(material, actor.participant, causeOf(actor));
		// A repeated request tells nobody again.
		if (isInWork(input.from) && input.to === 'rejected')
			await deps.notices.ended(material, actor.participant, actor.context.event_key, causeOf(actor));
		// The previews have been sent, so the caller need not wait.
		if (input.from === 'text_preparing' && input.to === 'ready') void deps.notices.workDone(material, actor).catch(() => undefined);
		return { material: publicMaterial(material) };
	},
);
