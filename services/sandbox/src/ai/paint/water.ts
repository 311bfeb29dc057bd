import { clamp, rgb, smooth } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import type { Noise } from './noise.ts';

interface WaterPlan {
	readonly noise: Noise;
	/** The share of the height at which the water begins. */
	readonly shore: number;
	readonly deep: string;
	/** 0: a mirror … 1: open sea. */
	readonly waves: number;
	readonly sunX: number;
	readonly glitter: number;
	readonly glitterColour: string;
}

/** Fills everything below the shore with water that mirrors the picture above. */
export function paintWater(canvas: Canvas, plan: WaterPlan): void {
	const { width, height, data } = canvas;
	const { noise, shore, waves, sunX, glitter } = plan;
	const deep = rgb(plan.deep);
	const spark = rgb(plan.glitterColour);
	const top = Math.floor(shore * height);
	for (let y = top; y < height; y += 1) {
		const below = (y - top) / (height - top);
		const distance = 1 / (below + 0.035);
		// Far water mirrors almost everything; near water shows its depth.
		const into = clamp(0.12 + below * 0.62) * (0.55 + waves * 0.45);
		for (let x = 0; x < width; x += 1) {
			const u = x / width - 0.5;
			const wx = u * distance * (5 + waves * 3);
			const wy = distance * (9 + waves * 8);
			const long = noise(wx, wy);
			const short = noise(wx * 3.1 + 7, wy * 2.7 + 3);
			const slope = long * 0.65 + short * 0.35;
			const sway = slope * (3 + below * 46) * (0.35 + waves);
			const sx = clamp(Math.round(x + sway * 0.6), 0, width - 1);
			const sy = clamp(Math.round(top - 1 - (y - top) * 0.86 - Math.abs(slope) * below * 60 * waves + sway * 0.25), 0, top - 1);
			const from = (sy * width + sx) * 3;
			const shade = 1 - clamp(slope) * 0.12 * waves;
			const du = u + 0.5 - sunX;
			const path = Math.exp(-((du / (0.05 + below * 0.16)) ** 2));
			const sparkle =
				(smooth(0.28 - path * 0.2, 0.5, short + long * 0.35) * (0.25 + 0.75 * path) * path + Math.max(0, slope) * path * 0.15) * glitter;
			const at = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel += 1) {
				const mirrored = (data[from + channel] as number) * shade;
				const water = mirrored + ((deep[channel] as number) - mirrored) * into;
				data[at + channel] = water + (spark[channel] as number) * sparkle;
			}
		}
	}
}
