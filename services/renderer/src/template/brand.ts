import type { Rgb } from '@copydesk/renderer-core';
import type { Face } from '../fonts/face.ts';
import type { TextStyle } from '../layout/shape.ts';
import { INK, PAPER, contrast, luminance, mixed } from '@copydesk/domain/cover/contrast';
import type { Logo } from './logo.ts';

/** The look of a channel's covers. */
export interface Brand {
	/** The hash of its stored form, 64 hex digits; null for the desk's own colours. */
	readonly sha256: string | null;
	/** Shown if there is no logo; may be empty. */
	readonly name: string;
	/** How the name is set; absent if there is nothing to show. */
	readonly nameStyle?: TextStyle;
	readonly panel: Rgb;
	readonly accent: Rgb;
	/** The font of titles. The desk's own fonts set letters that it lacks. */
	readonly face: Face | null;
	readonly logo: Logo | null;
}

/** The look without a brand. */
export const deskBrand: Brand = { sha256: null, name: '', panel: [22, 50, 79], accent: [201, 52, 42], face: null, logo: null };

export { INK, PAPER };

/** The share of the ground that is mixed into secondary text, if that stays readable. */
const SOFTNESS = 0.2;
/** The contrast of secondary text, which is small. */
const SOFT_CONTRAST = 5.5;

/** The colours of words on a ground: paper or ink, whichever reads better, and a softer one for secondary text. */
export interface Words {
	readonly strong: Rgb;
	readonly soft: Rgb;
}

export function wordsOn(ground: Rgb): Words {
	const strong = contrast(PAPER, ground) >= contrast(INK, ground) ? PAPER : INK;
	const soft = mixed(strong, ground, SOFTNESS);
	return { strong, soft: contrast(soft, ground) >= SOFT_CONTRAST ? soft : strong };
}

/** A visible tone of a ground that does not disturb words in front of it. */
export const toneOf = (ground: Rgb): Rgb => mixed(ground, luminance(ground) < 0.4 ? [255, 255, 255] : [0, 0, 0], 0.1);
