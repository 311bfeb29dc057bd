import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { NO_TOOL, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { chosen } from './operations/chosen.ts';
import { dismiss } from './operations/dismiss.ts';
import { keepSource } from './operations/keepSource.ts';
import { known } from './operations/known.ts';
import { noteFeeds } from './operations/noteFeeds.ts';
import { offer } from './operations/offer.ts';
import { read } from './operations/read.ts';
import { take } from './operations/take.ts';

const operations: Operations = [read, chosen, dismiss, keepSource, known, noteFeeds, offer, take];

/** News on offer and their states, stored by the collaboration service. */
export class CollabNews implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab News',
		name: 'collabNews',
		icon: { light: 'file:../../icons/collabNews.svg', dark: 'file:../../icons/collabNews.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Offer news, and take or dismiss them',
		defaults: { name: 'Collab News' },
		usableAsTool: NO_TOOL,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'copydeskCollaborationApi', required: true }],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
