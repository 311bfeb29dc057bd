import { clamp, ramp, rgb, smooth } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { chance, fractal, gradientNoise } from './noise.ts';
import { paintRidge } from './ridge.ts';
import { stamp } from './stamp.ts';

const AURORAS = [
	['#3ddc97', '#7a5cff'],
	['#58e0c8', '#2f7fd6'],
	['#9be15d', '#3bb3a5'],
] as const;

/** Stars, the band of the galaxy, sometimes an aurora, over dark hills. */
export async function paintNight(canvas: Canvas, seed: number, prompt: string): Promise<void> {
	const { width, height, data } = canvas;
	const random = chance(seed);
	const noise = gradientNoise(seed);
	const sky = ramp([
		[0, '#060a1c'],
		[0.45, '#0f1e44'],
		[0.8, '#2b3f6e'],
		[1, '#6e6a86'],
	]);
	const tilt = 0.5 + random() * 0.5;
	const shift = 0.25 + random() * 0.3;
	const aurora = /aurora|сияни/iu.test(prompt) && random() < 0.75;
	const [low, high] = (AURORAS[Math.floor(random() * AURORAS.length)] as readonly [string, string]).map((hex) => rgb(hex)) as [
		ReturnType<typeof rgb>,
		ReturnType<typeof rgb>,
	];
	const rows = Math.ceil(height * 0.9);
	for (let y = 0; y < rows; y += 1) {
		const v = y / height;
		const place = Math.floor(clamp(v / 0.82) * 1023) * 3;
		for (let x = 0; x < width; x += 1) {
			const u = x / width;
			const along = (u - shift) * tilt - (v - 0.4) * 1.05;
			const band = Math.exp(-((along / 0.17) ** 2));
			const dust = band < 0.03 ? 0 : fractal(noise, u * 6 + 3, v * 6 + along * 3, 5, 0.56);
			const milk = band * clamp(0.42 + dust * 0.9) * (1 - smooth(0.55, 0.85, v));
			const lane = band * smooth(0.05, 0.5, -dust) * 0.5;
			const at = (y * width + x) * 3;
			data[at] = (sky[place] as number) + milk * 0.42 - lane * 0.05;
			data[at + 1] = (sky[place + 1] as number) + milk * 0.4 - lane * 0.05;
			data[at + 2] = (sky[place + 2] as number) + milk * 0.52 - lane * 0.04;
		}
	}
	if (aurora) {
		for (let x = 0; x < width; x += 1) {
			const u = x / width;
			for (const curtain of [0, 1]) {
				const foot = 0.52 - curtain * 0.1 + noise(u * 2.2 + curtain * 9, seed % 31) * 0.13;
				const rays = 0.35 + 0.65 * Math.abs(noise(u * 26 + noise(u * 5, 2) * 3, curtain * 5)) + 0.4 * noise(u * 90, 7);
				const strength = clamp(0.5 + noise(u * 1.7 + curtain * 4, 11)) * clamp(rays) * (curtain === 0 ? 0.6 : 0.32);
				const reach = 0.2 + 0.14 * clamp(rays);
				for (let y = Math.max(0, Math.floor((foot - reach) * height)); y < (foot + 0.05) * height && y < rows; y += 1) {
					const t = (foot - y / height) / reach;
					const glow = (t < 0 ? Math.exp(t * 28) : Math.exp(-t * 2.6) * (1 - t)) * strength;
					if (glow <= 0) continue;
					const at = (y * width + x) * 3;
					for (let channel = 0; channel < 3; channel += 1)
						data[at + channel] =
							(data[at + channel] as number) +
							((low[channel] as number) * (1 - clamp(t * 1.2)) + (high[channel] as number) * clamp(t * 1.2)) * glow;
				}
			}
		}
	}
	const stars = 3_200;
	for (let star = 0; star < stars; star += 1) {
		const x = random() * width;
		const y = random() ** 1.15 * height * 0.86;
		const size = random();
		const bright = 0.12 + size ** 9 * 1.5 + random() * 0.25;
		const radius = size > 0.985 ? 2.4 : size > 0.9 ? 1.35 : 0.8;
		const warm = random() - 0.5;
		for (let dy = -4; dy <= 4; dy += 1) {
			for (let dx = -4; dx <= 4; dx += 1) {
				const [px, py] = [Math.floor(x) + dx, Math.floor(y) + dy];
				if (px < 0 || py < 0 || px >= width || py >= rows) continue;
				const d = (px - x) ** 2 + (py - y) ** 2;
				const light = bright * Math.exp(-d / (radius * radius));
				if (light < 0.01) continue;
				const at = (py * width + px) * 3;
				data[at] = (data[at] as number) + light * (1 + warm * 0.3);
				data[at + 1] = (data[at + 1] as number) + light;
				data[at + 2] = (data[at + 2] as number) + light * (1 - warm * 0.3);
			}
		}
	}
	const colours = ['#2a355a', '#141b34', '#080c19'];
	for (const [index, colour] of colours.entries()) {
		paintRidge(canvas, {
			noise,
			sunX: 0.5,
			near: index / 2,
			base: 0.63 + index * 0.105,
			rise: 0.11 - index * 0.025,
			scale: 1.6 + index,
			offset: index * 17 + (seed % 61),
			colour,
			mist: '#5b6288',
			haze: 0.5 - index * 0.22,
			trees: index * 0.016,
		});
	}
	const domeX = width * (0.24 + random() * 0.52);
	const domeY = height * 0.675;
	await stamp(
		canvas,
		`<defs>
			<radialGradient id="lamp">
				<stop offset="0" stop-color="#ffe6b0" stop-opacity=".7"/><stop offset="1" stop-color="#ffcf80" stop-opacity="0"/>
			</radialGradient>
			<linearGradient id="dome" x1="0" x2="1">
				<stop offset="0" stop-color="#8e95b8"/><stop offset=".55" stop-color="#4b5277"/><stop offset="1" stop-color="#23283f"/>
			</linearGradient>
		</defs>
		<g transform="translate(${domeX} ${domeY})">
			<ellipse cx="0" cy="6" rx="150" ry="52" fill="url(#lamp)"/>
			<rect x="-44" y="-26" width="88" height="46" fill="#262b45"/>
			<path d="M-50 -26 a50 50 0 0 1 100 0z" fill="url(#dome)"/>
			<path d="M6 -75 a50 50 0 0 1 20 7 L16 -26 h-12z" fill="#0b0f20"/>
			<rect x="-12" y="-4" width="24" height="24" rx="2" fill="#ffdf9e"/>
			<rect x="-36" y="-10" width="14" height="13" fill="#f5c877" opacity=".9"/>
		</g>`,
	);
}
