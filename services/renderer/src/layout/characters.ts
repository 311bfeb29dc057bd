/**
 * Which characters a cover may show. `ff-square-0.1` sets Latin, Cyrillic and Greek from left to right, and the other templates set more
 * scripts. Text that needs another kind of shaping or colour is refused as a whole, never drawn half right. Shaping then finds out
 * whether a font has the glyph.
 */

/** Letters are accepted by script. Marks and signs that several scripts share are accepted if one of ours is among them. */
const WESTERN = /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]$/u;

/** The scripts that the other templates set besides. */
const OTHERS = /^[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Devanagari}\p{scx=Thai}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]$/u;

/** Controls, line separators, surrogates, private use and unassigned characters have no defined look. */
const NO_AGREED_LOOK = /^[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]$/u;

/** Marks that enclose a letter: some fonts have them, but the shaper does not place them around it. */
const AROUND_LETTERS = /^\p{Me}$/u;

/** Emoji, flags and skin tones, and the selector for the emoji form of a character. */
const PICTURES = /^[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{E0020}-\u{E007F}]$/u;

/** ALM, RLM, RLI: they request a writing direction that `ff-square-0.1` does not set. */
const TURNS_DIRECTION = new Set([0x061c, 0x200f, 0x2067]);

/** RLE, LRO, RLO: they can show a text in another order than the one that was approved. */
const OVERRIDES_DIRECTION = new Set([0x202b, 0x202d, 0x202e]);

/** The replacement character, and the placeholder for an embedded object. */
const STAND_INS = new Set([0xfffc, 0xfffd]);

/** Which scripts a template sets. */
export type ScriptRange = 'western' | 'all';

const verdicts = { western: new Map<number, boolean>(), all: new Map<number, boolean>() };

/** Whether a template of this range can set this character. */
export function isSettable(codePoint: number, range: ScriptRange = 'western'): boolean {
	const known = verdicts[range];
	let verdict = known.get(codePoint);
	if (verdict === undefined) {
		verdict = isOurs(codePoint, range);
		known.set(codePoint, verdict);
		if (known.size > 20_000) known.clear();
	}
	return verdict;
}

function isOurs(codePoint: number, range: ScriptRange): boolean {
	if (codePoint >= 0x20 && codePoint < 0x7f) return true;
	if (OVERRIDES_DIRECTION.has(codePoint) || STAND_INS.has(codePoint)) return false;
	if (TURNS_DIRECTION.has(codePoint)) return range === 'all';
	const character = String.fromCodePoint(codePoint);
	if (NO_AGREED_LOOK.test(character) || AROUND_LETTERS.test(character) || PICTURES.test(character)) return false;
	return WESTERN.test(character) || (range === 'all' && OTHERS.test(character));
}

/** `U+00E9`, at least four digits. */
export function codePointName(codePoint: number): string {
	return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The distinct characters of a text that the template cannot set, in order of appearance. */
export function unsettable(text: string, range: ScriptRange = 'western'): number[] {
	const found = new Set<number>();
	for (const character of text) {
		const codePoint = character.codePointAt(0)!;
		if (!isSettable(codePoint, range)) found.add(codePoint);
	}
	return [...found];
}
