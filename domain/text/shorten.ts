const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A text as it is when it has at most `maxUnits` UTF-16 units, else its beginning and an ellipsis. Nothing that a reader
 * sees as one character is cut apart, and lone surrogates are replaced. Only for what is quoted or logged, never for what
 * is stored or published.
 */
export function shorten(text: string, maxUnits: number): string {
	const whole = text.toWellFormed();
	if (whole.length <= maxUnits) return whole;
	let kept = '';
	for (const { segment } of graphemes.segment(whole)) {
		if (kept.length + segment.length >= maxUnits) break;
		kept += segment;
	}
	return `${kept.trimEnd()}…`;
}
