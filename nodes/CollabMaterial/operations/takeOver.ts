import { missingSource } from '../../../domain/material/work.ts';
import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import { contextOf, draftOf, eventOf, materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Makes the work on a draft the acting person's, even if another one began it: what follows is done in their name. */
export const takeOver: Operation = {
	option: {
		name: 'Take Over',
		value: 'takeOver',
		description: 'Continue the work on a draft in the name of the person who acts now',
		action: 'Take the work on a material over',
	},
	fields: [],
	/** Whether its article is still to be read, or pages are to be found. */
	ways: ['article', 'nothing', 'pages'],
	wayOf({ material }) {
		const lacks = material === undefined ? 'nothing' : missingSource(material);
		return lacks === 'article' || lacks === 'pages' ? lacks : 'nothing';
	},
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { state, operation_actor_user_id } = materialOf(context, itemIndex);
		if (operation_actor_user_id === eventOf(context, itemIndex).actor?.user_id) return { json: item };
		const request = { _svc: contextOf(context, itemIndex), ...draftOf(context, itemIndex), from: state, to: state };
		const reply = await ask(context, itemIndex, 'collaboration', '/materials/advance', request);
		if (!reply.ok) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		return { json: { ...item, material: reply.body.material } };
	},
};
