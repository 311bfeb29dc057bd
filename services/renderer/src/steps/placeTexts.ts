import { CopydeskError } from '@copydesk/domain/errors';
import type { CoverDraft, PlacedDraft, Refusal, Step } from './draft.ts';

/** Decides the positions. Throws if a text could not be set. */
export const placeTexts: Step<CoverDraft, PlacedDraft> = (draft) => {
	const { title, refusals } = draft;
	if (refusals.length > 0 || title === undefined) throw refused(refusals);
	return { ...draft, title, marks: draft.template.place({ ...draft, title }) };
};

/** A missing letter is reported before a line that is too long, because the text has to change in any case. */
function refused(refusals: readonly Refusal[]): CopydeskError {
	const code = refusals.some((refusal) => refusal.code === 'unsupported_character') ? 'unsupported_character' : 'layout_overflow';
	const fields = refusals.filter((refusal) => refusal.code === code).map(({ path, message }) => ({ path, message }));
	return new CopydeskError(code, fields.map(({ path, message }) => `${path} ${message}`).join('; '), { fields });
}
