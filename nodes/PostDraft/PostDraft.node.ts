import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { askAi } from './operations/askAi.ts';
import { applyVerdict } from './operations/applyVerdict.ts';
import { briefRequest } from './operations/briefRequest.ts';
import { caption } from './operations/caption.ts';
import { chooseStep } from './operations/chooseStep.ts';
import { hear } from './operations/hear.ts';
import { parseBrief } from './operations/parseBrief.ts';
import { parseShortened } from './operations/parseShortened.ts';
import { parseText } from './operations/parseText.ts';
import { planRevision } from './operations/planRevision.ts';
import { shortenRequest } from './operations/shortenRequest.ts';
import { textRequest } from './operations/textRequest.ts';

const operations: Operations = [
	textRequest,
	applyVerdict,
	askAi,
	briefRequest,
	caption,
	chooseStep,
	hear,
	parseBrief,
	parseShortened,
	parseText,
	planRevision,
	shortenRequest,
];

/** The text of a post, from the request to the caption: everything around the AI call that decides. */
export class PostDraft implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Post Draft',
		name: 'postDraft',
		icon: { light: 'file:../../icons/postDraft.svg', dark: 'file:../../icons/postDraft.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Find out what is asked for, ask for a text, read it strictly, and plan revisions',
		defaults: { name: 'Post Draft' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [
			{
				name: 'copydeskAiApi',
				// Earlier graphs have none where an answer is read, and ask for no second one.
				required: false,
				displayOptions: {
					show: {
						operation: ['textRequest', 'askAi', 'briefRequest', 'hear', 'shortenRequest', 'parseText', 'parseBrief', 'parseShortened'],
					},
				},
			},
			{
				name: 'copydeskRendererApi',
				// Earlier graphs have none here: what a cover has no room for is then said after the text is stored.
				required: false,
				displayOptions: { show: { operation: ['textRequest', 'parseText'] } },
			},
			{
				name: 'copydeskCollaborationApi',
				// Earlier graphs have none here, and go on without keeping what they paid for.
				required: false,
				displayOptions: { show: { operation: ['hear', 'parseText', 'parseBrief', 'parseShortened'] } },
			},
		],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
