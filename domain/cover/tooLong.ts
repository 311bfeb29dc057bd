/** By how much a text is too long for its cover, as the check of lengths and the renderer say it. */

export const COVER_FIELDS = ['title', 'subtitle', 'category'] as const;

export type TooLong = { readonly field: (typeof COVER_FIELDS)[number] } & (
	| { readonly unit: 'characters'; readonly fits: number; readonly over: number }
	| { readonly unit: 'lines'; readonly fits: number; readonly needs: number }
	| { readonly unit: 'percent'; readonly over: number }
	| { readonly unit: 'word' }
);

const FIELD = /^(title|subtitle|category): (.*)$/;
const CHARACTERS = /^allowed (?<fits>\d+), received (?<needs>\d+)$/;
const LINES = /^needs (?<needs>\d+) lines, (?<fits>\d+) allowed$/;
const HEIGHT = /^needs (?<needs>\d+) px of height, (?<fits>\d+) available$/;
const WORD = /^has a word wider than the line/;

/** Each text of a refusal that is too long; none where its detail says something else. */
export function tooLongIn(detail: string): readonly TooLong[] {
	return detail.split('; ').flatMap((part): TooLong[] => {
		const [, field = '', reason = ''] = FIELD.exec(part) ?? [];
		const found = measureOf(reason);
		return found === null ? [] : [{ field: field as TooLong['field'], ...found } as TooLong];
	});
}

function measureOf(reason: string) {
	const sizesIn = (pattern: RegExp) => {
		const { needs, fits } = pattern.exec(reason)?.groups ?? {};
		return needs === undefined || fits === undefined ? null : { needs: Number(needs), fits: Number(fits) };
	};
	if (WORD.test(reason)) return { unit: 'word' } as const;
	const lines = sizesIn(LINES);
	if (lines !== null) return { unit: 'lines', ...lines } as const;
	const characters = sizesIn(CHARACTERS);
	if (characters !== null) return { unit: 'characters', fits: characters.fits, over: characters.needs - characters.fits } as const;
	const height = sizesIn(HEIGHT);
	// People do not count in pixels.
	return height === null ? null : ({ unit: 'percent', over: Math.max(1, Math.ceil((1 - height.fits / height.needs) * 100)) } as const);
}
