import Joi from 'joi';
import { object, orNull } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { material } from './schemas.ts';

/** Decides what an event decides about a draft, for a main graph that does not leave that to `/event`. */
export const settle = actorRoute(
	'/settle',
	{
		id: 'settleEvent',
		summary: 'Decide what the event decides about a draft, and tell of it',
		description: `A rejection, a question for feedback or for other words, its end, a draft that is dropped or brought back: what a press, a
reply or /cancel of this event asks for. Main graphs that send \`can_end\` with the event have it decided by /event. Saying it again changes
and tells nothing.`,
		request: {},
		answer: object({
			refused: Joi.boolean().description('Nothing was decided, and the person was told why.'),
			material: orNull(material).description('The version that was decided about, or the next one that was brought back.'),
		}),
		refuses: ['event_not_found'],
	},
	async (_input, actor, { inbox }) => {
		const { refused, material } = await inbox.settle(actor);
		return { refused, material: material === undefined ? null : publicMaterial(material) };
	},
);
