/** Numbers as texts have them: `1,200`, `1.2`, `twenty-five`, `сто сорок`, `21st`, `XVII`. */
import type { Token } from './tokens.ts';
import { CARDINALS, DECADES, MAGNITUDES, MANY, ORDINALS, PARTS, TIMES, look, words } from './words.ts';

export interface Numeral {
	/** What it may stand for: `1.200` is a thousand and two hundred, or one and a fifth. */
	readonly values: readonly number[];
	/** How far it goes from each value, where it means a range: the `1990s`, `thousands`. */
	readonly span?: number;
	readonly ordinal: boolean;
	/** A part of something, and no number of things. */
	readonly isPart: boolean;
	/** Written with a magnitude, so that it may be rounded. */
	readonly scaled: boolean;
	/** By how much something is larger: `twofold`. */
	readonly isTimes?: true;
	readonly next: number;
}

type Tokens = readonly Token[];

const plain = (values: readonly number[], next: number, more: Partial<Numeral> = {}): Numeral => ({
	values,
	next,
	ordinal: false,
	isPart: false,
	scaled: false,
	...more,
});

export const wordAt = (tokens: Tokens, at: number): string => tokens[at]?.word ?? '';
const ARTICLES = words('a an');
const BEFORE_MAGNITUDE = words('of a an the');
const BEFORE_HALF = words('a one');
const PARTS_OF = words('часть части доля доли долю частью');

/** The readings of a number in digits; none for what is no number, as `1.2.3`. In Russian a comma is before decimals. */
export function digitReadings(text: string, isRussian = true): number[] {
	if (/^\d+$/.test(text)) return [Number(text)];
	const groups = /^(\d{1,3}(?:[ ,.']\d{3})+)(?:[.,](\d+))?$/.exec(text);
	if (groups !== null) {
		const [, whole = '', decimals] = groups;
		const grouped = Number(`${whole.replace(/\D/g, '')}.${decimals ?? '0'}`);
		const isDecimalToo = decimals === undefined && (isRussian ? /^\d+[.,]\d{3}$/ : /^\d+\.\d{3}$/).test(whole);
		return isDecimalToo ? [grouped, Number(whole.replace(',', '.'))] : [grouped];
	}
	// Lakhs and crores: `2,40,000`.
	if (/^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)) return [Number(text.replaceAll(',', ''))];
	return /^\d+[.,]\d+$/.test(text) ? [Number(text.replace(',', '.'))] : [];
}

const ROMAN = { i: 1, v: 5, x: 10, l: 50 } as const;
const CYRILLIC_ROMAN = new Map([
	['х', 'x'],
	['і', 'i'],
	['ι', 'i'],
]);

const LONGEST_ROMAN = 'LXXXVIII'.length;

/** Up to 89: of larger ones most are abbreviations. */
export function romanValue(text: string): number | null {
	if (text.length > LONGEST_ROMAN) return null;
	const letters = [...text.toLowerCase()].map((letter) => CYRILLIC_ROMAN.get(letter) ?? letter).join('');
	if (text !== text.toUpperCase() || !/^(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(letters) || letters === '') return null;
	const digits = [...letters].map((letter) => ROMAN[letter as keyof typeof ROMAN]);
	return digits.reduce<number>((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

const RUSSIAN_SUFFIX = /^(?:[а-я]?[иеяюмх]|[ыо]?го|[ыо]?му|ми|ти|ть|ух|ех|ый|ой|ые|ых|ого)$/u;

/** `1970s`, `1970-х`: ten years; the `1300s`: a hundred. `70-е` are of the last century, `20-е` of this one too. */
function decadeOf(value: number): { values: number[]; span: number } | null {
	if (!Number.isInteger(value) || value % 10 !== 0) return null;
	if (value >= 1_000 && value < 2_100) return { values: [value], span: value % 100 === 0 && value < 1_900 ? 99 : 9 };
	return value >= 10 && value < 100 ? { values: [1_900 + value, ...(value < 60 ? [2_000 + value] : [])], span: 9 } : null;
}

function digitsAt(tokens: Tokens, at: number): Numeral | null {
	const values = digitReadings(tokens[at]?.text ?? '', /^\p{Script=Cyrillic}/u.test(wordAt(tokens, at + 1)));
	const [value] = values;
	if (value === undefined) return null;
	const [first, second] = [tokens[at + 1], tokens[at + 2]];
	if (first?.joined === true && ['st', 'nd', 'rd', 'th'].includes(first.word)) return plain(values, at + 2, { ordinal: true });
	if (first?.joined === true && first.word === 's') return plain(values, at + 2, { ordinal: true, ...decadeOf(value) });
	if (first?.text === '-' && first.joined && second?.joined === true && RUSSIAN_SUFFIX.test(second.word)) {
		const decade = /[ех]$/u.test(second.word) && value >= 20 ? decadeOf(value) : null;
		return plain(values, at + 3, { ordinal: true, ...decade });
	}
	if (first?.text === '⁄') return vulgarAt(tokens, at, 0);
	if (second?.text === '⁄' || (second?.text === '/' && first?.kind === 'number' && !first.joined && second.joined))
		return vulgarAt(tokens, at + 1, value);
	return plain(values, at + 1);
}

function vulgarAt(tokens: Tokens, at: number, whole: number): Numeral {
	const value = whole + Number(tokens[at]?.text) / Number(tokens[at + 2]?.text);
	return plain([value], at + 3, { isPart: whole === 0 });
}

const STANDS_ALONE = /^(?:dozen|hundred|thousand|million|billion|trillion|десят|дюжин|сот|тысяч|миллион|миллиард|триллион)/u;

/** A number in words that are added and multiplied: `one hundred and forty`, `две тысячи двадцать шестого`. */
function spelledAt(tokens: Tokens, start: number): Numeral | null {
	let [at, total, group, room, ordinal, scaled] = [start, 0, 0, 1_000, false, false];
	while (at < tokens.length && !ordinal) {
		const isFirst = at === start;
		const joint = !isFirst && (tokens[at]?.text === '-' || (room >= 100 && wordAt(tokens, at) === 'and')) ? at + 1 : at;
		const word = wordAt(tokens, joint);
		const [cardinal, order, magnitude] = [CARDINALS.get(word), look(ORDINALS, word), look(MAGNITUDES, word)];
		if (cardinal !== undefined && (isFirst || (cardinal > 0 && cardinal < room))) {
			group += cardinal;
			room = cardinal >= 100 ? 100 : cardinal >= 20 ? 10 : 0;
		} else if (magnitude !== undefined && (isFirst ? STANDS_ALONE.test(word) : joint === at && word.length > 1)) {
			if (magnitude > 100) [total, group, room] = [total + (group === 0 ? 1 : group) * magnitude, 0, 1_000];
			else [group, room] = [(group === 0 ? 1 : group) * magnitude, magnitude === 100 ? 100 : 0];
			scaled = true;
		} else if (order !== undefined && (isFirst || order < room)) {
			group += order;
			ordinal = true;
		} else if (order !== undefined && order >= 100 && group > 0 && /dth$/.test(word)) {
			group *= order;
			ordinal = true;
		} else break;
		at = joint + 1;
	}
	return at === start ? null : plain([total + group], at, { ordinal, scaled });
}

const BEHIND_PART = words(
	'of more less fewer higher lower larger smaller bigger cheaper longer on in from to by this last year after since when at and but as ' +
		'with compared',
);
const isNoun = (token: Token | undefined): boolean => token?.kind === 'word' && !BEHIND_PART.has(token.word);

const FRACTION_ENDING = /(?:ых|ую|ая|ои)$/u;

/** A part: `two thirds`, `a fifth`, `четверть`, `две пятых`. Its number may be that of an order as well. */
function partAt(tokens: Tokens, start: number): Numeral | null {
	const counted = CARDINALS.get(wordAt(tokens, start)) ?? (ARTICLES.has(wordAt(tokens, start)) ? 1 : undefined);
	const at = counted === undefined ? start : tokens[start + 1]?.text === '-' ? start + 2 : start + 1;
	const word = wordAt(tokens, at);
	const divisor = look(PARTS, word);
	const count = counted ?? 1;
	// `третью симфонию`, unlike `на треть` and `третью часть`
	const isThird =
		word === 'третью' && counted === undefined && /[ьую]$/u.test(wordAt(tokens, at + 1)) && !PARTS_OF.has(wordAt(tokens, at + 1));
	if (isThird) return null;
	if (divisor !== undefined) return plain([count / divisor], at + 1, { isPart: true });
	const order = look(ORDINALS, word);
	// `тридцать четвёртой` is one number.
	if (order === undefined || order < 3 || (count >= 20 && order < 10)) return null;
	// `a fifth title`, `a ninth-generation phone`
	const isOrder = ARTICLES.has(wordAt(tokens, start)) && (tokens[at + 1]?.text === '-' || isNoun(tokens[at + 1]));
	const isPart = /^\p{Script=Latin}/u.test(word)
		? counted === 1 && !isOrder
		: FRACTION_ENDING.test(word) && (counted !== undefined || PARTS_OF.has(wordAt(tokens, at + 1)));
	return isPart ? plain([count / order], at + 1, { isPart: true }) : null;
}

/** `полмиллиона`, `полгода`: half of what the rest of the word is. */
export const halved = (word: string): string | null => (/^пол(?!ов)[а-я]{2,}$/u.test(word) ? word.slice(3) : null);

/** A part of a magnitude is a number: `half a million`, `три четверти миллиона`. */
function partOfMagnitudeAt(tokens: Tokens, start: number): Numeral | null {
	const half = look(MAGNITUDES, halved(wordAt(tokens, start)) ?? '');
	if (half !== undefined) return plain([half / 2], start + 1, { scaled: true });
	const part = partAt(tokens, start);
	if (part === null) return null;
	let { next } = part;
	while (BEFORE_MAGNITUDE.has(wordAt(tokens, next))) next += 1;
	const magnitude = STANDS_ALONE.test(wordAt(tokens, next)) ? look(MAGNITUDES, wordAt(tokens, next)) : undefined;
	return magnitude === undefined ? part : plain([(part.values[0] ?? 0) * magnitude], next + 1, { scaled: true });
}

/** `and a half`, `с половиной`: what it adds, and where it ends. */
export function andPart(tokens: Tokens, at: number): { readonly part: number; readonly next: number } | null {
	const word = wordAt(tokens, at);
	const next = word === 'с' || word === 'со' ? at + 1 : word === 'and' && BEFORE_HALF.has(wordAt(tokens, at + 1)) ? at + 2 : null;
	const divisor = next === null ? undefined : look(PARTS, wordAt(tokens, next));
	return next === null || divisor === undefined ? null : { part: 1 / divisor, next: next + 1 };
}

function withAddition(tokens: Tokens, numeral: Numeral, of: number): Numeral {
	const added = numeral.ordinal ? null : andPart(tokens, numeral.next);
	return added === null ? numeral : { ...numeral, values: numeral.values.map((value) => value + added.part * of), next: added.next };
}

/** The magnitude behind a number: `1.2 million`, `31 тысяча`, `17,5 млн`. */
function magnitudeOf(tokens: Tokens, { next, ordinal }: Numeral): number | undefined {
	const token = tokens[next];
	if (token?.kind !== 'word' || ordinal || (token.word.length === 1 && !token.joined)) return undefined;
	return look(MAGNITUDES, token.word);
}

/** Multiplies a number by the magnitudes behind it. */
function withMagnitude(tokens: Tokens, numeral: Numeral): Numeral {
	const magnitude = magnitudeOf(tokens, numeral);
	if (magnitude === undefined) return numeral;
	const values = numeral.values.map((value) => value * magnitude);
	// `36m` may be metres: the letter is left to be a unit too.
	const isShort = tokens[numeral.next + 1]?.text === '.' && /^\p{Ll}/u.test(tokens[numeral.next + 2]?.text ?? '');
	const scaled = withAddition(tokens, { ...numeral, values, scaled: true, next: numeral.next + (isShort ? 2 : 1) }, magnitude);
	// `3 million 250 thousand`, `11 тысяч 600`. Only a smaller magnitude goes on: else each number would read all that follow it.
	const smaller = tokens[scaled.next]?.kind === 'number' ? digitsAt(tokens, scaled.next) : null;
	const isLess = smaller !== null && (magnitudeOf(tokens, smaller) ?? 0) < magnitude;
	const rest = isLess ? withMagnitude(tokens, smaller) : null;
	const [added = 0] = rest?.values ?? [];
	const isHundreds = magnitude === 1_000 && /^\d{3}$/.test(tokens[scaled.next]?.text ?? '');
	if (rest === null || !(rest.scaled || isHundreds) || added >= magnitude) return scaled;
	return { ...scaled, values: values.map((value) => value + added), next: rest.next };
}

function singleWordAt(tokens: Tokens, at: number): Numeral | null {
	const { word = '', text = '' } = tokens[at] ?? {};
	const times = TIMES.get(word);
	if (times !== undefined) return plain([times], at + 1, { isTimes: true });
	const decade = decadeOf(DECADES.get(word) ?? 0);
	if (decade !== null && DECADES.has(word)) return plain(decade.values, at + 1, { span: decade.span, ordinal: true });
	const many = MANY.get(word);
	if (many !== undefined) return plain([many[0]], at + 1, { span: many[1] - many[0] });
	if (/^(?:q[1-4]|h[12])$/.test(word)) return plain([Number(word[1])], at + 1, { ordinal: true });
	const roman = romanValue(text);
	const mayBeOne =
		text.length > 1 || /^(?:век|столет|centur|квартал|quarter|полугоди)/u.test(wordAt(tokens, at + 1)) || isName(tokens[at - 1]);
	return roman !== null && mayBeOne ? plain([roman], at + 1, { ordinal: true }) : null;
}

const isName = (token: Token | undefined): boolean => token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.text);

const DECADE_ENDING = /(?:ых|ые|ым|ыми)$/u;

/** `семидесятых годов`: ten years. */
function spelledDecade(tokens: Tokens, numeral: Numeral): Numeral {
	const last = wordAt(tokens, numeral.next - 1);
	const decade = numeral.ordinal && DECADE_ENDING.test(last) ? decadeOf(numeral.values[0] ?? 0) : null;
	return decade !== null && (numeral.values[0] ?? 0) >= 20 ? { ...numeral, ...decade } : numeral;
}

/** The number that begins at a token, with its parts and magnitudes. */
export function numeralAt(tokens: Tokens, at: number): Numeral | null {
	const token = tokens[at];
	if (token === undefined || token.kind === 'mark') return null;
	const known = read.get(tokens) ?? [];
	if (known.length === 0) read.set(tokens, known);
	const found = known[at];
	return found === undefined ? (known[at] = readNumeral(tokens, at, token)) : found;
}

/** Each is asked for several times: as an amount, a day, an hour. */
const read = new WeakMap<Tokens, (Numeral | null | undefined)[]>();

function readNumeral(tokens: Tokens, at: number, token: Token): Numeral | null {
	if (token.kind === 'number') {
		const digits = digitsAt(tokens, at);
		return digits === null ? null : withMagnitude(tokens, withAddition(tokens, digits, 1));
	}
	const part = partOfMagnitudeAt(tokens, at);
	if (part !== null) return part;
	const alone = singleWordAt(tokens, at);
	if (alone !== null) return alone;
	const spelled = spelledAt(tokens, at);
	return spelled === null ? null : withMagnitude(tokens, withAddition(tokens, spelledDecade(tokens, spelled), 1));
}
