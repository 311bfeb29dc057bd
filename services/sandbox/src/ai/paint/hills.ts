import { mix, rgb } from './canvas.ts';
import type { Canvas, Rgb } from './canvas.ts';
import { chance, gradientNoise } from './noise.ts';
import { lights } from './palettes.ts';
import type { LightName } from './palettes.ts';
import { paintRidge } from './ridge.ts';
import { paintSky } from './sky.ts';

export const hexOf = (colour: Rgb): string =>
	`#${colour
		.map((one) =>
			Math.round(one * 255)
				.toString(16)
				.padStart(2, '0'),
		)
		.join('')}`;

const TIMES: readonly LightName[] = ['dawn', 'dusk', 'day', 'autumn', 'rose'];

/** Ridges behind each other, haze between them, a low sun. */
export function paintHills(canvas: Canvas, seed: number, time?: LightName): void {
	const random = chance(seed);
	const palette = lights[time ?? (TIMES[Math.floor(random() * TIMES.length)] as LightName)];
	const noise = gradientNoise(seed);
	const sunX = 0.22 + random() * 0.56;
	const horizon = 0.52 + random() * 0.06;
	paintSky(canvas, { palette, noise, sunX, sunY: horizon - 0.12 - random() * 0.08, horizon, clouds: 0.35 + random() * 0.35, glow: 1 });
	const layers = 6 + Math.floor(random() * 2);
	const lean = random() - 0.5;
	for (let layer = 0; layer < layers; layer += 1) {
		const near = layer / (layers - 1);
		paintRidge(canvas, {
			noise,
			sunX,
			near,
			base: horizon - 0.03 + near ** 1.25 * 0.4,
			rise: 0.15 - near * 0.05,
			scale: 1.5 + near * 1.6,
			offset: layer * 13.7 + (seed % 97),
			colour: hexOf(mix(rgb(palette.far), rgb(palette.near), near ** 0.85)),
			mist: palette.mist,
			haze: 0.72 - near * 0.55,
			trees: near > 0.3 ? 0.008 + (near - 0.3) * 0.045 : 0,
			shape: (u) => (u - 0.5) * lean * 0.16 * (layer % 2 === 0 ? 1 : -1),
		});
	}
}
