import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { propertiesOf } from '../shared/operation.ts';
import type { Operations } from '../shared/operation.ts';
import { runItems } from '../shared/runItems.ts';
import { byWord } from './operations/byWord.ts';

const operations: Operations = [byWord];
const WAYS = '[$parameter["ways"], $parameter["otherwise"]].join().split(",").map((way) => way.trim()).filter((way) => way)';
const OUTPUTS = `[...new Set(${WAYS})].map((displayName) => ({ type: "main", displayName }))`;

/**
 * What n8n's own switch does with an expression, without one: the first expression that an execution evaluates costs it as
 * much processor time as fifty nodes.
 */
export class DeskSwitch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Desk Switch',
		name: 'deskSwitch',
		icon: { light: 'file:../../icons/deskSwitch.svg', dark: 'file:../../icons/deskSwitch.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ "by " + $parameter["word"] }}',
		description: 'Send items by the output that a word of theirs names',
		defaults: { name: 'Desk Switch' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: `={{ ${OUTPUTS} }}`,
		properties: propertiesOf(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
