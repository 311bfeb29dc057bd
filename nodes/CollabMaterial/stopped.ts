import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { materialOf, travelling } from '../shared/fields.ts';
import type { Travelling } from '../shared/item.ts';
import { advanceTo } from './advanceTo.ts';

export const hasStopped = ({ next, problem }: Travelling): boolean => next === 'failed' || (problem ?? null) !== null;

/** Writes why a draft does not go on into its row, once. Its state stays. */
export async function keepReason(
	context: IExecuteFunctions,
	itemIndex: number,
	item: Travelling = travelling(context, itemIndex),
): Promise<IDataObject> {
	if (item.next === 'stopped') return item;
	const { draft_key, version, state } = item.material ?? materialOf(context, itemIndex);
	const patch = { error_code: item.problem?.code ?? 'unknown', error_stage: item.problem?.stage ?? 'unknown' };
	const step = { draft: { draft_key, version }, from: state, to: state, patch, tellsRefusal: true };
	return { ...(await advanceTo(context, itemIndex, item, step)), outcome: 'failed', next: 'stopped' };
}
