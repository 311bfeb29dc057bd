import { stepOfWork } from '../../../domain/material/work.ts';
import { contextOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** What the service would have decided with the event, if the main graph left that to it. */
export const settle: Operation = {
	option: {
		name: 'Settle by the Desk',
		value: 'settle',
		description:
			'Let the service reject, drop or bring back the version, or ask for or close its feedback, and tell of it; ' +
			'for a main graph that does not leave that to the service when the event comes',
		action: 'Settle a decision by the desk',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { refused, material } = await askOrThrow(context, itemIndex, '/settle', { _svc: contextOf(context, itemIndex) });
		const next = refused ? 'refused' : item['decision'] === 'back' && material !== null ? stepOfWork(material.state) : 'advanced';
		return { json: { ...item, ...(material === null ? {} : { material }), next } };
	},
};
