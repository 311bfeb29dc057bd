import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../domain/isObject.ts';

/** The length of n8n's own column. */
const MAX_VALUE = 255;

/**
 * Marks the execution with the draft, its number and version, the step that was last taken and how it came out. n8n stores the marks
 * with the execution; a failure that the graph handled is seen there too.
 * @param operation of the node
 * @param item what came out of it
 */
export function highlight({ customData }: IExecuteFunctions, operation: string, item: IDataObject): void {
	const mark = (key: string, value: unknown): void => {
		if (typeof value === 'string' || typeof value === 'number') customData.set(key, String(value).slice(0, MAX_VALUE));
	};
	const { draft_key, version, number } = partOf(item['material']) ?? partOf(item['subject']) ?? item;
	const problem = partOf(item['problem']);
	mark('draft', draft_key);
	mark('number', number);
	mark('version', version);
	mark('step', problem?.['stage'] ?? operation);
	mark('outcome', problem?.['code'] ?? item['next'] ?? 'done');
}

function partOf(value: IDataObject[string]): IDataObject | undefined {
	return isObject(value) ? (value as IDataObject) : undefined;
}
