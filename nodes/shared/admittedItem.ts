import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { badInput } from './faults.ts';
import type { Travelling } from './item.ts';

/** The item as it was before a call that leaves nothing of it. */
export function admittedItemFields(): INodeProperties[] {
	const fallback = '={}';
	return [
		{
			displayName: 'Asked Node',
			name: 'askedNode',
			type: 'string',
			default: '',
			placeholder: 'Admit the request',
			description:
				'Name of the node that the call got its item from. Without one of that name, the nearest one before that had such an item.',
		},
		{
			displayName: 'Asked Item',
			name: 'asked',
			type: 'json',
			default: fallback,
			required: true,
			description: 'The item as it was before the AI call, which leaves nothing of it; an expression, unless Asked Node names where it is',
		},
	];
}

/** @throws NodeOperationError when the field holds no item with that key */
export function admittedItem<Key extends keyof Travelling>(
	context: IExecuteFunctions,
	itemIndex: number,
	key: Key,
): Travelling & Required<Pick<Travelling, Key>> {
	type Asked = Travelling & Required<Pick<Travelling, Key>>;
	const isAsked = (value: unknown): value is Asked => typeof value === 'object' && value !== null && key in value;
	const node = context.getNodeParameter('askedNode', itemIndex, '') as string;
	const given = node === '' ? (context.getNodeParameter('asked', itemIndex) as unknown) : itemOf(context, itemIndex, node);
	const value = typeof given === 'string' ? parse(given) : given;
	if (isAsked(value)) return value;
	const before = itemBefore(context, itemIndex, key);
	if (isAsked(before)) return before;
	throw badInput(
		context,
		itemIndex,
		'Expected the item that was asked about but found none',
		'Name the node before the AI call in Asked Node.',
	);
}

/** What an expression with the node's name gives, without the isolate that an expression costs; nothing where it did not run. */
function itemOf(context: IExecuteFunctions, itemIndex: number, node: string): unknown {
	const { $: outputOf } = context.getWorkflowDataProxy(itemIndex) as { $: (name: string) => { item: { json: unknown } } };
	try {
		return outputOf(node).item.json;
	} catch {
		return undefined;
	}
}

/** The nearest item before this node that has the key; undefined where none has. */
export function itemBefore(context: IExecuteFunctions, itemIndex: number, key: keyof Travelling): Travelling | undefined {
	for (const name of nodesBefore(context)) {
		const item = itemOf(context, itemIndex, name);
		if (typeof item === 'object' && item !== null && key in item) return item as Travelling;
	}
	return undefined;
}

/** By the wiring, the nearest ones first: a node that somebody renamed is found there. The answer was paid for. */
function* nodesBefore(context: IExecuteFunctions): Generator<string> {
	const seen = new Set([context.getNode().name]);
	for (let level = [...seen]; level.length > 0; ) {
		const before = level.flatMap((name) => context.getParentNodes(name, { depth: 1 }).map((node) => node.name));
		level = [...new Set(before)].filter((name) => !seen.has(name));
		for (const name of level) seen.add(name);
		yield* level;
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		// Not an item; the caller says what was expected.
		return null;
	}
}
