import { asSeen } from '../../text/lookalikes.ts';

/** Latin letters and the Cyrillic ones that look like them, pair by pair. */
const LATIN = 'AaBCcEeHIiJjKkMOoPpSsTXxYy';
const CYRILLIC = [...'АаВСсЕеНІіЈјКкМОоРрЅѕТХхУу'];
const asCyrillic = (text: string): string => Array.from(text, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter).join('');

const isLatin = (text: string): boolean => /^\p{Script=Latin}+$/u.test(text);
const isCyrillic = (text: string): boolean => /^\p{Script=Cyrillic}+$/u.test(text);

/** The word in the one alphabet that all of its letters can be read in: `Pеtrova` with a Cyrillic `е` is Petrova. */
function inOneAlphabet(word: string): string {
	if (isLatin(word) || isCyrillic(word)) return word;
	const readings = [asSeen(word), asCyrillic(word)].filter((reading) => isLatin(reading) || isCyrillic(reading));
	return readings.find((reading) => reading.length === word.length) ?? word;
}

/** How a word of one alphabet looks in the other one, or null where some letter has no likeness. */
export function lookalikeOf(word: string): string | null {
	const other = isLatin(word) ? asCyrillic(word) : asSeen(word);
	return (isLatin(word) && isCyrillic(other)) || (!isLatin(word) && isLatin(other)) ? other : null;
}

/** The decimal digits of a script are consecutive, from 0 to 9; some scripts follow each other directly. */
function digitOf(point: number): string {
	let before = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
	return String(before % 10);
}

/** One character as it is compared: digits of any script, full-width letters, spaces, apostrophes and hyphens have one form. */
function plain(character: string): string {
	if (/[\p{DI}\p{Cf}]/u.test(character)) return '';
	if (/[0-9A-Za-zА-я\n²³]/.test(character)) return character;
	if (/\s/.test(character)) return ' ';
	if (/['’ʼ`´]/.test(character)) return "'";
	if (/[‐‑−]/.test(character)) return '-';
	if (character === '№') return character;
	if (/[¼-¾⅐-⅞]/.test(character)) return ` ${character.normalize('NFKC')}`;
	const [point = 0] = [character.codePointAt(0)];
	return /\p{Nd}/u.test(character) ? digitOf(point) : character.normalize('NFKC');
}

/** A text as it is compared, and the way back to the words that a person wrote. */
export interface Tidy {
	readonly text: string;
	/** What is there in the text as it was written. */
	written(start: number, end: number): string;
}

/** Most characters of a text occur again and again. */
const plainOf = new Map<string, string>();
const MOST_KEPT = 2_000;

function plainly(character: string): string {
	const known = plainOf.get(character);
	if (known !== undefined) return known;
	const piece = plain(character);
	if (plainOf.size < MOST_KEPT) plainOf.set(character, piece);
	return piece;
}

export function tidy(written: string): Tidy {
	const pieces: string[] = [];
	const origins: number[] = [];
	let at = 0;
	for (const character of written) {
		const piece = plainly(character);
		if (piece !== '' && !(piece === ' ' && pieces.at(-1) === ' ')) {
			pieces.push(piece);
			for (let unit = 0; unit < piece.length; unit += 1) origins.push(at);
		}
		at += character.length;
	}
	return {
		text: pieces.join('').replace(/\p{L}+/gu, inOneAlphabet),
		written: (start, end) => written.slice(origins[start] ?? at, origins[end] ?? at).trim(),
	};
}

/** Case and accents apart, `ё` from `е` too: few newspapers print them. */
export const fold = (text: string): string => (/^[ -~]*$/.test(text) ? text.toLowerCase() : folded(text));

const folded = (text: string): string =>
	text
		.toLowerCase()
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replaceAll('э', 'е')
		.replace(/[øłđðıßæœþ]/g, (letter) => UNDIVIDED.get(letter) ?? letter);

/** Letters that Unicode does not take apart. */
const UNDIVIDED = new Map('ø o, ł l, đ d, ð d, ı i, ß ss, æ ae, œ oe, þ th'.split(', ').map((pair) => pair.split(' ') as [string, string]));
