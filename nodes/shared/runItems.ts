import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asNodeError, unknownOperation } from './faults.ts';
import { highlight } from './highlight.ts';
import type { Operations } from './operation.ts';

/** Runs the chosen operation once for each item: pairs items, honours "continue on fail", and wraps what is thrown. */
export async function runItems(context: IExecuteFunctions, operations: Operations): Promise<INodeExecutionData[][]> {
	const done: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		try {
			const name = context.getNodeParameter('operation', itemIndex) as string;
			const operation = operations.find(({ option }) => option.value === name);
			if (operation === undefined) throw unknownOperation(context, itemIndex, name);
			const result = await operation.run(context, itemIndex);
			highlight(context, name, result.json);
			done.push({ ...result, pairedItem: { item: itemIndex } });
		} catch (error) {
			const fault = asNodeError(context, itemIndex, error);
			if (!context.continueOnFail()) throw fault;
			done.push({ json: { error: fault.message }, error: fault, pairedItem: { item: itemIndex } });
		}
	}
	return [done];
}
