/** Red, green and blue, 0…255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The colours of words on a ground. */
export const PAPER: Rgb = [250, 247, 240];
export const INK: Rgb = [20, 21, 24];

/** The least contrast of words on a ground. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const LEAST_CONTRAST = 4.5;

/** The least contrast of a brand's accent on its panel that is visible. No words are on both. */
export const LEAST_SEEN = 2;

/** Relative luminance, 0…1. @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance([red, green, blue]: Rgb): number {
	return 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);
}

/** 1…21. */
export function contrast(one: Rgb, other: Rgb): number {
	const [first, second] = [luminance(one), luminance(other)];
	return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** `share` of the other colour over the first, 0…1. */
export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
	const channel = (i: 0 | 1 | 2): number => Math.round(one[i] + (other[i] - one[i]) * share);
	return [channel(0), channel(1), channel(2)];
}

/** Of each level, because a logo's contrast is asked for many panels. */
const LINEAR = Float64Array.from({ length: 256 }, (_, level) => {
	const value = level / 255;
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

export const hexOf = (colour: Rgb): string => `#${colour.map((level) => level.toString(16).padStart(2, '0')).join('')}`;
