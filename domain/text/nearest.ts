/** How many letters have to be changed, added, left out or swapped with their neighbour to make one word of the other. */
function distance(one: string, other: string): number {
	const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
	for (let at = 1; at <= one.length; at += 1) {
		const [before, row] = [rows[at - 1] ?? [], [at]];
		for (let to = 1; to <= other.length; to += 1) {
			const isSame = one[at - 1] === other[to - 1];
			const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
			row[to] = Math.min(
				(before[to] ?? 0) + 1,
				(row[to - 1] ?? 0) + 1,
				(before[to - 1] ?? 0) + (isSame ? 0 : 1),
				isSwapped ? (rows[at - 2]?.[to - 2] ?? 0) + 1 : Infinity,
			);
		}
		rows.push(row);
	}
	return rows[one.length]?.[other.length] ?? 0;
}

const mostOther = (word: string): number => Math.max(1, Math.floor(word.length / 3));

/** The word that somebody meant, most likely; null when none is near: more than a third of its letters are others. */
export function nearestOf<Word extends string>(said: string, words: readonly Word[]): Word | null {
	// The most that may be other letters, so words whose lengths are further apart are not compared.
	const near = words
		.filter((word) => Math.abs(word.length - said.length) <= mostOther(word))
		.map((word) => ({ word, away: distance(said, word) }))
		.sort((one, other) => one.away - other.away)[0];
	return near !== undefined && near.away <= mostOther(near.word) ? near.word : null;
}
