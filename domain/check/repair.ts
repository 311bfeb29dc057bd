import { checkPost, detailOf, type BoundCode, type PostText } from '../caption/bounds.ts';
import { bodyBudget } from '../caption/caption.ts';
import type { Language } from '../language.ts';
import { applyEdits, type EditFault } from '../revision/edits.ts';
import type { CheckMaterial } from './material.ts';
import type { Issue } from './verdict.ts';

/** Why a repair was not made. With `shorten_required` one bounded shortening to `maxUnits` may save the text. */
export type RepairFault = EditFault | BoundCode | 'shorten_required' | 'semantic_fail';

export type Repair =
	| { readonly ok: true; readonly post: PostText }
	| {
			readonly ok: false;
			readonly code: RepairFault;
			readonly detail: string;
			/** With `shorten_required`: the repaired text, and the units that its body has. */
			readonly tooLong: TooLong | null;
	  };

/** A repair may replace; what it deletes is left out of an approved text without a person having seen it. */
const MOST_DELETIONS = 2;
const MOST_DELETED_OF_BODY = 1 / 5;

/** Whether a repair would leave out more than a person would pass over. */
function isGutted({ body }: CheckMaterial, issues: readonly Issue[]): boolean {
	const ofBody = issues.filter(({ field }) => field === 'body');
	const deletions = issues.filter(({ replacement }) => replacement.trim() === '').length;
	const lost = ofBody.reduce((units, { fragment, replacement }) => units + Math.max(0, fragment.length - replacement.length), 0);
	return deletions > MOST_DELETIONS || lost > body.length * MOST_DELETED_OF_BODY;
}

export type TooLong = PostText & { readonly maxUnits: number };

/**
 * The one narrow repair: every listed fragment replaced where it is, or nothing at all.
 * After it all bounds hold again; a news text that grew over its budget is told apart, for a shortening.
 */
export function repair(material: CheckMaterial, issues: readonly Issue[], locale: Language = 'en'): Repair {
	const result = applyEdits(material, issues, material.edit_scope ?? undefined);
	if (!result.ok) return { ok: false, code: result.code, detail: result.fragment, tooLong: null };
	const found = checkPost(result.post, material.link, locale, material.below);
	if (found === null && isGutted(material, issues)) return { ok: false, code: 'semantic_fail', detail: '', tooLong: null };
	if (found === null) return { ok: true, post: result.post };
	if (found.code === 'text_too_long' && material.kind === 'news') {
		return {
			ok: false,
			code: 'shorten_required',
			detail: `allowed ${found.allowed}, received ${found.received}`,
			tooLong: { ...result.post, maxUnits: bodyBudget(material.link, material.below) },
		};
	}
	return { ok: false, code: found.code, detail: detailOf(found), tooLong: null };
}
