import type { IExecuteFunctions } from 'n8n-workflow';

import type { Bounds, TextOutcome } from '../../domain/ai/post.ts';
import type { Material } from '../../domain/api/collaboration.ts';
import { isServed } from '../../domain/cover/cover.ts';
import { isPhoto } from '../../domain/cover/template.ts';
import { roomIn, tooLongIn } from '../../domain/cover/tooLong.ts';
import { checkCover, triedCover } from '../shared/coverCheck.ts';
import { detailOfFields } from '../shared/faults.ts';

/**
 * A title within its limit may still need more room than its cover has: only the renderer can tell, and such a title is shortened like
 * one over its limit. If the renderer is away, or an earlier graph may not ask it, the step before the check says what does not fit.
 */
export async function heldAgainstCover(
	context: IExecuteFunctions,
	itemIndex: number,
	material: Material,
	outcome: TextOutcome,
): Promise<TextOutcome> {
	if (outcome.kind === 'refused' || isPhoto(material.cover_template)) return outcome;
	const { title, subtitle, category } = outcome.post;
	const request = triedCover(context, { ...material, title, subtitle, category });
	if (!isServed(request)) return outcome;
	const reply = await checkCover(context, itemIndex, request).catch(() => null);
	if (reply === null || reply.ok || reply.refusal.code !== 'layout_overflow') return outcome;
	const cover: Bounds = roomIn({ title, subtitle }, tooLongIn(detailOfFields(reply.refusal)));
	if (Object.keys(cover).length === 0) return outcome;
	return { kind: 'too_long', post: outcome.post, bounds: { ...(outcome.kind === 'too_long' ? outcome.bounds : {}), ...cover } };
}
