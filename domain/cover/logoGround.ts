/** A logo that came on a plain ground, without it. */
import type { Rgb } from './contrast.ts';

/** Why no brand is made of a picture, beside what spoils any picture. */
export const logoFaults = ['empty', 'busy'] as const;
export type LogoProblem = { readonly kind: (typeof logoFaults)[number] };

type CutOut =
	/** `ground`: the colour that it lay on; null if it came without one. */
	| { readonly rgba: Uint8Array; readonly ground: Rgb | null }
	/** `empty`: nothing is to be seen. `busy`: it lies on no plain ground, so it cannot be told from it. */
	| { readonly fault: LogoProblem['kind'] };

const CLEAR = 16;
/** A ground may be a little uneven: a photo's is. */
const EVEN = 30;
const LEAST_EVEN = 0.9;
/** Between these distances from the ground a pixel is an edge. */
const [AS_GROUND, AS_LOGO] = [18, 72];

const pixel = (rgba: Uint8Array, at: number): Rgb => [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
const apart = (one: Rgb, other: Rgb): number =>
	Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));

/** @param rgba rows of 8-bit RGBA */
export function withoutGround(rgba: Uint8Array, width: number, height: number): CutOut {
	let [clear, seen] = [0, 0];
	for (let at = 3; at < rgba.length; at += 4) {
		if ((rgba[at] ?? 0) < CLEAR) clear += 1;
		else seen += 1;
	}
	if (seen < 64) return { fault: 'empty' };
	if (clear > (width * height) / 100) return { rgba, ground: null };
	const ground = groundOf(rgba, width, height);
	if (ground === null) return { fault: 'busy' };
	const cut = new Uint8Array(rgba.length);
	let kept = 0;
	for (let at = 0; at + 3 < rgba.length; at += 4) {
		const colour = pixel(rgba, at);
		const alpha = Math.min(1, Math.max(0, (apart(colour, ground) - AS_GROUND) / (AS_LOGO - AS_GROUND)));
		if (alpha === 0) continue;
		kept += 1;
		// An edge is the logo's colour over the ground: the ground is taken out of it.
		for (let i = 0; i < 3; i += 1) {
			const level = ((rgba[at + i] ?? 0) - (ground[i] ?? 0) * (1 - alpha)) / alpha;
			cut[at + i] = Math.min(255, Math.max(0, Math.round(level)));
		}
		cut[at + 3] = Math.round(alpha * 255);
	}
	return kept < 64 ? { fault: 'empty' } : { rgba: cut, ground };
}

/** The colour of the rim; null if it has several. */
function groundOf(rgba: Uint8Array, width: number, height: number): Rgb | null {
	const rim: Rgb[] = [];
	for (let x = 0; x < width; x += 1) rim.push(pixel(rgba, x * 4), pixel(rgba, ((height - 1) * width + x) * 4));
	for (let y = 0; y < height; y += 1) rim.push(pixel(rgba, y * width * 4), pixel(rgba, (y * width + width - 1) * 4));
	const middle = (i: 0 | 1 | 2): number => rim.map((colour) => colour[i]).sort((one, other) => one - other)[rim.length >> 1] ?? 0;
	const ground: Rgb = [middle(0), middle(1), middle(2)];
	return rim.filter((colour) => apart(colour, ground) <= EVEN).length >= rim.length * LEAST_EVEN ? ground : null;
}
