import { Rules } from '@cto.af/linebreak';

/** Numbers are kept together as in Example 7 of Unicode Standard Annex 14, which its own test assumes. */
const rules = new Rules({ example7: true });

/**
 * Where a new line may begin, as indices of UTF-16 units between 0 and the length, both excluded.
 * @see https://www.unicode.org/reports/tr14/
 */
export function breakOpportunities(text: string): number[] {
	const positions: number[] = [];
	for (const { position } of rules.breaks(text)) {
		if (position > 0 && position < text.length) positions.push(position);
	}
	return positions;
}
