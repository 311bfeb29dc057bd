/** What changed between two texts, word by word: the longest common part stays. */

export interface Piece {
	readonly kind: 'same' | 'added' | 'removed';
	readonly text: string;
}

/** Longer texts are compared by their lines, and longest ones not at all. */
const MAX_CELLS = 1_000_000;

export function changesBetween(before: string, after: string): readonly Piece[] {
	const words = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
	const [one, other] = [words(before), words(after)];
	if (one.length * other.length > MAX_CELLS)
		return [
			{ kind: 'removed', text: before },
			{ kind: 'added', text: after },
		];
	return merged(walked(one, other));
}

/** By the table of longest common subsequences of the rest, from the end. */
function walked(one: readonly string[], other: readonly string[]): readonly Piece[] {
	const wide = other.length + 1;
	const longest = new Uint32Array((one.length + 1) * wide);
	const at = (i: number, j: number): number => longest[i * wide + j] ?? 0;
	for (let i = one.length - 1; i >= 0; i -= 1)
		for (let j = other.length - 1; j >= 0; j -= 1)
			longest[i * wide + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
	const pieces: Piece[] = [];
	let [i, j] = [0, 0];
	while (i < one.length || j < other.length) {
		if (i < one.length && j < other.length && one[i] === other[j]) {
			pieces.push({ kind: 'same', text: one[i] ?? '' });
			i += 1;
			j += 1;
		} else if (i < one.length && (j === other.length || at(i + 1, j) >= at(i, j + 1))) {
			pieces.push({ kind: 'removed', text: one[i] ?? '' });
			i += 1;
		} else {
			pieces.push({ kind: 'added', text: other[j] ?? '' });
			j += 1;
		}
	}
	return pieces;
}

/** Neighbours of a kind as one; a space between two changes belongs to them, so that a changed phrase reads as one. */
function merged(pieces: readonly Piece[]): readonly Piece[] {
	const runs: Piece[] = [];
	let [removed, added] = ['', ''];
	const flush = (): void => {
		if (removed !== '') runs.push({ kind: 'removed', text: removed });
		if (added !== '') runs.push({ kind: 'added', text: added });
		[removed, added] = ['', ''];
	};
	for (const [at, { kind, text }] of pieces.entries()) {
		const isBetween = kind === 'same' && /^\s+$/.test(text) && (removed !== '' || added !== '') && pieces[at + 1]?.kind !== 'same';
		if (kind === 'removed' || (isBetween && at + 1 < pieces.length)) removed += text;
		if (kind === 'added' || (isBetween && at + 1 < pieces.length)) added += text;
		if (kind !== 'same' || (isBetween && at + 1 < pieces.length)) continue;
		flush();
		const last = runs.at(-1);
		if (last?.kind === 'same') runs[runs.length - 1] = { kind: 'same', text: last.text + text };
		else runs.push({ kind: 'same', text });
	}
	flush();
	return runs;
}
