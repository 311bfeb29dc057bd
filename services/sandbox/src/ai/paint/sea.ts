import type { Canvas } from './canvas.ts';
import { chance, gradientNoise } from './noise.ts';
import { lights } from './palettes.ts';
import type { LightName } from './palettes.ts';
import { paintRidge } from './ridge.ts';
import { paintSky } from './sky.ts';
import { stamp } from './stamp.ts';
import { paintWater } from './water.ts';

const TIMES: readonly LightName[] = ['dusk', 'rose', 'dawn', 'day'];

function sail(x: number, y: number, size: number, tone: string): string {
	const s = size;
	return (
		`<g transform="translate(${x} ${y})" fill="${tone}">` +
		`<path d="M${-0.42 * s} 0 h${0.9 * s} l${-0.16 * s} ${0.12 * s} h${-0.6 * s}z"/>` +
		`<path d="M0 ${-0.06 * s} V${-1.1 * s} Q${0.42 * s} ${-0.5 * s} ${0.44 * s} ${-0.08 * s}z" opacity=".92"/>` +
		`<path d="M${-0.05 * s} ${-0.1 * s} V${-0.98 * s} Q${-0.3 * s} ${-0.45 * s} ${-0.36 * s} ${-0.1 * s}z" opacity=".75"/></g>`
	);
}

function lighthouse(x: number, y: number, size: number, tone: string): string {
	const s = size;
	return `<defs>
		<radialGradient id="lamp">
			<stop offset="0" stop-color="#fff3cf"/>
			<stop offset=".12" stop-color="#ffe3a0" stop-opacity=".75"/>
			<stop offset="1" stop-color="#ffd58a" stop-opacity="0"/>
		</radialGradient>
	</defs>
	<g transform="translate(${x} ${y})">
		<path fill="${tone}" d="
			M${-0.13 * s} 0 L${-0.085 * s} ${-0.8 * s} h${0.17 * s} L${0.13 * s} 0z
			M${-0.12 * s} ${-0.8 * s} h${0.24 * s} v${-0.03 * s} h${-0.24 * s}z
			M${-0.06 * s} ${-0.83 * s} h${0.12 * s} v${-0.11 * s} h${-0.12 * s}z
			M${-0.085 * s} ${-0.94 * s} L0 ${-1.05 * s} L${0.085 * s} ${-0.94 * s}z"/>
		<circle cx="0" cy="${-0.885 * s}" r="${0.55 * s}" fill="url(#lamp)"/>
	</g>`;
}

/** Open water, a low sun and objects in front of it. */
export async function paintSea(canvas: Canvas, seed: number, prompt: string): Promise<void> {
	const { width, height } = canvas;
	const random = chance(seed);
	const noise = gradientNoise(seed);
	const palette = lights[TIMES[Math.floor(random() * TIMES.length)] as LightName];
	const horizon = 0.5 + random() * 0.05;
	const sunX = 0.3 + random() * 0.4;
	paintSky(canvas, { palette, noise, sunX, sunY: horizon - 0.07 - random() * 0.07, horizon, clouds: 0.5 + random() * 0.3, glow: 1 });
	const side = random() < 0.5 ? 0 : 1;
	const tower = /lighthouse|маяк/iu.test(prompt) || random() < 0.35;
	for (const [index, colour] of [palette.far, palette.near].entries()) {
		paintRidge(canvas, {
			noise,
			sunX,
			near: index * 0.5,
			base: horizon + 0.045 - index * 0.008,
			rise: 0.05,
			scale: 2.4,
			offset: index * 21 + (seed % 53),
			colour: index === 0 ? palette.far : colour,
			mist: palette.mist,
			haze: index === 0 ? 0.75 : 0.3,
			trees: index * 0.012,
			until: horizon,
			shape: (u) => 0.16 * Math.max(0, 1 - Math.abs(u - (index === 0 ? 1 - side : side)) / (0.42 - index * 0.12)) ** 1.6 - 0.02,
		});
	}
	const shoreY = horizon * height;
	const shapes: string[] = [];
	if (tower) shapes.push(lighthouse(side === 0 ? width * 0.07 : width * 0.93, shoreY - height * 0.036, height * 0.17, '#1d1b2a'));
	const boats = 1 + Math.floor(random() * 3);
	for (let boat = 0; boat < boats; boat += 1) {
		const size = height * (0.045 + random() * 0.07);
		shapes.push(sail(width * (0.25 + random() * 0.5), shoreY - 1 - size * 0.08, size, boat === 0 ? '#2a2638' : '#4d4658'));
	}
	await stamp(canvas, shapes.join(''), 0.9);
	paintWater(canvas, { noise, shore: horizon, deep: palette.deep, waves: 0.75, sunX, glitter: 0.85, glitterColour: palette.sun });
}
