import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionIdOf } from './execution.ts';
import { asNodeError, unknownOperation, unknownWay } from './faults.ts';
import { highlight } from './highlight.ts';
import type { Travelling } from './item.ts';
import type { Operation, Operations } from './operation.ts';

/**
 * Runs the chosen operation once for each item: pairs items, sends each by its output, honours "continue on fail", and wraps
 * what is thrown. Where the ways are apart, a failure that is gone on with takes the way `failed`.
 */
export async function runItems(context: IExecuteFunctions, operations: Operations): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[][] = [[]];
	const put = (result: INodeExecutionData, item: number, output: number): void => {
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ ...result, pairedItem: { item } });
	};
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		const name = context.getNodeParameter('operation', itemIndex);
		const operation = operations.find(({ option }) => option.value === name);
		const isSplit = context.getNodeParameter('split', itemIndex, false) === true;
		const ways = isSplit ? operation?.ways : undefined;
		try {
			if (operation === undefined) throw unknownOperation(context, itemIndex, name);
			const result = await operation.run(context, itemIndex);
			if (result === null) continue;
			const json = here(context, result.json);
			highlight(context, name, json);
			const output = ways === undefined ? 0 : outputOf(context, itemIndex, wayOf(operation, json), ways);
			if (output !== null) put({ ...result, json }, itemIndex, output);
		} catch (error) {
			const fault = asNodeError(context, itemIndex, error);
			if (!context.continueOnFail()) throw fault;
			put({ json: { error: fault.message }, error: fault }, itemIndex, Math.max(0, ways?.indexOf('failed') ?? 0));
		}
	}
	return outputs;
}

const wayOf = (operation: Operation, item: Travelling): string | null =>
	operation.wayOf === undefined ? String(item.next) : operation.wayOf(item);

/** @throws NodeOperationError when the way has no output */
function outputOf(context: IExecuteFunctions, itemIndex: number, way: string | null, ways: readonly string[]): number | null {
	if (way === null) return null;
	const output = ways.indexOf(way);
	if (output < 0) throw unknownWay(context, itemIndex, way, ways);
	return output;
}

/** An item that came back from a child still says which execution the child was. */
const here = (context: IExecuteFunctions, item: IDataObject): IDataObject =>
	item['execution_id'] === undefined ? item : { ...item, execution_id: executionIdOf(context) };
