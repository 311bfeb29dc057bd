/**
 * Which characters a cover may show. The template sets Latin, Cyrillic and Greek from left to right; everything that
 * would need another direction, another kind of shaping or colour is refused whole, never drawn half right.
 * Whether a font has the glyph is a second question, answered by shaping.
 */

/** Letters of other scripts are refused by script; marks and signs shared by several scripts pass if one of ours shares them. */
const OUR_SCRIPTS = /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]$/u;

/** Controls, separators of lines, surrogates, private use and unassigned: nothing here has an agreed look. */
const NO_AGREED_LOOK = /^[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]$/u;

/** Signs drawn around a letter: the fonts have some of them, but nothing that would put them around it. */
const AROUND_LETTERS = /^\p{Me}$/u;

/** Pictures, flags and skin tones, and the selector that asks for the picture form of a sign. */
const PICTURES = /^[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{E0020}-\u{E007F}]$/u;

/** ALM, RLM, RLE, LRO, RLO, RLI: they ask for an order of letters that this template does not set. */
const TURNS_DIRECTION = new Set([0x061c, 0x200f, 0x202b, 0x202d, 0x202e, 0x2067]);

/** The sign of a broken decoder, and the stand-in for an embedded object. */
const STAND_INS = new Set([0xfffc, 0xfffd]);

const verdicts = new Map<number, boolean>();

/** Whether the template sets this character at all. */
export function isSettable(codePoint: number): boolean {
	let verdict = verdicts.get(codePoint);
	if (verdict === undefined) {
		verdict = isOurs(codePoint);
		verdicts.set(codePoint, verdict);
		if (verdicts.size > 20_000) verdicts.clear();
	}
	return verdict;
}

function isOurs(codePoint: number): boolean {
	if (codePoint >= 0x20 && codePoint < 0x7f) return true;
	if (TURNS_DIRECTION.has(codePoint) || STAND_INS.has(codePoint)) return false;
	const character = String.fromCodePoint(codePoint);
	return !NO_AGREED_LOOK.test(character) && !AROUND_LETTERS.test(character) && !PICTURES.test(character) && OUR_SCRIPTS.test(character);
}

/** `U+00E9`, at least four digits. */
export function codePointName(codePoint: number): string {
	return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The distinct characters of a text that the template does not set, in order of appearance. */
export function unsettable(text: string): number[] {
	const found = new Set<number>();
	for (const character of text) {
		const codePoint = character.codePointAt(0)!;
		if (!isSettable(codePoint)) found.add(codePoint);
	}
	return [...found];
}
