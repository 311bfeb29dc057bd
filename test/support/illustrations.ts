/**
 * Source illustrations drawn in code, the same on every run, for covers in tests, benches and the gallery.
 * They stand for the kinds of pictures that a desk gets: none is a photograph, but `photo` has a photograph's gradients
 * and grain, and so on. All are 8-bit RGB, rows from the top.
 */
export type IllustrationKind = 'photo' | 'bright' | 'painting' | 'diagram' | 'flat';

export interface Illustration {
	readonly pixels: Uint8Array;
	readonly widthPx: number;
	readonly heightPx: number;
}

type Colour = readonly [number, number, number];
/** Colour at a place; x and y run from 0 to 1.5 and from 0 to 1. */
type Shader = (x: number, y: number, seed: number) => Colour;

export const illustrationKinds: readonly IllustrationKind[] = ['photo', 'bright', 'painting', 'diagram', 'flat'];

/** @param seed other whole numbers give other pictures of the same kind */
export function drawIllustration(kind: IllustrationKind, seed = 1, widthPx = 1536, heightPx = 1024): Illustration {
	if (kind === 'painting') return paintStrokes(seed, widthPx, heightPx);
	const shade = shaders[kind];
	const pixels = new Uint8Array(widthPx * heightPx * 3);
	for (let y = 0, at = 0; y < heightPx; y++) {
		for (let x = 0; x < widthPx; x++, at += 3) {
			const [red, green, blue] = shade((x + 0.5) / heightPx, (y + 0.5) / heightPx, seed);
			pixels[at] = clamp(red);
			pixels[at + 1] = clamp(green);
			pixels[at + 2] = clamp(blue);
		}
	}
	return { pixels, widthPx, heightPx };
}

/** A picture of one colour. */
export function fillIllustration(colour: Colour, widthPx = 1536, heightPx = 1024): Illustration {
	const pixels = new Uint8Array(widthPx * heightPx * 3);
	for (let at = 0; at < pixels.length; at += 3) pixels.set(colour, at);
	return { pixels, widthPx, heightPx };
}

/** Every channel of every pixel at random: the hardest ground for text and for compression. */
export function noiseIllustration(seed = 1, widthPx = 1536, heightPx = 1024): Illustration {
	const pixels = new Uint8Array(widthPx * heightPx * 3);
	const next = dice(seed);
	for (let at = 0; at < pixels.length; at++) pixels[at] = next() * 256;
	return { pixels, widthPx, heightPx };
}

/** Numbers from 0 to 1 that only depend on the seed. */
export function dice(seed: number): () => number {
	let state = Math.imul(seed, 0x9e3779b9) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const shaders: Record<Exclude<IllustrationKind, 'painting'>, Shader> = {
	photo: (x, y, seed) => {
		const warm = seed % 2 === 1;
		const sunX = 0.45 + 0.2 * (seed % 4);
		const glow = Math.exp(-((x - sunX) ** 2 + (y - 0.42) ** 2) * 7);
		let colour = warm ? blend([34, 48, 92], [238, 140, 84], y * 1.5 - 0.05) : blend([72, 120, 168], [206, 222, 226], y * 1.6);
		colour = blend(colour, warm ? [255, 226, 168] : [255, 252, 240], glow * 0.85);
		colour = blend(colour, warm ? [255, 190, 150] : [250, 250, 250], smooth(0.45, 0.9, fractal(x * 2.2, y * 7, seed + 3)) * 0.35 * (1 - y));
		for (let ridge = 0; ridge < 5; ridge++) {
			const top = 0.4 + ridge * 0.105 + 0.16 * (fractal(x * (1.6 + ridge * 0.5) + ridge * 9, ridge * 3.1, seed) - 0.5);
			if (y < top) continue;
			const depth = (ridge + 1) / 5;
			const haze = warm ? blend([214, 120, 92], [26, 24, 44], depth) : blend([168, 194, 200], [22, 46, 44], depth);
			const texture = (fractal(x * 22, y * 30, seed + ridge) - 0.5) * 34 * depth;
			colour = [haze[0] + texture, haze[1] + texture, haze[2] + texture * 0.9];
			colour = blend(colour, warm ? [240, 150, 100] : [214, 226, 224], smooth(0.1, 0, y - top) * 0.25);
		}
		const grain = (hash(Math.floor(x * 1024), Math.floor(y * 1024), seed) - 0.5) * 9;
		return [colour[0] + grain, colour[1] + grain, colour[2] + grain];
	},
	bright: (x, y, seed) => {
		let colour = blend([252, 251, 248], [226, 232, 236], fractal(x * 1.4, y * 1.4, seed) * 0.8);
		const table = 0.66;
		if (y > table) colour = blend([244, 238, 228], [222, 210, 192], (y - table) * 1.8 + (fractal(x * 1.2, y * 26, seed + 1) - 0.5) * 0.35);
		const shadow = smooth(0.34, 0, hypot((x - 0.93) / 1.7, (y - 0.8) / 0.5)) * 0.35;
		colour = blend(colour, [150, 140, 130], shadow);
		const cup = hypot(Math.max(0, Math.abs(x - 0.82) - 0.1), Math.max(0, Math.abs(y - 0.63) - 0.13)) - 0.05;
		const body = blend([255, 255, 255], [196, 200, 206], smooth(0.66, 0.98, x));
		colour = over(colour, body, cup);
		colour = over(colour, [232, 236, 240], hypot((x - 0.82) / 1, (y - 0.475) / 0.22) - 0.135, 0.02);
		colour = over(colour, [94, 62, 44], hypot((x - 0.82) / 1, (y - 0.478) / 0.2) - 0.115, 0.02);
		colour = over(colour, [120, 158, 116], leaf(x - 0.42, y - 0.42, 0.55), 0.006);
		colour = over(colour, [146, 178, 132], leaf(x - 0.3, y - 0.4, -0.5), 0.006);
		const grain = (hash(Math.floor(x * 1024), Math.floor(y * 1024), seed) - 0.5) * 5;
		return [colour[0] + grain, colour[1] + grain, colour[2] + grain];
	},
	diagram: (x, y, seed) => {
		let colour: Colour = [250, 250, 247];
		const grid = Math.min(Math.abs(x * 16 - Math.round(x * 16)), Math.abs(y * 16 - Math.round(y * 16))) / 16 - 0.0006;
		colour = over(colour, [228, 230, 228], grid);
		const palette: Colour[] = [
			[36, 92, 140],
			[214, 96, 60],
			[64, 140, 104],
			[230, 178, 60],
		];
		for (let bar = 0; bar < 9; bar++) {
			const height = 0.12 + 0.42 * hash(bar, 7, seed) * (0.5 + bar / 12);
			const left = 0.2 + bar * 0.13;
			colour = over(colour, palette[(bar + seed) % 4]!, box(x, y, left, 0.78 - height, left + 0.085, 0.78, 0.008));
		}
		let lastX = 0.2;
		let lastY = 0.6;
		for (let point = 0; point < 9; point++) {
			const pointX = 0.2425 + point * 0.13;
			const pointY = 0.5 - point * 0.035 + (hash(point, 3, seed) - 0.5) * 0.16;
			if (point > 0) colour = over(colour, [28, 32, 40], capsule(x, y, lastX, lastY, pointX, pointY) - 0.004);
			lastX = pointX;
			lastY = pointY;
		}
		for (let point = 0; point < 9; point++) {
			const pointX = 0.2425 + point * 0.13;
			const pointY = 0.5 - point * 0.035 + (hash(point, 3, seed) - 0.5) * 0.16;
			const distance = hypot(x - pointX, y - pointY);
			colour = over(colour, [28, 32, 40], distance - 0.014);
			colour = over(colour, [255, 255, 255], distance - 0.008);
		}
		colour = over(colour, [28, 32, 40], capsule(x, y, 0.16, 0.78, 1.38, 0.78) - 0.003);
		return over(colour, [28, 32, 40], capsule(x, y, 0.16, 0.1, 0.16, 0.78) - 0.003);
	},
	flat: (x, y, seed) => {
		const night = seed % 2 === 0;
		let colour: Colour = night ? [28, 34, 84] : [255, 214, 186];
		const sun: Colour = night ? [246, 236, 200] : [255, 122, 89];
		colour = over(colour, sun, hypot(x - 1, y - 0.34) - 0.2);
		if (night) colour = over(colour, [28, 34, 84], hypot(x - 1.08, y - 0.29) - 0.18);
		const hills: Colour[] = night
			? [
					[52, 58, 128],
					[40, 92, 128],
					[22, 60, 84],
				]
			: [
					[246, 160, 130],
					[92, 142, 138],
					[38, 92, 104],
				];
		hills.forEach((hill, i) => {
			const top = 0.5 + i * 0.12 - 0.09 * Math.cos(x * (3 + i) + seed + i * 2);
			colour = over(colour, hill, top - y);
		});
		for (let house = 0; house < 4; house++) {
			const left = 0.16 + house * 0.17 + (house % 2) * 0.03;
			const roof = 0.44 + 0.05 * (house % 3);
			// Nothing of a house is farther out than the softness of its walls.
			if (x < left - 0.002 || x > left + 0.122) continue;
			colour = over(colour, house % 2 === 0 ? [250, 244, 232] : [236, 196, 120], box(x, y, left, roof, left + 0.12, 0.74, 0));
			for (let row = 0; roof + 0.065 + row * 0.06 < 0.72; row++) {
				for (let column = 0; column < 2; column++) {
					const lit: Colour = hash(house, row * 2 + column, seed) > 0.5 ? [255, 170, 84] : [60, 80, 110];
					colour = over(
						colour,
						lit,
						box(
							x,
							y,
							left + 0.022 + column * 0.046,
							roof + 0.03 + row * 0.06,
							left + 0.052 + column * 0.046,
							roof + 0.065 + row * 0.06,
							0.002,
						),
					);
				}
			}
		}
		return colour;
	},
};

/** Thousands of short strokes along a slow field, large ones first. */
function paintStrokes(seed: number, widthPx: number, heightPx: number): Illustration {
	const palettes: Colour[][] = [
		[
			[24, 58, 92],
			[62, 118, 140],
			[214, 178, 108],
			[226, 120, 74],
			[240, 226, 196],
		],
		[
			[64, 28, 60],
			[150, 52, 74],
			[226, 122, 96],
			[246, 198, 148],
			[90, 98, 146],
		],
		[
			[20, 62, 54],
			[72, 124, 84],
			[176, 190, 110],
			[240, 214, 150],
			[206, 104, 62],
		],
	];
	const palette = palettes[seed % palettes.length]!;
	const next = dice(seed);
	const ground = fillIllustration(palette[1]!, widthPx, heightPx);
	const { pixels } = ground;
	for (let stroke = 0; stroke < 5200; stroke++) {
		const progress = stroke / 5200;
		const cx = next() * widthPx;
		const cy = next() * heightPx;
		const angle = fractal(cx / 420, cy / 420, seed) * 6.3;
		const length = (90 - 66 * progress) * (0.6 + next() * 0.8) * (heightPx / 1024);
		const breadth = (26 - 20 * progress) * (0.6 + next() * 0.6) * (heightPx / 1024);
		const tone = fractal(cx / 300 + 9, cy / 260, seed + 5) * 1.5 - 0.25 + (next() - 0.5) * 0.35;
		const place = Math.min(0.999, Math.max(0, tone)) * (palette.length - 1);
		const colour = blend(palette[Math.floor(place)]!, palette[Math.ceil(place)]!, place - Math.floor(place));
		const lift = (next() - 0.5) * 26;
		dab(pixels, widthPx, heightPx, cx, cy, angle, length, breadth, [colour[0] + lift, colour[1] + lift, colour[2] + lift], seed + stroke);
	}
	return ground;
}

function dab(
	pixels: Uint8Array,
	widthPx: number,
	heightPx: number,
	cx: number,
	cy: number,
	angle: number,
	length: number,
	breadth: number,
	colour: Colour,
	seed: number,
): void {
	const ux = Math.cos(angle);
	const uy = Math.sin(angle);
	const reach = Math.ceil(length + breadth);
	for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(heightPx, cy + reach); y++) {
		for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(widthPx, cx + reach); x++) {
			const along = (x - cx) * ux + (y - cy) * uy;
			const across = (y - cy) * ux - (x - cx) * uy;
			if (Math.abs(along) > length || Math.abs(across) > breadth) continue;
			const bristle = hash(Math.floor(across * 0.9), 0, seed);
			const share =
				smooth(length, length * 0.72, Math.abs(along) + bristle * length * 0.25) * smooth(breadth, breadth * 0.7, Math.abs(across)) * 0.9;
			const at = (y * widthPx + x) * 3;
			const shade = (bristle - 0.5) * 22;
			for (let channel = 0; channel < 3; channel++) {
				pixels[at + channel] = clamp(pixels[at + channel]! * (1 - share) + (colour[channel]! + shade) * share);
			}
		}
	}
}

function clamp(value: number): number {
	return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}

function blend(a: Colour, b: Colour, share: number): Colour {
	const t = share < 0 ? 0 : share > 1 ? 1 : share;
	return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Lays a colour where the signed distance is below zero, with an edge one pixel or `softness` wide. */
function over(ground: Colour, colour: Colour, distance: number, softness = 0.001): Colour {
	return distance > softness ? ground : blend(ground, colour, 0.5 - distance / (2 * softness));
}

/** Many times as fast as Math.hypot, which minds lengths that no picture has. */
function hypot(x: number, y: number): number {
	return Math.sqrt(x * x + y * y);
}

function box(x: number, y: number, left: number, top: number, right: number, bottom: number, radius: number): number {
	const dx = Math.max(left + radius - x, x - right + radius);
	const dy = Math.max(top + radius - y, y - bottom + radius);
	return (Math.min(dx, dy) > 0 ? hypot(dx, dy) : Math.max(dx, dy)) - radius;
}

function capsule(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
	const dx = bx - ax;
	const dy = by - ay;
	const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
	return hypot(x - ax - dx * t, y - ay - dy * t);
}

function leaf(x: number, y: number, turn: number): number {
	const u = x * Math.cos(turn) + y * Math.sin(turn);
	const v = y * Math.cos(turn) - x * Math.sin(turn);
	return Math.max(hypot(u + 0.16, v) - 0.24, hypot(u - 0.16, v) - 0.24);
}

function smooth(from: number, to: number, value: number): number {
	const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
	return t * t * (3 - 2 * t);
}

function hash(x: number, y: number, seed: number): number {
	let mixed = Math.imul(x + 374761393, 668265263) ^ Math.imul(y + 1274126177, 461845907) ^ Math.imul(seed + 97, 2246822519);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489917);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}

function fractal(x: number, y: number, seed: number): number {
	let sum = 0;
	let weight = 0.5;
	for (let octave = 0; octave < 5; octave++) {
		sum += weight * valueNoise(x * 2 ** octave, y * 2 ** octave, seed + octave * 17);
		weight /= 2;
	}
	return sum / 0.96875;
}

function valueNoise(x: number, y: number, seed: number): number {
	const column = Math.floor(x);
	const row = Math.floor(y);
	const tx = smooth(0, 1, x - column);
	const ty = smooth(0, 1, y - row);
	const top = hash(column, row, seed) * (1 - tx) + hash(column + 1, row, seed) * tx;
	const bottom = hash(column, row + 1, seed) * (1 - tx) + hash(column + 1, row + 1, seed) * tx;
	return top * (1 - ty) + bottom * ty;
}
