/** Flags of England, Scotland and Wales: the only emoji whose tags mean something. */
const TAGGED_FLAG =
	/\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u;

/**
 * Characters that a reader does not see and that can carry hidden words or part a word: soft hyphen, grapheme joiner, Arabic letter mark,
 * Hangul fillers, Khmer inherent vowels, Mongolian vowel separator, zero-width space, direction marks and overrides, word joiner and
 * invisible operators, Braille blank, byte-order mark, interlinear annotation, tags and supplementary variation selectors. ZWJ, ZWNJ and
 * the selectors of emoji stay: emoji and some scripts need them.
 */
const INVISIBLE =
	/[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

const DROPPED = new RegExp(`(${TAGGED_FLAG.source})|${INVISIBLE.source}|[\\u{E0000}-\\u{E0FFF}]`, 'gu');

/** The text without what no reader sees. */
export const withoutInvisible = (text: string): string => text.replace(DROPPED, '$1');
