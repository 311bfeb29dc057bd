import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { NO_TOOL, outputsOf, propertiesOf, type Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { answerCallback } from './operations/answerCallback.ts';
import { beginWork } from './operations/beginWork.ts';
import { cards } from './operations/cards.ts';
import { decision } from './operations/decision.ts';
import { onboarding } from './operations/onboarding.ts';
import { outcome } from './operations/outcome.ts';
import { preview } from './operations/preview.ts';
import { prompt } from './operations/prompt.ts';
import { publish } from './operations/publish.ts';
import { reply } from './operations/reply.ts';
import { status } from './operations/status.ts';

const operations: Operations = [status, answerCallback, beginWork, decision, onboarding, outcome, preview, prompt, publish, reply, cards];

/** What the desk says to people and to the channel; every message has a journal row before it leaves. */
export class CollabMessenger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Messenger',
		name: 'collabMessenger',
		icon: { light: 'file:../../icons/collabMessenger.svg', dark: 'file:../../icons/collabMessenger.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Send previews, questions and decisions, and publish once',
		defaults: { name: 'Collab Messenger' },
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
