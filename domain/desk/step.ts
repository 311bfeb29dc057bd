import type { MaterialState } from '../material/machine.ts';

/** States in which a draft is still being made; from `ready` on, only decisions change it. */
const IN_WORK: readonly string[] = ['text_generating', 'text_preparing'];

export const isInWork = (state: string): boolean => IN_WORK.includes(state);

/** What follows for a draft that an event begins or revises: a second run of the event may find it done. */
export function stepOfWork(state: MaterialState): 'work' | 'done' {
	return isInWork(state) ? 'work' : 'done';
}

/**
 * What somebody gets who names a draft: it is gone on with, shown with its buttons, or told how it stands.
 * @param onlyAsks asked how it stands, which starts nothing
 */
export function stepOfNamed(state: MaterialState, onlyAsks: boolean): 'work' | 'show' | 'say' {
	if (isInWork(state) && !onlyAsks) return 'work';
	return state === 'ready' ? 'show' : 'say';
}

/** What a text needs before its previews go out. `check` is what the plan of a revision says, if there is one. */
export function stepOfText(coverAssetId: string | null | undefined, check: boolean | null): 'check' | 'cover' {
	// Without a plan a text is checked as long as it has no cover, which is made only after a passed check.
	return (check ?? (coverAssetId ?? null) === null) ? 'check' : 'cover';
}
