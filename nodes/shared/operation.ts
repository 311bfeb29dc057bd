import type { ExpressionString, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Travelling } from './item.ts';

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
	/** Where an item may go on to. In a graph that separates them, each has an output of its own, in this order. */
	readonly ways?: readonly [string, string, ...string[]];
	/** Which of them an item takes, or null for none; without it, the one that `next` names. */
	wayOf?(item: Travelling): string | null;
	/** One item in, one item out; `runItems` pairs them. Null: the work of this item ends here, and it is no failure. */
	run(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData | null>;
}

/** A node whose work needs the signed context of an event: n8n's rule wants the property, and its type knows only `true`. */
export const NO_TOOL = false as boolean as true;

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
	const fields = operations.flatMap(({ option, fields: own, ways }) =>
		[...own, ...(ways === undefined ? [] : [splitField(ways)])].map((field) => ({
			...field,
			displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, operation: [option.value] } },
		})),
	);
	return [menu, ...fields];
}

/** Off unless a graph says otherwise: the graphs of earlier packages have one output and a node that looks at `next`. */
function splitField(ways: readonly string[]): INodeProperties {
	return {
		displayName: 'Separate Outputs',
		name: 'split',
		type: 'boolean',
		default: false,
		description: `Whether the item leaves by the output of the way it takes (${ways.join(', ')}) instead of by the only one`,
	};
}

/** The outputs of a node as the editor draws them; n8n does not evaluate this while a graph runs. */
export function outputsOf(operations: Operations): ExpressionString {
	const ways = Object.fromEntries(operations.flatMap(({ option, ways: own }) => (own === undefined ? [] : [[option.value, own]])));
	const separate = `(${JSON.stringify(ways)})[$parameter["operation"]].map((displayName) => ({ type: "main", displayName }))`;
	return `={{ $parameter["split"] ? ${separate} : ["main"] }}`;
}
