import { Rules } from '@cto.af/linebreak';

/** Numbers are kept together as in Example 7 of Unicode Standard Annex 14, as its own test expects. */
const rules = new Rules({ example7: true });

/**
 * Where a new line may begin, as UTF-16 indices between 0 and the length, both excluded.
 * @see https://www.unicode.org/reports/tr14/
 */
export function breakOpportunities(text: string): number[] {
	const positions: number[] = [];
	for (const { position } of rules.breaks(text)) {
		if (position > 0 && position < text.length) positions.push(position);
	}
	return positions;
}

/** Thai has no spaces between words; a dictionary finds their ends. */
const THAI = /\p{Script=Thai}/u;
/**
 * Chinese and Japanese have none either, nor have letters and digits of their width. A line may end nearly anywhere, but a headline reads
 * better with whole words.
 */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u{FF10}-\u{FF19}\u{FF21}-\u{FF3A}\u{FF41}-\u{FF5A}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Japanese endings and particles, and Chinese ones: they belong to the word before them. */
const PARTICLE = /^(?:[\p{Script=Hiragana}\u{30FC}]+|[的了着過过嗎吗呢吧們们])$/u;
/** A counter or a unit belongs to the number before it. */
const NUMBER_AT_END = /[\p{Nd}%‰]$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

/** Longer pieces are broken where Unicode allows it. */
const MOST_TOGETHER = 12;

/** Where a line of a headline may end: as Unicode allows, but between words in Thai, Chinese and Japanese, and at spaces in Korean. */
export function lineStops(text: string): number[] {
	let stops = breakOpportunities(text);
	if (HANGUL.test(text)) stops = stops.filter((at) => !isInsideKoreanWord(text, at));
	if (THAI.test(text)) stops = withThaiWords(text, stops);
	return HAN.test(text) ? betweenWords(text, stops) : stops;
}

function isInsideKoreanWord(text: string, at: number): boolean {
	const [before, after] = [text[at - 1]!, text[at]!];
	return (HANGUL.test(before) && LETTER_OR_DIGIT.test(after)) || (LETTER_OR_DIGIT.test(before) && HANGUL.test(after));
}

function withThaiWords(text: string, stops: readonly number[]): number[] {
	const all = new Set(stops);
	for (const { index, isWordLike } of new Intl.Segmenter('th', { granularity: 'word' }).segment(text))
		if (index > 0 && isWordLike === true && THAI.test(text[index]!) && THAI.test(text[index - 1]!)) all.add(index);
	return [...all].sort((one, other) => one - other);
}

function betweenWords(text: string, stops: readonly number[]): number[] {
	const begins = new Set<number>();
	let together = 0;
	for (const { segment, index } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
		const before = text.slice(0, index);
		const belongs = HAN.test(segment) && ((PARTICLE.test(segment) && HAN.test(before.slice(-1))) || NUMBER_AT_END.test(before));
		together = belongs ? together + segment.length : segment.length;
		if (!belongs || together > MOST_TOGETHER) begins.add(index);
	}
	return stops.filter((at) => begins.has(at) || !(HAN.test(text[at - 1]!) || HAN.test(text[at]!)));
}
