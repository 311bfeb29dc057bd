import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { getModels } from './models.ts';
import { set } from './operations/set.ts';

const operations: Operations = [set];

/** The settings of the desk as a form: language, style, prompts, models and news. */
export class DeskSettings implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Desk Settings',
		name: 'deskSettings',
		icon: { light: 'file:../../icons/deskSettings.svg', dark: 'file:../../icons/deskSettings.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["language"] }}',
		description: 'Set how the desk writes, which models it asks and where it looks for news',
		defaults: { name: 'Desk Settings' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// For the lists of models in the form alone: the node itself asks nobody.
		credentials: [{ name: 'copydeskAiApi', required: false }],
		properties: propertiesOf(operations),
	};

	methods = { loadOptions: { getModels } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
