/**
 * A table by a window: light through panes and leaves falls on a wall, books, fruit and a cup. Each ray is traced from the eye to the
 * first object and from there to the sun; edges get four rays per pixel.
 */
import { clamp, rgb, smooth } from './canvas.ts';
import type { Canvas, Rgb } from './canvas.ts';
import { chance, fractal, gradientNoise } from './noise.ts';
import type { Noise } from './noise.ts';

type Vector = readonly [x: number, y: number, z: number];

const normal = ([x, y, z]: Vector): Vector => {
	// Not hypot: it is many times slower, and this runs for every ray.
	const length = Math.sqrt(x * x + y * y + z * z);
	return [x / length, y / length, z / length];
};

interface Thing {
	readonly kind: 'sphere' | 'cylinder' | 'box' | 'ring';
	readonly at: Vector;
	/** Half sizes of a box; radius and height of a cylinder; radius of a sphere; radius and thickness of a ring. */
	readonly size: Vector;
	/** The turn about the vertical axis, for boxes and rings. */
	readonly cos: number;
	readonly sin: number;
	readonly colour: Rgb;
	readonly finish: 'fruit' | 'china' | 'book' | 'plain';
	/** The radius of a sphere around it. */
	readonly reach: number;
	readonly middle: Vector;
}

function thing(kind: Thing['kind'], at: Vector, size: Vector, colour: string, finish: Thing['finish'], turn = 0): Thing {
	const reach =
		kind === 'box'
			? Math.hypot(...size)
			: kind === 'cylinder'
				? Math.hypot(size[0], size[1] / 2)
				: kind === 'ring'
					? size[0] + size[1]
					: size[0];
	const middle: Vector = kind === 'cylinder' ? [at[0], at[1] + size[1] / 2, at[2]] : at;
	return { kind, at, size, cos: Math.cos(turn), sin: Math.sin(turn), colour: rgb(colour), finish, reach, middle };
}

const EYE: Vector = [0.15, 1.32, 4.6];
const WALL_Z = -1.55;
const WINDOW_X = -3.4;

const WALLS = ['#c9b79c', '#9fae9d', '#b98468', '#8fa0ae', '#cdbfae', '#a58f7a'];
const WOODS = ['#8a5a35', '#6f4a30', '#a97b4f', '#5b4334'];
const COVERS = ['#8d2f2a', '#24475e', '#c79a45', '#3f5d44', '#d8cdb8', '#5a3550', '#b5583b', '#2d2f38'];
const CHINA = ['#f2ece0', '#e4e9ea', '#d9c7b0', '#7f9aa3', '#f4e3d0'];

const has = (prompt: string, pattern: RegExp): boolean => pattern.test(prompt);

function arrange(random: () => number, prompt: string): Thing[] {
	const things: Thing[] = [];
	const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
	const books = has(prompt, /book|librar|desk|read|paper|книг|библиотек/iu);
	const fruit = has(prompt, /fruit|apple|orange|food|coffee|kitchen|яблок|фрукт|еда/iu);
	const side = random() < 0.5 ? -1 : 1;
	if (books) {
		let y = 0;
		const count = 3 + Math.floor(random() * 3);
		for (let index = 0; index < count; index += 1) {
			const half = 0.055 + random() * 0.05;
			const long = 0.56 + random() * 0.16 - index * 0.02;
			things.push(
				thing(
					'box',
					[side * -0.72 + (random() - 0.5) * 0.12, y + half, -0.15 + (random() - 0.5) * 0.1],
					[long, half, 0.4 + random() * 0.06],
					pick(COVERS),
					'book',
					(random() - 0.5) * 0.5,
				),
			);
			y += half * 2;
		}
		if (random() < 0.7)
			things.push(thing('sphere', [side * -0.75, y + 0.2, -0.12], [0.2, 0, 0], pick(['#b33a22', '#7d9a34', '#d08a2a']), 'fruit'));
	} else {
		// A vase: a belly with a neck.
		const clay = pick(CHINA);
		things.push(
			thing('sphere', [side * -0.85, 0.42, -0.45], [0.42, 0, 0], clay, 'china'),
			thing('cylinder', [side * -0.85, 0.76, -0.45], [0.13, 0.38, 0], clay, 'china'),
		);
	}
	const cup = pick(CHINA);
	const cx = side * (0.55 + random() * 0.2);
	things.push(
		thing('cylinder', [cx, 0, 0.35], [0.46, 0.035, 0], cup, 'china'),
		thing('cylinder', [cx, 0.035, 0.35], [0.27, 0.4, 0], cup, 'china'),
		thing('ring', [cx + side * 0.3, 0.24, 0.35], [0.12, 0.035, 0], cup, 'china', side > 0 ? 0 : 0),
	);
	const fruits = fruit ? 4 : books ? 1 : 2;
	const skins = pick(['#d2761f', '#b33a22', '#8aa336', '#d9a62e', '#7c2f3f']);
	for (let index = 0; index < fruits; index += 1) {
		const radius = 0.19 + random() * 0.06;
		const angle = random() * 6.28;
		const spread = index === 0 ? 0 : 0.42 + random() * 0.12;
		const fx = (fruit ? side * -0.35 : side * 0.05) + Math.cos(angle + index * 1.7) * spread;
		const fz = 0.62 + Math.sin(angle + index * 1.7) * spread * 0.55;
		if (
			things.some((other) => Math.hypot(other.at[0] - fx, other.at[2] - fz) < radius + (other.kind === 'box' ? 0.5 : other.size[0]) * 0.96)
		)
			continue;
		things.push(thing('sphere', [fx, radius * 0.97, fz], [radius, 0, 0], index % 3 === 2 ? pick(['#8aa336', '#d9a62e']) : skins, 'fruit'));
	}
	return things;
}

interface Hit {
	t: number;
	nx: number;
	ny: number;
	nz: number;
	thing: number;
	/** The axis of a box's face: 1 is its top or bottom. */
	face: number;
}

/** Stores a hit if it is nearer than the one so far. */
function keep(hit: Hit, index: number, t: number, nx: number, ny: number, nz: number, face: number): void {
	if (t <= 1e-4 || t >= hit.t) return;
	hit.t = t;
	hit.nx = nx;
	hit.ny = ny;
	hit.nz = nz;
	hit.thing = index;
	hit.face = face;
}

/** Traces one ray to an object; fills `hit` if it is nearer. */
function meet(
	things: readonly Thing[],
	index: number,
	ox: number,
	oy: number,
	oz: number,
	dx: number,
	dy: number,
	dz: number,
	hit: Hit,
): void {
	const one = things[index] as Thing;
	const [mx, my, mz] = one.middle;
	const [rx, ry, rz] = [mx - ox, my - oy, mz - oz];
	const along = rx * dx + ry * dy + rz * dz;
	const apart = rx * rx + ry * ry + rz * rz - along * along;
	if (apart > one.reach * one.reach) return;
	if (one.kind === 'sphere') {
		const r = one.size[0];
		const t = along - Math.sqrt(r * r - apart);
		keep(hit, index, t, (ox + dx * t - mx) / r, (oy + dy * t - my) / r, (oz + dz * t - mz) / r, 0);
		return;
	}
	if (one.kind === 'cylinder') {
		const [r, h] = one.size;
		const [px, pz] = [ox - one.at[0], oz - one.at[2]];
		const a = dx * dx + dz * dz;
		const b = px * dx + pz * dz;
		const c = px * px + pz * pz - r * r;
		const d = b * b - a * c;
		if (d > 0) {
			const t = (-b - Math.sqrt(d)) / a;
			const y = oy + dy * t - one.at[1];
			if (y >= 0 && y <= h) keep(hit, index, t, (px + dx * t) / r, 0, (pz + dz * t) / r, 0);
		}
		const t = (one.at[1] + h - oy) / dy;
		const [qx, qz] = [px + dx * t, pz + dz * t];
		if (qx * qx + qz * qz <= r * r) keep(hit, index, t, 0, 1, 0, 1);
		return;
	}
	const [cos, sin] = [one.cos, one.sin];
	const [px, py, pz] = [ox - one.at[0], oy - one.at[1], oz - one.at[2]];
	const [lx, lz] = [px * cos - pz * sin, px * sin + pz * cos];
	const [ex, ez] = [dx * cos - dz * sin, dx * sin + dz * cos];
	if (one.kind === 'box') {
		const [sx, sy, sz] = one.size;
		const [t1, t2] = [(-sx - lx) / ex, (sx - lx) / ex];
		const [u1, u2] = [(-sy - py) / dy, (sy - py) / dy];
		const [v1, v2] = [(-sz - lz) / ez, (sz - lz) / ez];
		const [tx, ty, tz] = [Math.min(t1, t2), Math.min(u1, u2), Math.min(v1, v2)];
		const near = Math.max(tx, ty, tz);
		if (near > Math.min(Math.max(t1, t2), Math.max(u1, u2), Math.max(v1, v2))) return;
		if (near === ty) keep(hit, index, near, 0, dy > 0 ? -1 : 1, 0, 1);
		else if (near === tx) {
			const n = ex > 0 ? -1 : 1;
			keep(hit, index, near, n * cos, 0, -n * sin, 2);
		} else {
			const n = ez > 0 ? -1 : 1;
			keep(hit, index, near, n * sin, 0, n * cos, 3);
		}
		return;
	}
	// A ring stands upright in its own plane. It is ray-marched, because there is only a small one.
	const [R, r] = one.size;
	let t = Math.max(0, along - one.reach);
	for (let step = 0; step < 40; step += 1) {
		const [x, y, z] = [lx + ex * t, py + dy * t, lz + ez * t];
		const q = Math.sqrt(x * x + y * y) - R;
		const distance = Math.sqrt(q * q + z * z) - r;
		if (distance < 0.0012) {
			const k = Math.hypot(x, y) || 1;
			const [gx, gy, gz] = [(x / k) * (q / (distance + r)), (y / k) * (q / (distance + r)), z / (distance + r)];
			keep(hit, index, t, gx * cos + gz * sin, gy, -gx * sin + gz * cos, 0);
			return;
		}
		t += distance;
		if (t > along + one.reach) return;
	}
}

interface Room {
	readonly things: readonly Thing[];
	readonly noise: Noise;
	readonly wall: Rgb;
	readonly wood: Rgb;
	readonly sun: Vector;
	readonly sunColour: Rgb;
	readonly fill: Rgb;
	readonly leaves: number;
	readonly seed: number;
}

/** How much sunlight reaches a point through the window: panes, bars, and leaves outside. */
function through(room: Room, x: number, y: number, z: number): number {
	const [sx, sy, sz] = room.sun;
	const t = (WINDOW_X - x) / sx;
	const wy = y + sy * t;
	const wz = z + sz * t;
	const soft = 0.03 + Math.abs(t) * 0.012;
	const [low, high, left, right] = [1.15, 4.2, -1.15, 2.7];
	const inside =
		smooth(low - soft, low + soft, wy) *
		smooth(high + soft, high - soft, wy) *
		smooth(left - soft, left + soft, wz) *
		smooth(right + soft, right - soft, wz);
	if (inside === 0) return 0;
	const bar = (value: number, from: number, to: number, parts: number): number => {
		const step = (to - from) / parts;
		const off = Math.abs((((((value - from) / step) % 1) + 1.5) % 1) - 0.5) * step;
		return smooth(0.035, 0.035 + soft * 1.6, Math.abs(off));
	};
	const panes = bar(wy, low, high, 3) * bar(wz, left, right, 3);
	const leaf =
		room.leaves === 0 ? 0 : smooth(0.08, 0.32, fractal(room.noise, wy * 1.5 + 3, wz * 1.5 + room.seed * 0.01, 4, 0.55)) * room.leaves;
	return inside * panes * (1 - leaf);
}

const probe: Hit = { t: 40, nx: 0, ny: 0, nz: 0, thing: -1, face: 0 };

/** 1: in the sun … 0: in the shadow of an object, softer with distance. */
function shade(room: Room, x: number, y: number, z: number, own: number): number {
	const [sx, sy, sz] = room.sun;
	let light = 1;
	for (let index = 0; index < room.things.length && light > 0.01; index += 1) {
		if (index === own) continue;
		const one = room.things[index] as Thing;
		const [mx, my, mz] = one.middle;
		const [rx, ry, rz] = [mx - x, my - y, mz - z];
		const along = rx * sx + ry * sy + rz * sz;
		if (along < -one.reach) continue;
		const apart = Math.sqrt(Math.max(0, rx * rx + ry * ry + rz * rz - along * along));
		const width = 0.012 + Math.max(0, along) * 0.05;
		if (apart > one.reach + width) continue;
		if (one.kind === 'sphere') {
			if (along > 0) light *= smooth(-width, width, apart - one.size[0]);
			continue;
		}
		// Rays to opposite corners of the sun; to all four only if these two differ.
		const ray = (corner: number): number => {
			const a = ((corner & 1) - 0.5) * 0.05;
			probe.t = 40;
			probe.thing = -1;
			meet(room.things, index, x, y, z, sx + a * sz, sy + ((corner >> 1) - 0.5) * 0.05, sz - a * sx, probe);
			return probe.thing === -1 ? 0.25 : 0;
		};
		let open = ray(0) + ray(3);
		open = open === 0.25 ? open + ray(1) + ray(2) : open * 2;
		light *= open;
	}
	return light;
}

/** Corners and the feet of objects get less ambient light. */
function corner(room: Room, x: number, y: number, z: number, own: number): number {
	let open = 1;
	for (let index = 0; index < room.things.length; index += 1) {
		if (index === own) continue;
		const one = room.things[index] as Thing;
		const [mx, my, mz] = [one.middle[0] - x, (one.middle[1] - y) * 1.2, one.middle[2] - z];
		const squared = mx * mx + my * my + mz * mz;
		const far = one.reach * 0.78 + 0.5;
		if (squared < far * far) open *= 1 - 0.5 * Math.exp(-Math.max(0, Math.sqrt(squared) - one.reach * 0.78) * 6.5);
	}
	return open;
}

/** Traces the light along one ray; writes into `out` and returns the object. */
function look(room: Room, candidates: readonly number[], dx: number, dy: number, dz: number, out: Float64Array): number {
	const [ex, ey, ez] = EYE;
	const hit: Hit = { t: 60, nx: 0, ny: 0, nz: 0, thing: -1, face: 0 };
	for (const index of candidates) meet(room.things, index, ex, ey, ez, dx, dy, dz, hit);
	const tableT = dy < 0 ? -ey / dy : 61;
	const wallT = (WALL_Z - ez) / dz;
	let { nx, ny, nz } = hit;
	let t = hit.t;
	let kind = hit.thing;
	if (tableT < t && ez + dz * tableT > WALL_Z) [t, nx, ny, nz, kind] = [tableT, 0, 1, 0, -2];
	else if (wallT < t) [t, nx, ny, nz, kind] = [wallT, 0, 0, 1, -3];
	const [x, y, z] = [ex + dx * t, ey + dy * t, ez + dz * t];
	let [r, g, b] = room.wall;
	let gloss = 0;
	let power = 20;
	const { noise } = room;
	if (kind === -2) {
		const plank = Math.floor(z * 2.3 + 20);
		const grain =
			fractal(noise, x * 1.3 + plank * 7.1, z * 26, 3) * 0.16 + noise(x * 5 + plank, z * 90) * 0.06 + ((plank * 37) % 7) * 0.018 - 0.05;
		const gap = smooth(0.025, 0, Math.abs(((z * 2.3 + 20) % 1) - 0.5) - 0.475);
		const k = (1 + grain) * (0.75 + 0.25 * gap);
		[r, g, b] = [room.wood[0] * k, room.wood[1] * k, room.wood[2] * k];
		gloss = 0.16;
		power = 24;
	} else if (kind === -3) {
		const k = 1 + fractal(noise, x * 1.7, y * 1.7, 4) * 0.07 + noise(x * 38, y * 38) * 0.018;
		[r, g, b] = [r * k, g * k, b * k];
	} else {
		const one = room.things[kind] as Thing;
		[r, g, b] = one.colour;
		if (one.finish === 'fruit') {
			const spots = noise(x * 34 + kind * 9, y * 34 + z * 20);
			const blush = fractal(noise, x * 2.4 + kind * 5, y * 2.4 + z, 3) * 0.35;
			nx += noise(x * 60, y * 60 + z * 40) * 0.045;
			ny += noise(x * 60 + 50, z * 60) * 0.045;
			r *= 1 + blush * 0.3 + spots * 0.03;
			g *= 1 + blush + spots * 0.05;
			b *= 1 + blush * 0.6;
			const stalk = Math.hypot(x - one.at[0], z - one.at[2]) / one.size[0];
			const dimple = smooth(0.22, 0.02, stalk) * (y > one.at[1] ? 0.65 : 0);
			[r, g, b] = [r * (1 - dimple), g * (1 - dimple), b * (1 - dimple)];
			gloss = 0.32;
			power = 38;
		} else if (one.finish === 'china') {
			gloss = 0.3;
			power = 70;
			if (hit.face === 1 && one.size[1] > 0.2) {
				const from = Math.hypot(x - one.at[0], z - one.at[2]) / one.size[0];
				if (from < 0.9 && one.size[0] > 0.2) {
					const foam = 0.5 + fractal(noise, x * 7, z * 7, 3) * 0.4;
					const edge = smooth(0.9, 0.74, from);
					[r, g, b] = [
						0.17 + foam * 0.1 + (1 - edge) * 0.2,
						0.09 + foam * 0.055 + (1 - edge) * 0.14,
						0.045 + foam * 0.02 + (1 - edge) * 0.08,
					];
					gloss = 0.45;
				}
			}
		} else if (one.finish === 'book') {
			const [px, pz] = [x - one.at[0], z - one.at[2]];
			const [lx, lz] = [px * one.cos - pz * one.sin, px * one.sin + pz * one.cos];
			const ly = (y - one.at[1]) / one.size[1];
			if (hit.face !== 1 && Math.abs(ly) < 0.78 && !(hit.face === 2 && lx < 0) && !(hit.face === 3 && lz > 0)) {
				const leaves = 0.86 + noise(ly * 34, lx * 3 + lz * 3) * 0.12;
				[r, g, b] = [0.9 * leaves, 0.85 * leaves, 0.74 * leaves];
			} else if (hit.face === 3 && lz > 0) {
				// The book's spine: bands and a golden line.
				const band = Math.abs(Math.abs(lx / one.size[0]) - 0.72);
				if (band < 0.02 || (Math.abs(lx) < one.size[0] * 0.36 && Math.abs(ly) < 0.22 && noise(lx * 60, 4) > -0.25))
					[r, g, b] = [0.83, 0.68, 0.36];
				const bow = 1 - Math.abs(ly) ** 3 * 0.35;
				[r, g, b] = [r * bow, g * bow, b * bow];
			}
			const cloth = 1 + noise(x * 90, y * 90 + z * 90) * 0.05;
			[r, g, b] = [r * cloth, g * cloth, b * cloth];
			gloss = 0.06;
		}
	}
	const [sx, sy, sz] = room.sun;
	const facing = nx * sx + ny * sy + nz * sz;
	const [ox, oy, oz] = [x + nx * 0.004, y + ny * 0.004, z + nz * 0.004];
	const window = facing > 0 ? through(room, x, y, z) : 0;
	const sun = window > 0.01 ? window * shade(room, ox, oy, oz, kind) * facing : 0;
	const open = corner(room, x, y, z, kind);
	// Sky light from the left, warm light from the table below.
	const sky = (0.5 - nx * 0.3 + ny * 0.14 + nz * 0.1) * open;
	const warm = Math.max(0, 0.35 - ny * 0.35) * open * 0.2;
	const [hx, hy, hz] = normal([sx - dx, sy - dy, sz - dz]);
	const shine = gloss === 0 ? 0 : Math.max(0, nx * hx + ny * hy + nz * hz) ** power * gloss * (facing > 0 ? clamp(0.25 + sun * 1.4) : 0.1);
	const glaze = gloss === 0 ? 0 : (1 - Math.max(0, -(nx * dx + ny * dy + nz * dz))) ** 3 * gloss * 0.55 * open;
	const fall = kind === -3 ? 0.62 + 0.38 * Math.exp(-Math.max(0, x + 1.6) * 0.34) : 0.72 + 0.28 * Math.exp(-Math.max(0, x + 1.6) * 0.3);
	const [fr, fg, fb] = room.fill;
	const [cr, cg, cb] = room.sunColour;
	out[0] = r * (cr * sun + fr * sky * fall + warm * room.wood[0]) + shine * cr + glaze * fr;
	out[1] = g * (cg * sun + fg * sky * fall + warm * room.wood[1]) + shine * cg + glaze * fg;
	out[2] = b * (cb * sun + fb * sky * fall + warm * room.wood[2]) + shine * cb + glaze * fb;
	return kind * 8 + hit.face;
}

/** A still life by a window. */
export function paintStillLife(canvas: Canvas, seed: number, prompt: string): void {
	const { width, height, data } = canvas;
	const random = chance(seed);
	const noise = gradientNoise(seed);
	const evening = has(prompt, /evening|afternoon|warm|вечер|тёпл/iu) || random() < 0.5;
	const room: Room = {
		things: arrange(random, prompt),
		noise,
		wall: rgb(WALLS[Math.floor(random() * WALLS.length)] as string),
		wood: rgb(WOODS[Math.floor(random() * WOODS.length)] as string),
		sun: normal([-0.82, 0.58 - (evening ? 0.1 : 0), 0.42 + random() * 0.12]),
		sunColour: evening ? [2.0, 1.5, 0.92] : [1.8, 1.62, 1.3],
		fill: evening ? [0.86, 0.83, 0.86] : [0.95, 0.98, 1.02],
		leaves: 0.35 + random() * 0.4,
		seed: seed % 997,
	};
	const zoom = 2.42 + random() * 0.22;
	const pitch = -0.205;
	const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
	const ray = (x: number, y: number): Vector => {
		const u = ((x / width) * 2 - 1) * (width / height);
		const v = 1 - (y / height) * 2 - 0.16;
		return normal([u / zoom, (v / zoom) * cp + sp, (v / zoom) * sp - cp]);
	};
	// Which objects a ray may hit, for each square of the picture.
	const cell = 32;
	const columns = Math.ceil(width / cell);
	const cells: number[][] = Array.from({ length: columns * Math.ceil(height / cell) }, () => []);
	for (let cy = 0; cy * cell < height; cy += 1) {
		for (let cx = 0; cx < columns; cx += 1) {
			const [dx, dy, dz] = ray((cx + 0.5) * cell, (cy + 0.5) * cell);
			for (const [index, one] of room.things.entries()) {
				const [rx, ry, rz] = [one.middle[0] - EYE[0], one.middle[1] - EYE[1], one.middle[2] - EYE[2]];
				const along = rx * dx + ry * dy + rz * dz;
				const apart = Math.sqrt(Math.max(0, rx * rx + ry * ry + rz * rz - along * along));
				if (apart < one.reach + along * 0.04) cells[cy * columns + cx]?.push(index);
			}
		}
	}
	const out = new Float64Array(3);
	const lookAt = (x: number, y: number): number => {
		const [dx, dy, dz] = ray(x, y);
		const place = Math.min(cells.length - 1, Math.floor(y / cell) * columns + Math.min(columns - 1, Math.floor(x / cell)));
		return look(room, cells[place] as number[], dx, dy, dz, out);
	};
	// One ray for every second point; the points between are interpolated if they are on one surface.
	const [wide, high] = [(width >> 1) + 1, (height >> 1) + 1];
	const coarse = new Float32Array(wide * high * 3);
	const met = new Int32Array(wide * high);
	for (let y = 0; y < high; y += 1) {
		for (let x = 0; x < wide; x += 1) {
			met[y * wide + x] = lookAt(Math.min(width - 0.01, x * 2), Math.min(height - 0.01, y * 2));
			coarse.set(out, (y * wide + x) * 3);
		}
	}
	for (let y = 0; y < height; y += 1) {
		const row = (y >> 1) * wide;
		const ty = (y & 1) * 0.5 + 0.25;
		for (let x = 0; x < width; x += 1) {
			const from = row + (x >> 1);
			const at = (y * width + x) * 3;
			const here = met[from];
			if (here === met[from + 1] && here === met[from + wide] && here === met[from + wide + 1]) {
				const tx = (x & 1) * 0.5 + 0.25;
				for (let channel = 0; channel < 3; channel += 1) {
					const top = (coarse[from * 3 + channel] as number) * (1 - tx) + (coarse[from * 3 + 3 + channel] as number) * tx;
					const low = (coarse[(from + wide) * 3 + channel] as number) * (1 - tx) + (coarse[(from + wide) * 3 + 3 + channel] as number) * tx;
					data[at + channel] = top + (low - top) * ty;
				}
				continue;
			}
			// At an edge between two objects: four rays for one point.
			let [r, g, b] = [0, 0, 0];
			for (let sub = 0; sub < 4; sub += 1) {
				lookAt(x + 0.25 + (sub & 1) * 0.5, y + 0.25 + (sub >> 1) * 0.5);
				[r, g, b] = [r + (out[0] as number), g + (out[1] as number), b + (out[2] as number)];
			}
			data[at] = r / 4;
			data[at + 1] = g / 4;
			data[at + 2] = b / 4;
		}
	}
	for (let index = 0; index < data.length; index += 1) data[index] = Math.max(0, data[index] as number) ** 0.82;
}
