import type { Rgb } from '@copydesk/renderer-core';
import { INK, wordsOn } from './brand.ts';
import { contrast, LEAST_CONTRAST, luminance, mixed } from '@copydesk/domain/cover/contrast';

/** The numbers that determine the colours of covers without a brand; part of the fingerprint. */
export const TINTING = {
	/** Kinds of colour that are told apart. */
	hues: 24,
	/** A pixel with less between its strongest and weakest channel is grey. */
	leastStrength: 36,
	/** A picture with a smaller share of coloured pixels has no colour to give. */
	leastShare: 0.02,
	/** The luminance of the panel and of the scrim: dark enough for words of any size. */
	panel: 0.035,
	scrim: 0.026,
	/** The least luminance of an accent that is on something dark. */
	accent: 0.16,
	/** An accent becomes so strong, between its strongest and weakest channel, but no more than so many times as strong as it was. */
	lively: 150,
	mostLivelier: 1.35,
} as const;

/** One colour of a picture, in the tones that a cover needs. */
interface Tint {
	readonly panel: Rgb;
	readonly accent: Rgb;
	readonly scrim: Rgb;
}

/**
 * The strongest colour of a picture; null if it has none. Words on each tone are readable.
 * @param ground if the accent is on something light, this
 */
export function tintOf(picture: Uint8Array, ground: Rgb | null): Tint | null {
	const colour = strongestColour(picture);
	if (colour === null) return null;
	return { panel: darkened(colour, TINTING.panel), scrim: darkened(colour, TINTING.scrim), accent: accentOf(colour, ground) };
}

function strongestColour(picture: Uint8Array): Rgb | null {
	const weights = new Float64Array(TINTING.hues);
	const sums = new Float64Array(TINTING.hues * 3);
	let [coloured, count] = [0, 0];
	// Coprime to a row's pixels, so no column dominates.
	for (let at = 0; at + 2 < picture.length; at += 21, count++) {
		// Some hundred thousand times for each cover: nothing is made here that has to be collected.
		const red = picture[at]!;
		const green = picture[at + 1]!;
		const blue = picture[at + 2]!;
		const most = Math.max(red, green, blue);
		const strength = most - Math.min(red, green, blue);
		if (strength < TINTING.leastStrength) continue;
		coloured++;
		const hue = Math.floor(hueOf(red, green, blue, most, strength) * TINTING.hues) % TINTING.hues;
		const weight = strength * strength;
		weights[hue]! += weight;
		sums[hue * 3]! += red * weight;
		sums[hue * 3 + 1]! += green * weight;
		sums[hue * 3 + 2]! += blue * weight;
	}
	if (coloured < TINTING.leastShare * count) return null;
	const best = weights.indexOf(Math.max(...weights));
	const channel = (i: number): number => Math.round(sums[best * 3 + i]! / weights[best]!);
	return [channel(0), channel(1), channel(2)];
}

/** 0…1, from red. */
function hueOf(red: number, green: number, blue: number, most: number, strength: number): number {
	const sixth = most === red ? (green - blue) / strength + 6 : most === green ? (blue - red) / strength + 2 : (red - green) / strength + 4;
	return (sixth % 6) / 6;
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The same colour, at most as light as that. */
function darkened(colour: Rgb, most: number): Rgb {
	let dark = colour;
	for (let step = 1; luminance(dark) > most; step++) dark = mixed(colour, BLACK, step / 64);
	return dark;
}

/** The same hue, stronger. */
function livelier(colour: Rgb): Rgb {
	const mean = (Math.max(...colour) + Math.min(...colour)) / 2;
	const by = Math.min(TINTING.mostLivelier, Math.max(1, TINTING.lively / (Math.max(...colour) - Math.min(...colour))));
	const channel = (i: 0 | 1 | 2): number => Math.min(255, Math.max(0, Math.round(mean + (colour[i] - mean) * by)));
	return [channel(0), channel(1), channel(2)];
}

function accentOf(found: Rgb, ground: Rgb | null): Rgb {
	const colour = livelier(found);
	let accent = colour;
	for (let step = 1; step <= 64 && !works(accent, ground); step++) accent = mixed(colour, ground === null ? WHITE : INK, step / 64);
	return accent;
}

function works(accent: Rgb, ground: Rgb | null): boolean {
	if (contrast(wordsOn(accent).strong, accent) < LEAST_CONTRAST) return false;
	return ground === null ? luminance(accent) >= TINTING.accent : contrast(accent, ground) >= LEAST_CONTRAST;
}
