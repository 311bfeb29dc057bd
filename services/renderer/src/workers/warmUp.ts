import type { Renderer } from '../render.ts';
import { FRAME_HEIGHT_PX, FRAME_WIDTH_PX } from '../png/index.ts';

/** Enough for the compiler to take every part of the way for a hot one. */
const COVERS = 72;

/** Words in both scripts that nearly all covers are in, of all lengths, so of all sizes. */
const WORDS = [
	'Why the quick brown foxes jump over every lazy dog',
	'in town this spring, and how five wizards box them',
	'Съешь же ещё этих мягких французских булок',
	'да выпей чаю: широкая электрификация южных губерний',
].map((text) => text.split(' '));

/**
 * Draws covers for nobody, one for each step, until the thread is as fast as it gets: the first cover that somebody
 * waits for shall not pay for compiling. Nothing of it is kept but letters and code.
 */
export function* warmUp({ prepareBackground, renderCover }: Renderer): Generator<void> {
	const frame = Uint8Array.from(
		{ length: FRAME_WIDTH_PX * FRAME_HEIGHT_PX * 3 },
		(_, at) => (Math.imul(at, 0x9e3779b1) >>> 29) + ((at >> 12) & 127),
	);
	const background = prepareBackground(frame);
	yield;
	for (let cover = 0; cover < COVERS; cover += 1) {
		const [title, subtitle] = cover % 2 === 0 ? [WORDS[0], WORDS[1]] : [WORDS[2], WORDS[3]];
		renderCover({ title: some(title, cover), subtitle: some(subtitle, cover), category: some(title, 1) }, background);
		yield;
	}
}

/** A few of the words, others for each cover. */
function some(words: readonly string[] = [], cover: number): string {
	return Array.from({ length: 1 + ((cover >> 1) % words.length) }, (_, i) => words[(i + cover) % words.length]).join(' ');
}
