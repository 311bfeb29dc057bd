import { clamp, mix, ramp, rgb, smooth } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { chance, fractal, gradientNoise } from './noise.ts';

interface Palette {
	readonly sky: readonly (readonly [number, string])[];
	readonly sun: string;
	readonly far: string;
	readonly near: string;
	readonly mist: string;
	readonly cloud: string;
}

const PALETTES: readonly Palette[] = [
	{ sky: [[0, '#3c5a86'], [0.4, '#8fa3bd'], [0.68, '#f0c9a0'], [1, '#f9dfb8']], sun: '#fff0cf', far: '#c9b9b3', near: '#1c2a2c', mist: '#f3d9b8', cloud: '#fbe6cf' },
	{ sky: [[0, '#27365f'], [0.35, '#6a5b8c'], [0.66, '#e88f76'], [1, '#fbd08c']], sun: '#ffe3a8', far: '#c58f86', near: '#1b1a2e', mist: '#f2b58b', cloud: '#f7b79a' },
	{ sky: [[0, '#6f9fc0'], [0.5, '#b9d2d6'], [1, '#eaf0e2']], sun: '#fffbe8', far: '#b7ccc4', near: '#1d3a2e', mist: '#e8efe2', cloud: '#ffffff' },
	{ sky: [[0, '#5d7391'], [0.5, '#b7b8bd'], [1, '#f1ddc2']], sun: '#fff2d8', far: '#c7b59a', near: '#3a2418', mist: '#efdcc0', cloud: '#f7ead8' },
];

/** Ridge behind ridge, haze between them, low sun. */
export function paintHills(canvas: Canvas, seed: number): void {
	const { width, height, data } = canvas;
	const random = chance(seed);
	const palette = PALETTES[Math.floor(random() * PALETTES.length)] as Palette;
	const noise = gradientNoise(seed);
	const sky = ramp(palette.sky);
	const sun = rgb(palette.sun);
	const cloud = rgb(palette.cloud);
	const sunX = 0.25 + random() * 0.5;
	const sunY = 0.36 + random() * 0.1;
	const horizon = 0.56;
	for (let y = 0; y < height; y += 1) {
		const v = y / height;
		const step = Math.floor(clamp(v / (horizon + 0.08)) * 1023) * 3;
		for (let x = 0; x < width; x += 1) {
			const u = x / width;
			let [red, green, blue] = [sky[step] as number, sky[step + 1] as number, sky[step + 2] as number];
			if (v < horizon + 0.1) {
				const soft = fractal(noise, u * 3.1 + 4, v * 11, 5);
				const amount = smooth(0.05, 0.55, soft) * 0.55 * smooth(0, 0.12, v);
				red += (cloud[0] - red) * amount;
				green += (cloud[1] - green) * amount;
				blue += (cloud[2] - blue) * amount;
			}
			const dx = (u - sunX) * 1.5;
			const dy = v - sunY;
			const d = Math.sqrt(dx * dx + dy * dy);
			const glow = Math.exp(-d * 5.2) * 0.5 + Math.exp(-d * 16) * 0.35 + smooth(0.034, 0.026, d) * 0.5;
			const at = (y * width + x) * 3;
			data[at] = red + (sun[0] - red * 0.4) * glow;
			data[at + 1] = green + (sun[1] - green * 0.4) * glow;
			data[at + 2] = blue + (sun[2] - blue * 0.4) * glow;
		}
	}
	const layers = 7;
	const [far, near, mist] = [rgb(palette.far), rgb(palette.near), rgb(palette.mist)];
	for (let layer = 0; layer < layers; layer += 1) {
		const depth = layer / (layers - 1);
		const base = horizon - 0.05 + depth ** 1.25 * 0.42;
		const rise = 0.11 - depth * 0.02;
		const colour = mix(far, near, depth ** 0.85);
		const spikes = depth > 0.45 ? (depth - 0.45) * 0.05 : 0;
		const scale = 1.6 + depth * 1.4;
		for (let x = 0; x < width; x += 1) {
			const u = x / width;
			const shape = fractal(noise, u * scale + layer * 13.7, layer * 5.1, 6, 0.48);
			const trees = spikes === 0 ? 0 : Math.abs(noise(u * 160 + layer * 31, layer)) * spikes * (0.6 + noise(u * 9, layer + 40));
			const top = base - shape * rise - trees;
			const from = Math.max(0, Math.floor(top * height));
			const towardsSun = Math.exp(-Math.abs(u - sunX) * 3.5);
			for (let y = from; y < height; y += 1) {
				const below = (y / height - top) / 0.16;
				const haze = clamp(below) ** 1.4 * (0.62 - depth * 0.5) + towardsSun * (1 - depth) * 0.22;
				const texture = depth > 0.3 ? noise(u * 70, (y / height) * 110 + layer * 7) * 0.03 * depth : 0;
				const edge = y === from ? top * height - Math.floor(top * height) : 0;
				const at = (y * width + x) * 3;
				for (let channel = 0; channel < 3; channel += 1) {
					const solid = (colour[channel] as number) * (1 + texture) + ((mist[channel] as number) - (colour[channel] as number)) * clamp(haze, 0, 0.95);
					data[at + channel] = solid + ((data[at + channel] as number) - solid) * edge;
				}
			}
		}
	}
}
