/** By how much a text is too long for its cover: how the renderer says it, and how it and the check of lengths are read. */

export const COVER_FIELDS = ['title', 'subtitle', 'category'] as const;

type CoverField = (typeof COVER_FIELDS)[number];

export type TooLong = { readonly field: CoverField } & (
	| { readonly unit: 'characters'; readonly fits: number; readonly over: number }
	| { readonly unit: 'lines'; readonly fits: number; readonly needs: number }
	| { readonly unit: 'percent'; readonly over: number }
	| { readonly unit: 'word' }
);

/** Why a text does not fit, in the words of the renderer's refusal. */
export const misfits = {
	lines: (fits: number, needs: number) => `needs ${needs} lines, ${fits} allowed`,
	height: (fitsPx: number, needsPx: number) => `needs ${needsPx} px of height, ${fitsPx} available`,
	word: (linePx: number, smallestPx: number) => `has a word wider than the line, ${linePx} px, at the smallest size, ${smallestPx} px`,
} as const;

const FIELD = new RegExp(`^(${COVER_FIELDS.join('|')}): (.*)$`);
const CHARACTERS = /^allowed (?<fits>\d+), received (?<needs>\d+)$/;
const LINES = /^needs (?<needs>\d+) lines, (?<fits>\d+) allowed$/;
const HEIGHT = /^needs (?<needs>\d+) px of height, (?<fits>\d+) available$/;
const WORD = /^has a word wider than the line/;

/** Each text of a refusal that is too long; none where its detail says something else. */
export function tooLongIn(detail: string): readonly TooLong[] {
	return detail.split('; ').flatMap((part): TooLong[] => {
		const [, field = '', reason = ''] = FIELD.exec(part) ?? [];
		const found = measureOf(reason);
		return found === null ? [] : [{ field: field as CoverField, ...found } as TooLong];
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

/** The share of a text that is kept if one of its words is too wide: enough for other words. */
const ROOM_BESIDE_A_WIDE_WORD = 2 / 3;

/** About how many units of each line its cover has room for, where that is fewer than it has. */
export function roomIn<Lines extends Readonly<Partial<Record<CoverField, string>>>>(
	lines: Lines,
	found: readonly TooLong[],
): Readonly<Partial<Record<keyof Lines, number>>> {
	const rooms = found.flatMap((each) => {
		const text = lines[each.field];
		return text === undefined ? [] : [[each.field, Math.max(1, Math.floor(text.length * shareOf(each)))] as const];
	});
	return Object.fromEntries(rooms) as Partial<Record<keyof Lines, number>>;
}

function shareOf(found: TooLong): number {
	switch (found.unit) {
		case 'characters':
			return found.fits / (found.fits + found.over);
		case 'lines':
			return found.fits / found.needs;
		case 'percent':
			return 1 - found.over / 100;
		case 'word':
			return ROOM_BESIDE_A_WIDE_WORD;
	}
}
