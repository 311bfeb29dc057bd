import { clamp, mix, rgb } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { fractal } from './noise.ts';
import type { Noise } from './noise.ts';

interface RidgePlan {
	readonly noise: Noise;
	/** Shares of the height: the middle of the ridge, and how far it rises and falls. */
	readonly base: number;
	readonly rise: number;
	/** How many hills fit the width. */
	readonly scale: number;
	readonly offset: number;
	readonly colour: string;
	readonly mist: string;
	/** 0: none … 1: its foot is invisible. */
	readonly haze: number;
	/** The height of trees on its edge, as a share of the height. */
	readonly trees: number;
	readonly sunX: number;
	/** 0: far … 1: near; how much of its surface is visible. */
	readonly near: number;
	/** Rows below this share of the height are not painted. */
	readonly until?: number;
	/** Bends the ridge across the width, e.g. down towards one side. */
	readonly shape?: (u: number) => number;
}

/** Paints one ridge from its edge down. */
export function paintRidge(canvas: Canvas, plan: RidgePlan): void {
	const { width, height, data } = canvas;
	const { noise, base, rise, scale, offset, haze, trees, sunX, near, until = 1, shape } = plan;
	const mist = rgb(plan.mist);
	const colour = rgb(plan.colour);
	const last = Math.floor(until * height);
	for (let x = 0; x < width; x += 1) {
		const u = x / width;
		const form = fractal(noise, u * scale + offset, offset * 0.37, 6, 0.48);
		const tree =
			trees === 0
				? 0
				: (Math.abs(noise(u * 170 + offset * 3, offset)) * 0.7 + Math.abs(noise(u * 420 + offset, 3)) * 0.3) *
					trees *
					(0.55 + 0.7 * Math.abs(noise(u * 11, offset + 40)));
		const top = base - form * rise - tree - (shape?.(u) ?? 0);
		const edge = top * height;
		const from = Math.max(0, Math.floor(edge));
		const towards = Math.exp(-Math.abs(u - sunX) * 3.2) * (1 - near);
		const lit = mix(colour, mist, towards * 0.3);
		for (let y = from; y < last; y += 1) {
			const below = (y - edge) / height;
			const fog = clamp(clamp(below / 0.15) ** 1.35 * haze, 0, 0.95);
			const texture =
				near > 0.3 ? 1 + (noise(u * 64, (y / height) * 120 + offset) * 0.05 + noise(u * 210, (y / height) * 300) * 0.05) * near : 1;
			const rim = below < 0.006 ? (1 - below / 0.006) * towards * 0.35 : 0;
			const cover = y === from ? 1 - (edge - from) : 1;
			const at = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel += 1) {
				const body = (lit[channel] as number) * texture;
				const solid = body + ((mist[channel] as number) - body) * Math.min(0.97, fog + rim);
				data[at + channel] = (data[at + channel] as number) + (solid - (data[at + channel] as number)) * cover;
			}
		}
	}
}
