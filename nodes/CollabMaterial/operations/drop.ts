import { isInWork } from '../../../domain/material/work.ts';
import { draftOf, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { advanceTo } from '../advanceTo.ts';
import { readMaterial } from '../named.ts';

/** A version that stopped is given up for good. */
export const drop: Operation = {
	option: { name: 'Drop', value: 'drop', description: 'Give a stopped version up', action: 'Drop a stopped material' },
	fields: [],
	ways: ['advanced', 'refused'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const draft = draftOf(context, itemIndex);
		const found = await readMaterial(context, itemIndex, draft);
		const isRepeated = found?.state === 'rejected' && item.event?.replay === true;
		if (found === undefined || (!isInWork(found.state) && !isRepeated))
			return {
				json: { ...item, problem: problem(found === undefined ? 'material_not_found' : 'state_conflict', 'drop'), next: 'refused' },
			};
		const json = await advanceTo(
			context,
			itemIndex,
			{ ...item, material: found },
			{
				draft,
				from: found.state,
				to: 'rejected',
				patch: {},
				tellsRefusal: true,
			},
		);
		return { json };
	},
};
