import { object } from '@copydesk/kit/schema';
import { causeOf } from '../deliveries/journal.ts';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, draftKey, material, newContent, reuse, version } from './schemas.ts';

/** Closes a version and opens the next one, in one step. */
export const materialsRevise = actorRoute(
	'/materials/revise',
	{
		id: 'reviseMaterial',
		summary: 'Close a version and open the next in one step',
		description: `A \`ready\` version or one \`awaiting_feedback\` becomes \`superseded\`; a stopped one becomes \`rejected\`, under an
answer about it or a press of \`back\` or \`everywhere\`. The next one begins in \`text_preparing\` when \`content\` has a \`body\`, else in
\`text_generating\`, to be written. What \`content\` does not name of the rest is taken over from the old version.`,
		request: {
			draft_key: draftKey,
			version,
			content: newContent,
			reuse,
		},
		maxBytes: MATERIAL_BYTES,
		answer: object({ material }),
		refuses: [
			'material_not_found',
			'state_conflict',
			'transition_forbidden',
			'not_ready',
			'session_held',
			'draft_open',
			'copy_not_delivered',
			'source_taken',
		],
	},
	async (input, actor, { materials, notices }) => {
		const { draft_key, version } = input;
		const revised = await materials.revise(actor, input);
		await notices.clearQuestions({ draft_key, version }, causeOf(actor));
		return { material: publicMaterial(revised) };
	},
);
