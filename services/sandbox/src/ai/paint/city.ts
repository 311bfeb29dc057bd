import { clamp, mix, rgb } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { hexOf } from './hills.ts';
import { chance, gradientNoise } from './noise.ts';
import { lights } from './palettes.ts';
import type { LightName } from './palettes.ts';
import { paintSky } from './sky.ts';
import { stamp } from './stamp.ts';
import { paintWater } from './water.ts';

interface Skyline {
	readonly base: number;
	readonly low: number;
	readonly high: number;
	readonly colour: string;
	readonly haze: string;
	/** The share of lit windows. */
	readonly lit: number;
	readonly windowPx: number;
}

const WARM = ['#ffd48a', '#ffe2ad', '#ffbf6b', '#fff0d0'];

/** A row of houses, blocks, gables and towers, with their windows. */
function skyline(random: () => number, width: number, plan: Skyline): string {
	const shapes: string[] = [];
	const windows: string[] = [];
	let x = -20;
	while (x < width + 20) {
		const w = Math.round(46 + random() * 92);
		const tall = random() < 0.16;
		const h = Math.round(plan.low + (plan.high - plan.low) * (tall ? 0.75 + random() * 0.25 : random() ** 1.4 * 0.7));
		const top = plan.base - h;
		const roof = random();
		let outline = `M${x} ${plan.base} V${top} H${x + w} V${plan.base}z`;
		if (roof < 0.3) outline += ` M${x - 3} ${top} L${x + w / 2} ${top - w * 0.36} L${x + w + 3} ${top}z`;
		else if (roof < 0.42) outline += ` M${x + w * 0.3} ${top} v${-h * 0.1} h${w * 0.4} v${h * 0.1}z`;
		else if (tall && roof < 0.75) outline += ` M${x + w * 0.42} ${top} L${x + w * 0.5} ${top - h * 0.38} L${x + w * 0.58} ${top}z`;
		else if (roof > 0.9) outline += ` M${x + w * 0.2} ${top} a${w * 0.3} ${w * 0.3} 0 0 1 ${w * 0.6} 0z`;
		shapes.push(outline);
		const gap = plan.windowPx * 2.1;
		for (let wy = top + gap; wy < plan.base - gap * 0.6; wy += gap * 1.25) {
			for (let wx = x + gap * 0.7; wx < x + w - gap * 0.8; wx += gap) {
				if (random() > plan.lit) continue;
				const colour = WARM[Math.floor(random() * WARM.length)] as string;
				windows.push(
					`<rect x="${wx.toFixed(1)}" y="${wy.toFixed(1)}" width="${(plan.windowPx * 0.9).toFixed(1)}" ` +
						`height="${(plan.windowPx * 1.35).toFixed(1)}" fill="${colour}" ` +
						`opacity="${(0.45 + random() * 0.55).toFixed(2)}"/>`,
				);
			}
		}
		x += w + (random() < 0.25 ? Math.round(random() * 26) : 1);
	}
	const id = `g${Math.round(plan.base)}${plan.colour.slice(1)}`;
	return (
		`<defs><linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${plan.base - plan.high}" ` +
		`y2="${plan.base}"><stop offset="0" stop-color="${plan.colour}"/><stop offset="1" stop-color="${plan.haze}"/>` +
		`</linearGradient></defs><path fill="url(#${id})" d="${shapes.join(' ')}"/>${windows.join('')}`
	);
}

/** A bridge across the whole width with a tram on it and wires above. */
function bridge(width: number, deckY: number, shoreY: number, tramX: number, tone: string, body: string): string {
	const parts: string[] = [];
	const piers = 5;
	const span = width / piers;
	const drop = shoreY - deckY;
	let outline = `M0 ${deckY} H${width} V${shoreY + 2}`;
	for (let pier = piers; pier > 0; pier -= 1) {
		const right = pier * span - 14;
		const left = (pier - 1) * span + 14;
		const crownY = shoreY - drop * 0.92;
		outline += ` H${right} C${right - span * 0.1} ${crownY} ${left + span * 0.1} ${crownY} ${left} ${shoreY + 2}`;
	}
	parts.push(`<path fill="${tone}" d="${outline} H0z"/><rect x="0" y="${deckY - 4}" width="${width}" height="5" fill="${tone}"/>`);
	for (let post = 0; post <= piers * 2; post += 1) {
		const x = (post * span) / 2;
		parts.push(
			`<rect x="${x - 2}" y="${deckY - 92}" width="4" height="92" fill="${tone}"/>` +
				`<path d="M${x} ${deckY - 88} h26" stroke="${tone}" stroke-width="2.4"/>` +
				`<circle cx="${x + 26}" cy="${deckY - 84}" r="4" fill="#ffe3ae"/>` +
				`<circle cx="${x + 26}" cy="${deckY - 84}" r="22" fill="url(#lamp)"/>`,
		);
		parts.push(
			`<path d="M${x} ${deckY - 74} Q${x + span / 4} ${deckY - 68} ${x + span / 2} ${deckY - 74}" ` +
				`fill="none" stroke="${tone}" stroke-width="1.6"/>`,
		);
	}
	const cars = 3;
	const carW = 118;
	const carH = 46;
	for (let car = 0; car < cars; car += 1) {
		const x = tramX + car * (carW + 5);
		const y = deckY - carH - 4;
		parts.push(
			`<rect x="${x}" y="${y}" width="${carW}" height="${carH}" rx="9" fill="${body}"/>` +
				`<rect x="${x}" y="${y + carH * 0.62}" width="${carW}" height="4" fill="#fff" opacity=".55"/>`,
		);
		for (let pane = 0; pane < 4; pane += 1)
			parts.push(`<rect x="${x + 9 + pane * 26.5}" y="${y + 8}" width="21" height="17" rx="2.5" fill="#ffe7b0"/>`);
		parts.push(
			`<circle cx="${x + 26}" cy="${deckY - 4}" r="5" fill="#17161c"/>` +
				`<circle cx="${x + carW - 26}" cy="${deckY - 4}" r="5" fill="#17161c"/>`,
		);
	}
	const poleX = tramX + carW * 1.5;
	parts.push(
		`<path d="M${poleX - 12} ${deckY - carH - 4} L${poleX + 6} ${deckY - 60} L${poleX - 8} ${deckY - 71}" ` +
			`fill="none" stroke="${tone}" stroke-width="2.4"/>`,
	);
	const nose = tramX + cars * (carW + 5);
	parts.push(
		`<circle cx="${nose - 6}" cy="${deckY - 14}" r="5" fill="#fff4d6"/>` +
			`<ellipse cx="${nose + 60}" cy="${deckY - 12}" rx="90" ry="16" fill="url(#lamp)"/>`,
	);
	return parts.join('');
}

const LAMP =
	'<defs><radialGradient id="lamp"><stop offset="0" stop-color="#fff0cb" stop-opacity=".95"/>' +
	'<stop offset=".25" stop-color="#ffd68e" stop-opacity=".45"/>' +
	'<stop offset="1" stop-color="#ffcf80" stop-opacity="0"/></radialGradient></defs>';
const TIMES: readonly LightName[] = ['dusk', 'blue', 'rose', 'dawn'];
const BODIES = ['#c2412d', '#d8a23a', '#2f6f8f', '#3f7d5c'];

/** A town across the water, its lights and the bridge. */
export async function paintCity(canvas: Canvas, seed: number, prompt: string): Promise<void> {
	const { width, height, data } = canvas;
	const random = chance(seed);
	const noise = gradientNoise(seed);
	const palette =
		lights[/night|blue hour|evening|ноч|вечер/iu.test(prompt) ? 'blue' : (TIMES[Math.floor(random() * TIMES.length)] as LightName)];
	const night = palette === lights.blue;
	const shore = 0.585;
	const shoreY = Math.round(shore * height);
	const sunX = 0.25 + random() * 0.5;
	paintSky(canvas, { palette, noise, sunX, sunY: 0.44, horizon: 0.55, clouds: 0.45 + random() * 0.3, glow: night ? 0.45 : 0.9 });
	const tone = (share: number): string => hexOf(mix(rgb(palette.far), rgb(palette.near), share));
	const layers = [0.12, 0.42, 0.74].map((depth, index) =>
		skyline(random, width, {
			base: shoreY - 10 + index * 5,
			low: 60 + index * 8,
			high: 330 - index * 62,
			colour: tone(depth),
			haze: hexOf(mix(rgb(tone(depth)), rgb(palette.mist), 0.62 - index * 0.22)),
			lit: (night ? 0.5 : 0.2) * (0.5 + depth),
			windowPx: 5 + index * 1.6,
		}),
	);
	const tram = /tram|train|metro|rail|bus|bridge|ferry|street|wires|трамва|поезд|автобус|мост/iu.test(prompt);
	const deckY = shoreY - 62;
	const near = hexOf(mix(rgb(palette.near), [0.05, 0.05, 0.08], 0.35));
	const tramX = width * (0.16 + random() * 0.4);
	await stamp(
		canvas,
		LAMP +
			layers.join('') +
			(tram ? bridge(width, deckY, shoreY, tramX, near, BODIES[Math.floor(random() * BODIES.length)] as string) : ''),
	);
	paintWater(canvas, { noise, shore, deep: palette.deep, waves: 0.22, sunX, glitter: night ? 0.1 : 0.3, glitterColour: palette.sun });
	// A warm glow over the lower town.
	const warm = rgb('#ffb066');
	for (let y = Math.floor(0.33 * height); y < shoreY; y += 1) {
		const amount = clamp((y / height - 0.33) / 0.26) ** 2 * (night ? 0.09 : 0.05);
		for (let x = 0; x < width; x += 1) {
			const at = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel += 1)
				data[at + channel] = (data[at + channel] as number) + (warm[channel] as number) * amount;
		}
	}
}
