import type { IExecuteFunctions } from 'n8n-workflow';

import { textField, valueOf } from './fields.ts';

/** The day of a service entry; an event of a person has none. */
export const dayField = textField('day', 'Day', 'day', 'The day that the service entry is for, as YYYY-MM-DD');

export function dayOf(context: IExecuteFunctions, itemIndex: number): { day?: string } {
	const day = valueOf(context, itemIndex, 'day', 'day');
	return typeof day === 'string' && day !== '' ? { day } : {};
}
