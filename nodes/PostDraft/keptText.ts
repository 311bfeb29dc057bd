import type { IExecuteFunctions } from 'n8n-workflow';

import { judgePost } from '../../domain/ai/post.ts';
import type { TextOutcome } from '../../domain/ai/post.ts';
import type { Locale } from '../../domain/caption/locale.ts';
import { at } from '../shared/fields.ts';
import type { Travelling } from '../shared/fields.ts';
import { linkOf } from '../shared/material.ts';
import { untilAnswered } from '../shared/patience.ts';
import { ask } from '../shared/transport.ts';

/**
 * Keeps a paid text in the row, under its admission, before anything is made of it: whoever goes on after a death takes it from
 * there. What was refused is worth nothing. That it could not be kept is nothing to stop for: storing the text comes next.
 * @param asked the item as it was admitted
 */
export async function keepText(context: IExecuteFunctions, itemIndex: number, asked: Travelling, outcome: TextOutcome): Promise<void> {
	const { _svc, material } = asked;
	const admission_id = at(asked, 'admission.admission_id');
	if (outcome.kind === 'refused' || typeof admission_id !== 'string' || _svc === undefined || material === undefined) return;
	// The nodes of earlier graphs may not ask that service.
	const isAdmitted = await context.getCredentials('copydeskCollaborationApi', itemIndex).then(Boolean, () => false);
	if (!isAdmitted) return;
	const { draft_key, version, state } = material;
	const patch = { kept_text: { ...outcome.post, admission_id } };
	const step = { _svc, draft_key, version, from: state, to: state, patch };
	await untilAnswered(() => ask(context, itemIndex, 'collaboration', '/materials/advance', step)).catch(() => null);
}

/** What was paid for and is not stored yet, as if it came now; null when nothing of use is kept. */
export function keptOutcome({ material }: Travelling, locale: Locale): Exclude<TextOutcome, { kind: 'refused' }> | null {
	const kept = material?.kept_text ?? null;
	if (kept === null) return null;
	const { admission_id: _admissionId, ...post } = kept;
	const outcome = judgePost(post, linkOf(material ?? {}), locale);
	return outcome.kind === 'refused' ? null : outcome;
}
