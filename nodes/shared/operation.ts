import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One thing a node can do: its menu entry, its fields and its work, all in one file. */
export interface Operation {
	readonly option: {
		readonly name: string;
		readonly value: string;
		readonly description: string;
		/** How the editor's node list calls it. */
		readonly action: string;
	};
	/** Fields shown only while this operation is selected. */
	readonly fields: readonly INodeProperties[];
	/** One item in, one item out; `runItems` pairs them. */
	run(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData>;
}

/** A node has at least one operation; the first is the one selected by default. */
export type Operations = readonly [Operation, ...Operation[]];

/** The operation menu and the fields of every operation, each shown only where it belongs. */
export function propertiesOf(operations: Operations): INodeProperties[] {
	const fallback = operations[0].option.value;
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: operations.map(({ option }) => ({ ...option })).sort((one, other) => one.name.localeCompare(other.name)),
		default: fallback,
	};
	const fields = operations.flatMap(({ option, fields: own }) =>
		own.map((field) => ({
			...field,
			displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, operation: [option.value] } },
		})),
	);
	return [menu, ...fields];
}
