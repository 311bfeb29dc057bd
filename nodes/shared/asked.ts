import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { badInput } from './faults.ts';
import type { Travelling } from './fields.ts';

/** The item as it was before a call that leaves nothing of it. */
export function askedField(): INodeProperties {
	const fallback = '={}';
	return {
		displayName: 'Asked Item',
		name: 'asked',
		type: 'json',
		default: fallback,
		required: true,
		description: 'The item as it was before the AI call, which leaves nothing of it',
	};
}

/** @throws NodeOperationError when the field holds no item with that key */
export function askedItem<Key extends keyof Travelling>(
	context: IExecuteFunctions,
	itemIndex: number,
	key: Key,
): Travelling & Required<Pick<Travelling, Key>> {
	const given = context.getNodeParameter('asked', itemIndex) as unknown;
	const value = typeof given === 'string' ? parse(given) : given;
	if (typeof value === 'object' && value !== null && key in value) return value as Travelling & Required<Pick<Travelling, Key>>;
	throw badInput(
		context,
		itemIndex,
		'Expected the item that was asked about but found none',
		'Set Asked Item to the item of the node before the AI call.',
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		// Not an item; the caller says what was expected.
		return null;
	}
}
