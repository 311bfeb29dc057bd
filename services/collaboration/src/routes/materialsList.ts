import Joi from 'joi';
import { object } from '@copydesk/kit/schema';
import { materialMachine } from '@copydesk/domain/material/machine';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { material, state } from './schemas.ts';

const DEFAULT_LIMIT = 20;

/** Open versions, or versions in these states, newest first. */
export const materialsList = actorRoute(
	'/materials/list',
	{
		id: 'listMaterials',
		summary: 'Open work, or work in these states, newest first',
		description: `At most ${DEFAULT_LIMIT} where no limit is named.`,
		request: {
			states: Joi.array().items(state).max(materialMachine.states.length).optional(),
			limit: Joi.number().integer().min(1).max(100).optional(),
		},
		answer: object({ materials: Joi.array().items(material) }),
	},
	async ({ states = [], limit = DEFAULT_LIMIT }, actor, { materials }) => ({
		materials: (await materials.list(actor, states, limit)).map(publicMaterial),
	}),
);
