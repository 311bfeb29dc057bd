/** A picture in progress: nearly linear colour, 0…1, three floats per pixel. */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	readonly data: Float32Array;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export function createCanvas(width: number, height: number): Canvas {
	return { width, height, data: new Float32Array(width * height * 3) };
}

/** `#rrggbb` as floats. */
export function rgb(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
export const clamp = (value: number, low = 0, high = 1): number => (value < low ? low : value > high ? high : value);
export function smooth(from: number, to: number, value: number): number {
	const t = clamp((value - from) / (to - from));
	return t * t * (3 - 2 * t);
}

const RAMP_STEPS = 1024;

/** A table of colours for 0…1, so that a gradient costs one look-up. */
export function ramp(stops: readonly (readonly [at: number, hex: string])[]): Float32Array {
	const table = new Float32Array(RAMP_STEPS * 3);
	const colours = stops.map(([at, hex]) => ({ at, colour: rgb(hex) }));
	for (let index = 0; index < RAMP_STEPS; index += 1) {
		const t = index / (RAMP_STEPS - 1);
		const next = colours.findIndex(({ at }) => at >= t);
		const high = colours[next === -1 ? colours.length - 1 : next] as (typeof colours)[number];
		const low = colours[Math.max(0, (next === -1 ? colours.length : next) - 1)] as (typeof colours)[number];
		const colour =
			high.at === low.at
				? high.colour
				: mix(low.colour, high.colour, smooth(low.at, high.at, t) * 0.5 + clamp((t - low.at) / (high.at - low.at)) * 0.5);
		table.set(colour, index * 3);
	}
	return table;
}
