import { clamp, ramp, rgb, smooth } from './canvas.ts';
import type { Canvas, Rgb } from './canvas.ts';
import { fractal } from './noise.ts';
import type { Noise } from './noise.ts';

export interface SkyPalette {
	/** Colours from the top to the horizon. */
	readonly sky: readonly (readonly [at: number, hex: string])[];
	readonly sun: string;
	readonly cloud: string;
}

interface SkyPlan {
	readonly palette: SkyPalette;
	readonly noise: Noise;
	/** Shares of width and height. */
	readonly sunX: number;
	readonly sunY: number;
	readonly horizon: number;
	/** 0: none … 1: overcast. */
	readonly clouds: number;
	/** 0: no sun … 1: brightest. */
	readonly glow: number;
}

/** Clouds are soft, so they are computed on a coarse grid and interpolated. */
function cloudField(plan: SkyPlan, width: number, rows: number): (x: number, y: number) => number {
	const step = 3;
	const columns = Math.ceil(width / step) + 2;
	const lines = Math.ceil(rows / step) + 2;
	const field = new Float32Array(columns * lines);
	const scale = 1 / width;
	for (let line = 0; line < lines; line += 1) {
		const v = line * step * scale;
		// Clouds are flatter near the horizon.
		const flat = 9 + 14 * (line / lines);
		for (let column = 0; column < columns; column += 1) {
			const u = column * step * scale;
			const bend = plan.noise(u * 2 + 31, v * 4) * 0.25;
			field[line * columns + column] = fractal(plan.noise, u * 3.4 + bend + 4, v * flat + bend, 5, 0.52);
		}
	}
	return (x, y) => {
		const [fx, fy] = [x / step, y / step];
		const [ix, iy] = [Math.floor(fx), Math.floor(fy)];
		const [tx, ty] = [fx - ix, fy - iy];
		const at = iy * columns + ix;
		const top = (field[at] as number) * (1 - tx) + (field[at + 1] as number) * tx;
		const low = (field[at + columns] as number) * (1 - tx) + (field[at + columns + 1] as number) * tx;
		return top + (low - top) * ty;
	};
}

/** Paints everything from the top to slightly below the horizon. */
export function paintSky(canvas: Canvas, plan: SkyPlan): void {
	const { width, height, data } = canvas;
	const { palette, sunX, sunY, horizon, clouds, glow } = plan;
	const table = ramp(palette.sky);
	const sun: Rgb = rgb(palette.sun);
	const cloud: Rgb = rgb(palette.cloud);
	const rows = Math.min(height, Math.ceil((horizon + 0.12) * height));
	const cover = cloudField(plan, width, rows);
	const ratio = width / height;
	for (let y = 0; y < rows; y += 1) {
		const v = y / height;
		const place = Math.floor(clamp(v / (horizon + 0.04)) * 1023) * 3;
		const [red, green, blue] = [table[place] as number, table[place + 1] as number, table[place + 2] as number];
		const fade = smooth(0, 0.1, v) * clouds;
		for (let x = 0; x < width; x += 1) {
			const u = x / width;
			const field = cover(x, y);
			const dx = (u - sunX) * ratio;
			const dy = v - sunY;
			const d = Math.sqrt(dx * dx + dy * dy);
			const thick = smooth(0.42 - clouds * 0.5, 0.75 - clouds * 0.2, field) * fade;
			// Edges of clouds near the sun shine; their centres are slightly darker than the sky.
			const rim = smooth(0.1, 0.35, thick) * smooth(0.9, 0.4, thick);
			const shine = Math.exp(-d * 2.4);
			const amount = thick * 0.62;
			const lit = 0.55 + shine * 0.75 + rim * 0.25;
			const light =
				(Math.exp(-d * 4.6) * 0.42 + Math.exp(-d * 15) * 0.4 * (1 - thick * 0.6) + smooth(0.03, 0.022, d) * 0.5 * (1 - thick * 0.8)) * glow;
			const at = (y * width + x) * 3;
			data[at] = red + (cloud[0] * lit - red) * amount + (sun[0] - red * 0.35) * light;
			data[at + 1] = green + (cloud[1] * lit - green) * amount + (sun[1] - green * 0.35) * light;
			data[at + 2] = blue + (cloud[2] * lit - blue) * amount + (sun[2] - blue * 0.35) * light;
		}
	}
}
