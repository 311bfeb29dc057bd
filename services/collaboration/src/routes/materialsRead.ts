import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { draftKey, material, spend, timeZone, version } from './schemas.ts';

/** One version, or the latest. */
export const materialsRead = actorRoute(
	'/materials/read',
	{
		id: 'readMaterial',
		summary: 'One version, or the latest',
		request: { draft_key: draftKey, version: version.optional() },
		answer: object({ material, spend, time_zone: timeZone }),
		refuses: ['material_not_found'],
	},
	async (input, actor, { materials, admissions, timeZone: time_zone }) => ({
		material: publicMaterial(await materials.read(actor, input.draft_key, input.version)),
		spend: await admissions.spendOf(input.draft_key),
		time_zone,
	}),
);
