import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { choose } from './operations/choose.ts';
import { classificationRequest } from './operations/classificationRequest.ts';
import { factsRequest } from './operations/factsRequest.ts';
import { findPages } from './operations/findPages.ts';
import { parseClassification } from './operations/parseClassification.ts';
import { parseFacts } from './operations/parseFacts.ts';
import { readArticle } from './operations/readArticle.ts';
import { readFeeds } from './operations/readFeeds.ts';
import { readPage } from './operations/readPage.ts';

const operations: Operations = [
	readFeeds,
	choose,
	classificationRequest,
	factsRequest,
	findPages,
	parseClassification,
	parseFacts,
	readArticle,
	readPage,
];

/** News, from feeds to facts: what is read, what may be offered, and what an article says. */
export class NewsDesk implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'News Desk',
		name: 'newsDesk',
		icon: { light: 'file:../../icons/newsDesk.svg', dark: 'file:../../icons/newsDesk.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Read feeds and articles, choose news and take facts from them',
		defaults: { name: 'News Desk' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [
			{
				name: 'copydeskReaderApi',
				required: true,
				displayOptions: { show: { operation: ['readFeeds', 'readArticle', 'readPage', 'findPages'] } },
			},
			{
				name: 'copydeskAiApi',
				// Earlier graphs have none where an answer is read, and ask for no second one.
				required: false,
				displayOptions: { show: { operation: ['classificationRequest', 'factsRequest', 'parseFacts', 'parseClassification'] } },
			},
			{
				name: 'copydeskCollaborationApi',
				// Earlier graphs have none here, and go on without keeping what they paid for.
				required: false,
				displayOptions: { show: { operation: ['parseFacts', 'parseClassification', 'findPages'] } },
			},
		],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
