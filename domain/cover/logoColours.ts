/** The colours of covers that go with a logo: two of its own, in tones that carry words and let the logo be seen. */
import { INK, LEAST_CONTRAST, LEAST_SEEN, PAPER, contrast, luminance, mixed } from './contrast.ts';
import type { Rgb } from './contrast.ts';

/** A colour of a logo, and the share of its pixels that have it. */
export interface LogoColour {
	readonly rgb: Rgb;
	readonly share: number;
}

/** Colours for a brand. `plain`: what is not seen of the logo on the panel is set in this colour, light or dark. */
interface Pair {
	readonly panel: Rgb;
	readonly accent: Rgb;
	readonly plain: Rgb | null;
}

/** Pixels that are less opaque are edges, whose colour is a mixture. */
const OPAQUE = 200;
/** Colours that are nearer than this are one. */
const NEAR = 56;
const LEAST_SHARE = 0.02;
const MOST_COLOURS = 6;
/** A logo with one colour may be set in another. */
const ALONE = 0.75;
/** A weaker colour is a grey. */
const LEAST_STRENGTH = 36;

const distance = (one: Rgb, other: Rgb): number => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
const strength = (rgb: Rgb): number => Math.max(...rgb) - Math.min(...rgb);

/** @param rgba rows of 8-bit RGBA @returns the largest first */
export function coloursOfLogo(rgba: Uint8Array): readonly LogoColour[] {
	const bins = new Map<number, [red: number, green: number, blue: number, count: number]>();
	let total = 0;
	for (let at = 0; at + 3 < rgba.length; at += 4) {
		const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
		if (alpha < OPAQUE) continue;
		total += 1;
		const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
		const bin = bins.get(key) ?? [0, 0, 0, 0];
		bins.set(key, [bin[0] + red, bin[1] + green, bin[2] + blue, bin[3] + 1]);
	}
	const found: { rgb: Rgb; count: number }[] = [];
	for (const [red, green, blue, count] of [...bins.values()].sort((one, other) => other[3] - one[3])) {
		const rgb: Rgb = [Math.round(red / count), Math.round(green / count), Math.round(blue / count)];
		const near = found.find((each) => distance(each.rgb, rgb) < NEAR);
		if (near === undefined) found.push({ rgb, count });
		else near.count += count;
	}
	return found
		.map(({ rgb, count }) => ({ rgb, share: count / Math.max(1, total) }))
		.filter(({ share }) => share >= LEAST_SHARE)
		.sort((one, other) => other.share - one.share)
		.slice(0, MOST_COLOURS);
}

const wordsOn = (ground: Rgb): Rgb => (contrast(PAPER, ground) >= contrast(INK, ground) ? PAPER : INK);
const carriesWords = (colour: Rgb): boolean => contrast(wordsOn(colour), colour) >= LEAST_CONTRAST;

/** Whether half of the logo has the contrast of words on a panel. */
function isSeen(colours: readonly LogoColour[], panel: Rgb): boolean {
	const seen = colours.reduce((sum, { rgb, share }) => sum + (contrast(rgb, panel) >= LEAST_CONTRAST ? share : 0), 0);
	return seen > colours.reduce((sum, { share }) => sum + share, 0) / 2;
}

/** The same colour, dark enough for words of any size, or as a tint of paper. */
function deep(colour: Rgb): Rgb {
	let dark = colour;
	for (let step = 1; step < 64 && luminance(dark) > 0.05; step += 1) dark = mixed(colour, [0, 0, 0], step / 64);
	return dark;
}
const pale = (colour: Rgb): Rgb => mixed(colour, [255, 255, 255], 0.9);

/** An accent in the nearest tone that is seen on the panel and carries words; undefined if that would be another colour. */
function accentOn(colour: Rgb, panel: Rgb, furthest: number): Rgb | undefined {
	for (let step = 0; step <= furthest * 40; step += 1)
		for (const towards of [INK, [255, 255, 255]] as const) {
			const tone = mixed(colour, towards, step / 40);
			if (carriesWords(tone) && contrast(tone, panel) >= LEAST_SEEN) return tone;
		}
	return undefined;
}

/** The colours to choose from: what has colour before what is grey, large before small. A grey between is an edge or a shade. */
function basesOf(colours: readonly LogoColour[], ground: Rgb | null): readonly Rgb[] {
	const weight = ({ rgb, share }: LogoColour): number => share * (0.15 + strength(rgb) / 255);
	const isShade = ({ rgb }: LogoColour, at: number): boolean =>
		at > 0 && strength(rgb) < LEAST_STRENGTH && luminance(rgb) > 0.03 && luminance(rgb) < 0.8;
	const all = colours
		.filter((each, at) => !isShade(each, at))
		.sort((one, other) => weight(other) - weight(one))
		.map(({ rgb }) => rgb);
	const withGround = ground === null || isPlainGround(ground) ? all : [ground, ...all];
	return withGround.filter((rgb, at) => withGround.findIndex((each) => distance(each, rgb) < NEAR) === at).slice(0, 3);
}

/** White and nearly white: a sheet of paper, and no colour of the logo. */
const isPlainGround = (ground: Rgb): boolean => luminance(ground) > 0.75 && strength(ground) < LEAST_STRENGTH;

/** The accents that go with a panel: the other colours of the logo, then a tone of its own. A grey logo has light or dark ones. */
function accentsOn(panel: Rgb, base: Rgb, bases: readonly Rgb[]): readonly Rgb[] {
	const others = bases.filter((each) => distance(each, base) >= NEAR);
	const own = strength(base) < LEAST_STRENGTH ? [] : [base];
	// A mixed grey would be dull beside a colour.
	const tones = [
		...others.map((each) => accentOn(each, panel, strength(each) < LEAST_STRENGTH ? 0 : 0.4)),
		...own.map((each) => accentOn(each, panel, 0.8)),
	];
	return [...tones.filter((tone) => tone !== undefined), wordsOn(panel)];
}

const MOST_PAIRS = 5;

/**
 * Pairs of colours for covers with this logo, best first: those on which it stays as it is come before the others.
 * @param ground the colour that it lay on, if it came on one
 */
export function pairsOf(colours: readonly LogoColour[], ground: Rgb | null): readonly Pair[] {
	const bases = basesOf(colours, ground);
	const isAlone = (colours[0]?.share ?? 0) >= ALONE;
	/** Two colours that become one would run together. */
	const mayBePlain = (panel: Rgb): boolean =>
		isAlone && colours.filter(({ rgb }) => strength(rgb) >= LEAST_STRENGTH && contrast(rgb, panel) < LEAST_CONTRAST).length <= 1;
	// A light second colour would be brown where it is deep.
	const panels = bases.flatMap((base, at) => [base, ...(at === 0 ? [deep(base)] : []), pale(base)].map((panel) => ({ base, panel })));
	const all = [...panels, { base: PAPER, panel: PAPER }, { base: INK, panel: INK }].flatMap(({ base, panel }): Pair[][] => {
		const seen = isSeen(colours, panel);
		if (!carriesWords(panel) || (!seen && !mayBePlain(panel))) return [];
		return [accentsOn(panel, base, bases).map((accent) => ({ panel, accent, plain: seen ? null : wordsOn(panel) }))];
	});
	const pairs: Pair[] = [];
	for (const place of [0, 1, 2])
		for (const isKept of [true, false])
			for (const pair of all.flatMap((each) => each[place] ?? []).filter(({ plain }) => (plain === null) === isKept))
				if (!pairs.some((each) => distance(each.panel, pair.panel) < 40 && distance(each.accent, pair.accent) < 60)) pairs.push(pair);
	// Colours of which no ground shows most.
	const [accent = INK] = accentsOn(PAPER, PAPER, bases);
	return pairs.length === 0 ? [{ panel: PAPER, accent, plain: INK }] : pairs.slice(0, MOST_PAIRS);
}

/** The same logo for a panel on which its own colour is not seen: what is not seen is light, or dark. */
export function inPlain(rgba: Uint8Array, colours: readonly LogoColour[], { panel, plain }: Pair): Uint8Array {
	const drawn = Uint8Array.from(rgba);
	if (plain === null) return drawn;
	const unseen = colours.map(({ rgb }) => contrast(rgb, panel) < LEAST_CONTRAST);
	for (let at = 0; at + 3 < drawn.length; at += 4) {
		const [red = 0, green = 0, blue = 0, alpha = 0] = drawn.subarray(at, at + 4);
		if (alpha === 0) continue;
		const apart = colours.map(({ rgb }) => distance(rgb, [red, green, blue]));
		if (unseen[apart.indexOf(Math.min(...apart))] === true) drawn.set(plain, at);
	}
	return drawn;
}
