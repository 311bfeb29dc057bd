import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { buildRequest } from './operations/buildRequest.ts';
import { finish } from './operations/finish.ts';
import { parseVerdict } from './operations/parseVerdict.ts';
import { repair } from './operations/repair.ts';

const operations: Operations = [buildRequest, finish, parseVerdict, repair];

/** Does the text say only what its sources say? Everything around the AI call that decides. */
export class CaptionCheck implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Caption Check',
		name: 'captionCheck',
		icon: { light: 'file:../../icons/captionCheck.svg', dark: 'file:../../icons/captionCheck.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Check caption, title and subtitle against the facts, with one repair',
		defaults: { name: 'Caption Check' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [
			{
				name: 'copydeskAiApi',
				// Earlier graphs have none where an answer is read, and ask for no second one.
				required: false,
				displayOptions: { show: { operation: ['buildRequest', 'parseVerdict'] } },
			},
			{
				name: 'copydeskCollaborationApi',
				// Earlier graphs have none here, and go on without keeping what they paid for.
				required: false,
				displayOptions: { show: { operation: ['parseVerdict'] } },
			},
		],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
