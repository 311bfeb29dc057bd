import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ErrorCode } from '../../domain/errors.ts';
import type { Patch } from '../../domain/material/content.ts';
import { materialMachine, type MaterialState } from '../../domain/material/machine.ts';
import { COLLABORATION, refusalError } from '../shared/faults.ts';
import { contextOf } from '../shared/fields.ts';
import { untilAnswered } from '../shared/patience.ts';
import { ask } from '../shared/transport.ts';
import type { Travelling } from '../shared/item.ts';

/** Refusals that are an answer to a person: somebody was faster, or may not. */
const TOLD: ReadonlySet<string> = new Set([
	'state_conflict',
	'copy_not_delivered',
	'content_mismatch',
	'session_held',
	'transition_forbidden',
	'not_ready',
	'work_under_way',
] satisfies ErrorCode[]);

export interface Step {
	readonly draft: { readonly draft_key: string; readonly version: number };
	readonly from: MaterialState;
	readonly to: MaterialState;
	/** What is written with the same step; may be empty. */
	readonly patch: Patch;
	/** A conflict goes on as a problem that a person is told, instead of stopping the graph. */
	readonly tellsRefusal: boolean;
}

/**
 * Moves the material of an item, or writes into it.
 * @returns the item with the material as it is now, and `next`: `advanced`, or `refused` with the problem
 * @throws NodeApiError on a refusal that the person is not told
 */
export async function advanceTo(
	context: IExecuteFunctions,
	itemIndex: number,
	item: Travelling,
	{ draft, from, to, patch, tellsRefusal }: Step,
): Promise<IDataObject> {
	const hasPatch = Object.keys(patch).length > 0;
	const isOver = materialMachine.isState(from) && materialMachine.isFinal(from);
	// Nothing to move and nothing to write, or nothing that may be written any more.
	if (from === to && (!hasPatch || isOver)) return { ...item, next: 'advanced' };

	const step = { _svc: contextOf(context, itemIndex), ...draft, from, to, ...(hasPatch ? { patch } : {}) };
	const advance = () => ask(context, itemIndex, 'collaboration', '/materials/advance', step);
	// What was found out is not lost on a service that is away for a moment; only a move is not to be said twice.
	const reply = await (from === to ? untilAnswered(advance) : advance());
	if (reply.ok) return { ...item, material: reply.body.material, next: 'advanced' };

	const { refusal } = reply;
	// A second run of the same event finds what the first one did.
	if (refusal.code === 'state_conflict' && item.event?.replay === true && refusal.state === to)
		return { ...item, material: { ...item.material, ...draft, state: to }, next: 'advanced' };
	if (!tellsRefusal || !TOLD.has(refusal.code)) throw refusalError(context, itemIndex, COLLABORATION, refusal);
	return { ...item, problem: { code: refusal.code, stage: 'advance', state: refusal.state }, next: 'refused' };
}
