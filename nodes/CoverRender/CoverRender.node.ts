import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { checkCover } from './operations/checkCover.ts';
import { chooseStep } from './operations/chooseStep.ts';
import { generateIllustration } from './operations/generateIllustration.ts';
import { importImage } from './operations/importImage.ts';
import { importKept } from './operations/importKept.ts';
import { renderCover } from './operations/renderCover.ts';

const operations: Operations = [renderCover, checkCover, chooseStep, generateIllustration, importImage, importKept];

/**
 * Illustrations and covers. Generating one needs the AI credential beside the renderer's: the picture goes from one to
 * the other inside the node, so that no picture is ever in execution data. What the renderer could not take is kept by
 * the collaboration service.
 */
export class CoverRender implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cover Render',
		name: 'coverRender',
		icon: { light: 'file:../../icons/coverRender.svg', dark: 'file:../../icons/coverRender.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Generate an illustration and render a square cover',
		defaults: { name: 'Cover Render' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [
			{ name: 'copydeskRendererApi', required: true, displayOptions: { hide: { operation: ['chooseStep'] } } },
			{ name: 'copydeskAiApi', required: true, displayOptions: { show: { operation: ['generateIllustration'] } } },
			{
				name: 'copydeskCollaborationApi',
				required: true,
				displayOptions: { show: { operation: ['generateIllustration', 'importKept'] } },
			},
		],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
