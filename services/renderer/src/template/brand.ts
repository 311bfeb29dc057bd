import type { Rgb } from '@copydesk/renderer-core';
import type { Face } from '../fonts/face.ts';
import { contrast, luminance, mixed } from './contrast.ts';
import type { Logo } from './logo.ts';

/** What a channel's covers wear. */
export interface Brand {
	/** Of its stored form, 64 hex digits; null for the desk's own colours. */
	readonly sha256: string | null;
	/** Shown where there is no logo; may be empty. */
	readonly name: string;
	readonly panel: Rgb;
	readonly accent: Rgb;
	/** Sets titles; letters that it lacks are set in the desk's own fonts. */
	readonly face: Face | null;
	readonly logo: Logo | null;
}

/** Without a brand. */
export const deskBrand: Brand = { sha256: null, name: '', panel: [22, 50, 79], accent: [201, 52, 42], face: null, logo: null };

export const PAPER: Rgb = [250, 247, 240];
export const INK: Rgb = [20, 21, 24];

/** Second words are mixed with their ground by so much where that leaves them readable. */
const SOFTNESS = 0.2;
/** Second words are small. */
const SOFT_CONTRAST = 5.5;

/** The colours of words on a ground: paper or ink, which reads better, and a softer one for second words. */
export interface Words {
	readonly strong: Rgb;
	readonly soft: Rgb;
}

export function wordsOn(ground: Rgb): Words {
	const strong = contrast(PAPER, ground) >= contrast(INK, ground) ? PAPER : INK;
	const soft = mixed(strong, ground, SOFTNESS);
	return { strong, soft: contrast(soft, ground) >= SOFT_CONTRAST ? soft : strong };
}

/** A tone of a ground that is seen and that words in front of it do not mind. */
export const toneOf = (ground: Rgb): Rgb => mixed(ground, luminance(ground) < 0.4 ? [255, 255, 255] : [0, 0, 0], 0.1);
