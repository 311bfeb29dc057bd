import type { IExecuteFunctions } from 'n8n-workflow';

import { outcomeOfText } from '../../domain/ai/post.ts';
import type { TextOutcome } from '../../domain/ai/post.ts';
import type { Language } from '../../domain/language.ts';
import { keepPaid } from '../shared/keepPaid.ts';
import { linkOf, shownAsOf } from '../shared/material.ts';
import type { Travelling } from '../shared/item.ts';

/** Keeps a paid text. What was refused is worth nothing. @param asked the item as it was admitted */
export async function keepText(context: IExecuteFunctions, itemIndex: number, asked: Travelling, outcome: TextOutcome): Promise<void> {
	const { material } = asked;
	if (outcome.kind === 'refused' || material === undefined) return;
	await keepPaid(context, itemIndex, asked, material, (admission_id) => ({ kept_text: { ...outcome.post, admission_id } }));
}

/** What was paid for and is not stored yet, as if it came now; null when nothing of use is kept. */
export function keptOutcome({ material }: Travelling, locale: Language): Exclude<TextOutcome, { kind: 'refused' }> | null {
	const kept = material?.kept_text ?? null;
	if (kept === null) return null;
	const { admission_id: _admissionId, ...post } = kept;
	const outcome = outcomeOfText(post, linkOf(material ?? {}), locale, shownAsOf(material ?? {}));
	return outcome.kind === 'refused' ? null : outcome;
}
