import type { IExecuteFunctions } from 'n8n-workflow';

import { outcomeOfText, type TextOutcome } from '../../domain/ai/post.ts';
import type { Language } from '../../domain/language.ts';
import type { Material } from '../../domain/api/collaboration.ts';
import { heldAgainstCover } from './coverRoom.ts';
import { storePaidResult } from '../shared/paidResult.ts';
import { linkOf, shownAsOf } from '../shared/material.ts';
import type { Travelling } from '../shared/item.ts';

/**
 * Keeps a paid text. What was refused is worth nothing.
 * @param asked the item as it was admitted
 * @param isShortened whether the one shortening is spent
 */
export async function storePaidText(
	context: IExecuteFunctions,
	itemIndex: number,
	asked: Travelling,
	outcome: TextOutcome,
	isShortened: boolean,
): Promise<void> {
	const { material } = asked;
	if (outcome.kind === 'refused' || material === undefined) return;
	const shortened = isShortened ? { shortened: true as const } : {};
	await storePaidResult(context, itemIndex, asked, material, (admission_id) => ({
		kept_text: { ...outcome.post, ...shortened, admission_id },
	}));
}

/** What was paid for and is not stored yet, as if it came now; null when nothing of use is kept. */
export async function paidOutcome(
	context: IExecuteFunctions,
	itemIndex: number,
	material: Material,
	locale: Language,
): Promise<Exclude<TextOutcome, { kind: 'refused' }> | null> {
	const { kept_text: kept = null } = material;
	if (kept === null) return null;
	const { admission_id: _admissionId, shortened = false, ...post } = kept;
	const read = outcomeOfText(post, linkOf(material), locale, shownAsOf(material));
	const outcome = shortened ? read : await heldAgainstCover(context, itemIndex, material, read);
	return outcome.kind === 'refused' ? null : outcome;
}
