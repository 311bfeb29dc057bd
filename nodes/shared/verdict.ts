import type { IExecuteFunctions } from 'n8n-workflow';

import type { Material } from '../../domain/api/collaboration.ts';
import type { Patch } from '../../domain/material/content.ts';
import type { PostText } from '../../domain/caption/bounds.ts';
import type { CheckResult } from '../../domain/check/outcome.ts';
import type { TooLong } from '../../domain/check/repair.ts';
import { admittedItem } from './admittedItem.ts';
import { badInput } from './faults.ts';
import { travelling } from './fields.ts';
import { problem } from './material.ts';
import type { Problem, Travelling } from './item.ts';

/** What a caption check found: the text that may go on, or why it may not; `item` is the one that was asked about. */
export type CheckedText = { readonly item: Travelling & { readonly material: Material } } & (
	| { readonly text: Patch; readonly problem?: never; readonly tooLong?: never }
	/** `tooLong`: the repaired text, where one shortening may save it. */
	| { readonly problem: Problem; readonly text?: never; readonly tooLong?: TooLong }
);

/** Ground errors whose detail is for a person. */
const QUOTED: readonly string[] = ['settings_invalid', 'foreign_contact', 'language_mixed', 'cover_address', 'ai_busy'];

function tooLongOf({ repaired_text, shorten_to_units }: Partial<CheckResult>): { readonly tooLong?: TooLong } {
	// The check graph may be of an earlier release, which told the budget only.
	const isGiven = (repaired_text ?? null) !== null && (shorten_to_units ?? null) !== null;
	return isGiven ? { tooLong: { ...(repaired_text as PostText), maxUnits: shorten_to_units as number } } : {};
}

/** @throws NodeOperationError when what arrives is no result of a check */
export function verdictOf(context: IExecuteFunctions, itemIndex: number): CheckedText {
	const item = admittedItem(context, itemIndex, 'material');
	const result = travelling(context, itemIndex) as Travelling & Partial<CheckResult>;
	const { title, subtitle, body, caption } = result as CheckResult;
	// What the check found first, or cannot read, for a person.
	const reason =
		result.ground_detail !== null && QUOTED.includes(result.ground_error ?? '')
			? result.ground_detail
			: result.preview_issues?.[0]?.fragment;
	switch (result.outcome) {
		case 'verified':
			return { item, text: { title, subtitle, body, caption, text_check: 'passed' } };
		case 'semantic_fail':
			return { item, problem: problem('semantic_fail', 'check', reason) };
		case 'diagnostic':
			return { item, problem: problem(String(result.ground_error), 'check', reason), ...tooLongOf(result) };
		default:
			throw badInput(
				context,
				itemIndex,
				`Expected the result of a caption check but received outcome ${JSON.stringify(result.outcome ?? null)}`,
				'Put this node after the check graph.',
			);
	}
}
