import { codePointName, unsettable } from '../layout/characters.ts';
import { fit } from '../layout/fit.ts';
import { MissingGlyph } from '../layout/shape.ts';
import type { TextSetting } from '../template/template.ts';
import type { CoverDraft, Refusal, TextField } from './draft.ts';

/** Sets one text by its rule, or notes why that is impossible. */
export function setText(draft: CoverDraft, path: TextField, { rule, heightPx }: TextSetting, text = draft.text[path]): CoverDraft {
	if (text === '') return draft;
	const refuse = (refusal: Omit<Refusal, 'path'>): CoverDraft => ({ ...draft, refusals: [...draft.refusals, { ...refusal, path }] });
	const strangers = unsettable(text, draft.template.scripts);
	if (strangers.length > 0) return refuse({ code: 'unsupported_character', message: describe(strangers) });
	try {
		const fitted = fit(text, rule, heightPx);
		if (!('message' in fitted)) return { ...draft, [path]: fitted };
		return rule.isOptional === true ? draft : refuse({ code: 'layout_overflow', message: fitted.message });
	} catch (error) {
		if (error instanceof MissingGlyph) return refuse({ code: 'unsupported_character', message: describe([error.codePoint]) });
		throw error;
	}
}

/** Characters that are visible alone. The others are named by their number only. */
const SHOWS_ALONE = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

/** The most characters that an error names: a list of a hundred would not help. */
const MOST_NAMED = 5;

/** The characters that no font of a cover has, for a person. */
export function describe(codePoints: readonly number[]): string {
	const names = codePoints
		.slice(0, MOST_NAMED)
		.map(
			(codePoint) =>
				(SHOWS_ALONE.test(String.fromCodePoint(codePoint)) ? `${String.fromCodePoint(codePoint)} ` : '') + codePointName(codePoint),
		)
		.join(', ');
	const more = codePoints.length > MOST_NAMED ? ` and ${codePoints.length - MOST_NAMED} more` : '';
	return `the cover's fonts have no letter for ${names}${more}`;
}
