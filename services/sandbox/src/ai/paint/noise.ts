/** Seeded random numbers and smooth noise. */

/** Mulberry32: a small generator of numbers in [0, 1), the same for the same seed. */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

export type Noise = (x: number, y: number) => number;

/** Gradient noise, about −1…1. */
export function gradientNoise(seed: number): Noise {
	const random = chance(seed);
	const table = new Uint8Array(512);
	const order = Array.from({ length: 256 }, (_, index) => index);
	for (let index = 255; index > 0; index -= 1) {
		const other = Math.floor(random() * (index + 1));
		[order[index], order[other]] = [order[other] as number, order[index] as number];
	}
	for (let index = 0; index < 512; index += 1) table[index] = order[index & 255] as number;
	const gx = new Float32Array(256);
	const gy = new Float32Array(256);
	for (let index = 0; index < 256; index += 1) {
		const angle = random() * Math.PI * 2;
		gx[index] = Math.cos(angle);
		gy[index] = Math.sin(angle);
	}
	return (x, y) => {
		const ix = Math.floor(x);
		const iy = Math.floor(y);
		const fx = x - ix;
		const fy = y - iy;
		const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
		const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
		const a = table[(ix & 255) + (table[iy & 255] as number)] as number;
		const b = table[((ix + 1) & 255) + (table[iy & 255] as number)] as number;
		const c = table[(ix & 255) + (table[(iy + 1) & 255] as number)] as number;
		const d = table[((ix + 1) & 255) + (table[(iy + 1) & 255] as number)] as number;
		const n0 = (gx[a] as number) * fx + (gy[a] as number) * fy;
		const n1 = (gx[b] as number) * (fx - 1) + (gy[b] as number) * fy;
		const n2 = (gx[c] as number) * fx + (gy[c] as number) * (fy - 1);
		const n3 = (gx[d] as number) * (fx - 1) + (gy[d] as number) * (fy - 1);
		const top = n0 + (n1 - n0) * u;
		return (top + (n2 + (n3 - n2) * u - top) * v) * 1.5;
	};
}

/** The factor by which each octave is finer than the one before. */
const LACUNARITY = 2.03;

/** Several layers of noise, each finer and weaker. */
export function fractal(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
	let sum = 0;
	let amplitude = 1;
	let total = 0;
	for (let octave = 0; octave < octaves; octave += 1) {
		sum += noise(x, y) * amplitude;
		total += amplitude;
		amplitude *= gain;
		x = x * LACUNARITY + 17.3;
		y = y * LACUNARITY - 9.1;
	}
	return sum / total;
}
