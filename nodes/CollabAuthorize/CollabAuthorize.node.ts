import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { NO_TOOL, outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { authorize } from './operations/authorize.ts';
import { bindDecision } from './operations/bindDecision.ts';
import { bindEvent } from './operations/bindEvent.ts';
import { bindExecution } from './operations/bindExecution.ts';
import { claim } from './operations/claim.ts';
import { closeEvent } from './operations/closeEvent.ts';
import { reportFailure } from './operations/reportFailure.ts';
import { signContext } from './operations/signContext.ts';
import { verifyEvent } from './operations/verifyEvent.ts';

const operations: Operations = [
	authorize,
	bindDecision,
	bindEvent,
	bindExecution,
	claim,
	closeEvent,
	reportFailure,
	signContext,
	verifyEvent,
];

/** Who may do what, asked again at every step. */
export class CollabAuthorize implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Authorize',
		name: 'collabAuthorize',
		icon: { light: 'file:../../icons/collabAuthorize.svg', dark: 'file:../../icons/collabAuthorize.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Verify who acts, and ask before every external request',
		defaults: { name: 'Collab Authorize' },
		usableAsTool: NO_TOOL,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(operations),
		credentials: [{ name: 'copydeskCollaborationApi', required: true }],
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
