import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, draftKey, material, patch, state, version } from './schemas.ts';

/** Compare-and-set of the state, with what the step found out. */
export const materialsAdvance = actorRoute(
	'/materials/advance',
	{
		id: 'advanceMaterial',
		summary: 'Compare-and-set of the state, with what the step found out',
		description: `\`from\` equal to \`to\` patches without moving. Content changes only in \`text_generating\` and \`text_preparing\`. A
claim is made by /internal and ended by the outcome of the publication; saying so again is accepted and changes nothing.`,
		request: { draft_key: draftKey, version, from: state, to: state, patch: patch.optional() },
		maxBytes: MATERIAL_BYTES,
		answer: object({ material }),
		refuses: [
			'material_not_found',
			'state_conflict',
			'transition_forbidden',
			'not_ready',
			'session_held',
			'copy_not_delivered',
			'source_taken',
		],
	},
	async (input, actor, { materials }) => ({ material: publicMaterial(await materials.advance(actor, input)) }),
);
