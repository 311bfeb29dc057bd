import { missingSource } from '../../../domain/material/work.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { say } from './status.ts';

/** Tells the initiator what is ahead of a draft and leads it to what it needs first. Words that an item brings instead of work are said. */
export const beginWork: Operation = {
	option: {
		name: 'Begin Work',
		value: 'beginWork',
		description: 'Say what is ahead of a draft (it may be repeated once after a confirmed 429), or what the item says instead, or nothing',
		action: 'Begin the work on a draft',
	},
	fields: [],
	ways: ['done', 'source', 'text'],
	wayOf({ next, material }) {
		if (next !== 'work') return 'done';
		return material === undefined || missingSource(material) === 'nothing' ? 'text' : 'source';
	},
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		switch (item['next']) {
			case 'work':
				return await say(context, itemIndex, 'work_started', true);
			case 'say':
				return await say(context, itemIndex, 'textOfItem', false);
			default:
				return { json: item };
		}
	},
};
