import type { Span } from '../../domain/revision/edits.ts';
import type { Travelling } from './item.ts';

/** What the plan of a revision says about the check of its text; an item without one is no revision. */
export function planOf({ plan }: Travelling): { readonly scope: readonly Span[] | null; readonly check: boolean | null } {
	return plan?.kind === 'revise' ? { scope: plan.scope, check: plan.check } : { scope: null, check: null };
}
