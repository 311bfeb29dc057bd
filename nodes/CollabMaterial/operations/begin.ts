import type { INodeExecutionData } from 'n8n-workflow';

import { announceCard } from '../../CollabMessenger/operations/decision.ts';
import { dismiss } from '../../CollabNews/operations/dismiss.ts';
import { take } from '../../CollabNews/operations/take.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { create } from './create.ts';
import { open } from './open.ts';

/** What an event that is about a draft begins with. */
export const begin: Operation = {
	option: {
		name: 'Begin or Open',
		value: 'begin',
		description:
			'Begin the draft that the event asks for, of a message or of the card that was pressed, or open the one that it names; ' +
			'a decision about a version goes on to be settled',
		action: 'Begin or open a draft',
	},
	fields: [],
	ways: ['decision', 'goes on', 'show'],
	wayOf({ route, next }) {
		// What was understood of a message may have to wait, or needed no more than words.
		if (route === 'wait' || route === 'stop') return null;
		if (route === 'settle') return 'decision';
		return next === 'show' ? 'show' : 'goes on';
	},
	async run(context, itemIndex): Promise<INodeExecutionData | null> {
		const item = travelling(context, itemIndex);
		switch (item['route']) {
			case 'post':
				return await create.run(context, itemIndex);
			case 'draft':
			case 'resume':
				return await open.run(context, itemIndex);
			case 'take':
			case 'skip': {
				const pressed = await (item['route'] === 'take' ? take : dismiss).run(context, itemIndex);
				return pressed === null ? null : await announceCard(context, itemIndex, pressed);
			}
			default:
				return { json: item };
		}
	},
};
