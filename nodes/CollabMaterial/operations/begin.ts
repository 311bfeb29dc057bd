import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { announceCard } from '../../CollabMessenger/operations/decision.ts';
import { take } from '../../CollabNews/operations/take.ts';
import { draftOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { stepOfWork } from '../../../domain/material/work.ts';
import { readMaterial } from '../named.ts';
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
	wayOf({ route, next, decision }) {
		// What was understood of a message may have to wait, or needed no more than words.
		if (route === 'wait' || route === 'stop') return null;
		if (route === 'settle' && decision !== 'back') return 'decision';
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
			case 'take': {
				const taken = await take.run(context, itemIndex);
				return taken === null ? null : await announceCard(context, itemIndex, taken);
			}
			case 'settle':
				return item['decision'] === 'back' ? await broughtBack(context, itemIndex) : { json: item };
			default:
				return { json: item };
		}
	},
};

/** The service brought the last complete version back with the press: the newest one goes on to its preview. */
async function broughtBack(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData> {
	const item = travelling(context, itemIndex);
	const material = await readMaterial(context, itemIndex, { draft_key: draftOf(context, itemIndex).draft_key, version: null });
	return { json: material === undefined ? { ...item, next: 'done' } : { ...item, material, next: stepOfWork(material.state) } };
}
