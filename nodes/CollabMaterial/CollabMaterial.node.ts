import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { NO_TOOL, outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { advance } from './operations/advance.ts';
import { begin } from './operations/begin.ts';
import { create } from './operations/create.ts';
import { keepProblem } from './operations/keepProblem.ts';
import { keepVerdict } from './operations/keepVerdict.ts';
import { drop } from './operations/drop.ts';
import { happened } from './operations/happened.ts';
import { list } from './operations/list.ts';
import { open } from './operations/open.ts';
import { read } from './operations/read.ts';
import { restore } from './operations/restore.ts';
import { revise } from './operations/revise.ts';
import { settle } from './operations/settle.ts';
import { startCheck } from './operations/startCheck.ts';
import { takeOver } from './operations/takeOver.ts';

const operations: Operations = [
	read,
	advance,
	begin,
	create,
	happened,
	keepProblem,
	keepVerdict,
	list,
	open,
	revise,
	restore,
	drop,
	settle,
	startCheck,
	takeOver,
];

/** The drafts and their versions, kept by the collaboration service. */
export class CollabMaterial implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Material',
		name: 'collabMaterial',
		icon: { light: 'file:../../icons/collabMaterial.svg', dark: 'file:../../icons/collabMaterial.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Create, read and advance the versions of a draft',
		defaults: { name: 'Collab Material' },
		usableAsTool: NO_TOOL,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [
			{ name: 'copydeskCollaborationApi', required: true, displayOptions: { hide: { operation: ['happened'] } } },
			{ name: 'copydeskRendererApi', required: true, displayOptions: { show: { operation: ['happened'] } } },
		],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
