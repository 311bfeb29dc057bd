/** Numbers with what they are of, and how exact they are meant. */
import { andPart, halved, numeralAt, romanValue, wordAt, type Numeral } from './numerals.ts';
import type { Token } from './tokens.ts';
import { CURRENCY_SIGNS, UNITS, type Unit } from './units.ts';
import { BETWEEN_HEDGE, CARDINALS, FALLS, HEDGES, HEDGES_BEHIND, TO, look, type Hedge } from './words.ts';

export interface Amount {
	readonly kind: 'amount';
	readonly value: number;
	/** The other end of a stretch. */
	readonly high?: number;
	readonly unit: Unit | null;
	readonly ordinal: boolean;
	readonly scaled: boolean;
	/** By how much something is larger, and no number of things: `вдвое`. */
	readonly isTimes?: true;
}

/** A ratio in two numbers: `seven in ten` is 70 %, or a seven and a ten. */
export interface Both {
	readonly kind: 'both';
	readonly parts: readonly Amount[];
}

export interface FoundAmount {
	readonly readings: readonly (Amount | Both)[];
	readonly hedge: Hedge | null;
	/** Said of so much that it is no statement: `one of them`, `an hour`. */
	readonly weak: boolean;
	readonly next: number;
}

type Tokens = readonly Token[];
interface FoundUnits {
	readonly units: readonly Unit[];
	readonly next: number;
}

const RATIO: Unit = { dimension: 'ratio', factor: 1 };

function unitWordAt(tokens: Tokens, at: number): FoundUnits | null {
	const [token, second] = [tokens[at], tokens[at + 1]];
	if (token === undefined) return null;
	// `20 °C`, `20 degrees Celsius`, `20C`
	const isDegree = look(UNITS, token.word)?.some(({ dimension }) => dimension === 'celsius') === true;
	const scale = isDegree ? second : tokens[at - 1]?.kind === 'number' && /^[CF]$/.test(token.text) ? token : undefined;
	const [letter] = /^(?:[cс]|celsius|цельси.|[fф]|fahrenheit|фаренгеит.)$/u.exec(scale?.word ?? '') ?? [];
	if (letter !== undefined)
		return { units: UNITS.get(/^[cсц]/u.test(letter) ? '°c' : '°f') ?? [], next: scale === token ? at + 1 : at + 2 };
	if (token.word === 'per' && second?.word === 'cent') return { units: UNITS.get('%') ?? [], next: at + 2 };
	if (/^(?:percentage|процентн)/u.test(token.word) && /^(?:point|пункт)/u.test(second?.word ?? ''))
		return { units: UNITS.get('пп') ?? [], next: at + 2 };
	if (/^(?:basis|базисн)/u.test(token.word) && /^(?:point|пункт)/u.test(second?.word ?? ''))
		return { units: UNITS.get('bp') ?? [], next: at + 2 };
	const units = look(UNITS, token.word.replace(/'s?$/, ''));
	return units === undefined ? null : { units, next: at + 1 };
}

const BY_THE_HOUR = /^(?:hours?|час(?:а|ов)?|h|ч)$/u;

/** `kilowatt-hours`, `кВт·ч`: a power for an hour is an energy. */
function energyAt(tokens: Tokens, { units, next }: FoundUnits): FoundUnits | null {
	const at = /^[-·⋅*]$/u.test(wordAt(tokens, next)) ? next + 1 : next;
	const power = units.find(({ dimension }) => dimension === 'power');
	if (power === undefined || !BY_THE_HOUR.test(wordAt(tokens, at))) return null;
	return { units: [{ dimension: 'energy', factor: power.factor / 1_000 }], next: at + 1 };
}

const SQUARE = /^(?:square|sq|кв|квадратн[а-я]+)$/u;
const CUBIC = /^(?:cubic|cu|куб|кубическ[а-я]+)$/u;

/** Squares and cubes of lengths, and lengths by time. */
function unitAt(tokens: Tokens, at: number): FoundUnits | null {
	const { word = '' } = tokens[at] ?? {};
	const isSquare = SQUARE.test(word);
	if (isSquare || CUBIC.test(word)) {
		const length = unitWordAt(tokens, tokens[at + 1]?.text === '.' ? at + 2 : at + 1);
		return length === null ? null : { units: length.units.map((unit) => raised(unit, isSquare)), next: length.next };
	}
	const found = unitWordAt(tokens, at);
	if (found === null) return null;
	const energy = energyAt(tokens, found);
	if (energy !== null) return energy;
	const power = tokens[found.next];
	if (power?.joined === true && /^[²³]$/.test(power.text))
		return { units: found.units.map((unit) => raised(unit, power.text === '²')), next: found.next + 1 };
	const isBy = /^(?:\/|per|an|a|в|за)$/u.test(wordAt(tokens, found.next));
	const per = isBy ? secondsOf(wordAt(tokens, found.next + 1)) : undefined;
	if (per === undefined) return found;
	const rates = found.units.map((unit) =>
		unit.dimension === 'length' && per <= HOUR ? { dimension: 'speed', factor: unit.factor / per } : { ...unit, per },
	);
	return { units: rates, next: found.next + 2 };
}

const HOUR = 3_600;
const secondsOf = (word: string): number | undefined =>
	word === 'с' ? 1 : look(UNITS, word)?.find(({ dimension }) => dimension === 'time')?.factor;

const raised = ({ dimension, factor }: Unit, isSquare: boolean): Unit =>
	dimension !== 'length'
		? { dimension, factor }
		: isSquare
			? { dimension: 'area', factor: factor ** 2 }
			: { dimension: 'volume', factor: factor ** 3 * 1_000 };

const NO_ADJECTIVE = /^(?:in|on|of|to|at|a|an|and|or|for|from|by|with|than|per|the|is|в|во|на|и|или|с|со|к|до|от|за|из|по|у|о|а|но)$/u;

/** The unit of a number that ended: `18-month`, `30 million US dollars`, `пять рабочих дней`. */
function unitBehind(tokens: Tokens, next: number): FoundUnits | null {
	const at = tokens[next]?.text === '-' && tokens[next]?.joined === true ? next + 1 : next;
	if (tokens[at]?.kind === 'number') return null;
	const own = unitAt(tokens, at);
	if (own !== null) return own;
	const { kind, word = '' } = tokens[at] ?? {};
	if (kind !== 'word' || NO_ADJECTIVE.test(word) || [at, at + 1].some((each) => numeralAt(tokens, each) !== null)) return null;
	const behind = unitAt(tokens, at + 1);
	// A letter alone is rarely a unit where a word is between.
	return behind === null || wordAt(tokens, at + 1).length < 3 ? null : behind;
}

/** `$12`, and `$10–12` for both ends of the stretch. */
function currencyBefore(tokens: Tokens, at: number): readonly Unit[] | null {
	const isOtherEnd = tokens[at - 1]?.joined === true && TO.has(wordAt(tokens, at - 1)) && tokens[at - 2]?.kind === 'number';
	const start = isOtherEnd ? at - 2 : at;
	const before = wordAt(tokens, start - 1) === '.' ? start - 2 : start - 1;
	const word = wordAt(tokens, before);
	return CURRENCY_SIGNS.has(word) ? (UNITS.get(word) ?? null) : null;
}

const MAX_HEDGE_DISTANCE = 4;

function hedgeBefore(tokens: Tokens, start: number): Hedge | null {
	for (let at = start - 1; at >= Math.max(0, start - MAX_HEDGE_DISTANCE); at -= 1) {
		const word = wordAt(tokens, at);
		const hedge = HEDGES.get(word);
		// `no less than`, `не менее`: at least.
		if (hedge !== undefined) return hedge !== 'about' && /^(?:no|not|не)$/u.test(wordAt(tokens, at - 1)) ? turned(hedge) : hedge;
		if (!BETWEEN_HEDGE.has(word)) return null;
	}
	return null;
}

const BY_FIRST = Map.groupBy(HEDGES_BEHIND, ([phrase]) => phrase[0] ?? '');

/** `300 people or so`, `треть с небольшим`: the counted word may be between. */
function hedgeBehind(tokens: Tokens, next: number): Hedge | null {
	for (const at of [next, next + 1])
		for (const [phrase, hedge] of BY_FIRST.get(wordAt(tokens, at)) ?? [])
			if (phrase.every((word, index) => wordAt(tokens, at + index) === word)) return hedge;
	return null;
}

const turned = (hedge: Hedge): Hedge => (hedge === 'under' ? 'over' : 'under');

const isMinus = (tokens: Tokens, at: number): boolean =>
	MINUS.has(wordAt(tokens, at)) || (DASHES.has(wordAt(tokens, at)) && tokens[at + 1]?.joined === true && isFree(tokens, at));
const MINUS = new Set(['minus', 'минус']);
const DASHES = new Set(['-', '–']);
const isFree = (tokens: Tokens, at: number): boolean => tokens[at]?.joined === false;

function amountsOf({ values, ordinal, span, scaled, isTimes }: Numeral, units: readonly (Unit | null)[]): Amount[] {
	const amounts: Amount[] = [];
	for (const value of values)
		for (const unit of units) {
			const amount: Amount = { kind: 'amount', value, unit, ordinal, scaled };
			const ranging = span === undefined ? amount : { ...amount, high: value + span };
			amounts.push(isTimes === true ? { ...ranging, isTimes } : ranging);
		}
	return amounts;
}

/** `seven in ten`, `один из пяти`. */
function ratioAt(tokens: Tokens, numeral: Numeral): { readonly readings: (Amount | Both)[]; readonly next: number } | null {
	// `one share in eight`
	const next =
		/^(?:in|из|out)$/u.test(wordAt(tokens, numeral.next)) || tokens[numeral.next]?.kind !== 'word' ? numeral.next : numeral.next + 1;
	const of = /^(?:in|из)$/u.test(wordAt(tokens, next)) ? next + 1 : wordAt(tokens, next) === 'out' ? next + 2 : null;
	if (of === null) return null;
	const whole = numeralAt(tokens, wordAt(tokens, of) === 'every' ? of + 1 : of);
	const [part, all] = [numeral.values[0] ?? 0, whole?.values[0] ?? 0];
	// `twice in 3 hours` is how long it took.
	if (whole === null || whole.ordinal || !(part < all && all <= 1_000) || part <= 0 || unitAt(tokens, whole.next) !== null) return null;
	const ratio: Amount = { kind: 'amount', value: part / all, unit: RATIO, ordinal: false, scaled: false };
	// `one in four` is nothing else.
	if (next === numeral.next && wordAt(tokens, next) === 'in') return { readings: [ratio], next: whole.next };
	return { readings: [ratio, { kind: 'both', parts: [...amountsOf(numeral, [null]), ...amountsOf(whole, [null])] }], next: whole.next };
}

/** The number takes unit and magnitude from the other end of its stretch: `10–12 million km`. */
function fromOtherEnd(tokens: Tokens, numeral: Numeral, before: readonly Unit[] | null): Amount[] {
	if (numeral.ordinal || !TO.has(wordAt(tokens, numeral.next))) return [];
	const other = numeralAt(tokens, numeral.next + 1);
	if (other === null) return [];
	const units = before ?? unitBehind(tokens, other.next)?.units ?? [];
	const scales = other.scaled ? [1, 1_000, 1_000_000, 1_000_000_000].filter((each) => each <= (other.values[0] ?? 1) && each > 1) : [];
	return [
		...amountsOf(numeral, units),
		...scales.flatMap((each) => amountsOf({ ...numeral, values: numeral.values.map((value) => value * each) }, [null, ...units])),
	];
}

const EVERY = /^(?:every|each|кажд[а-я]+)$/u;
const WEAK_ONES = new Set([0, 1]);

/** A unit that no number is before is one of it: `an hour`, `a year and a half`, `полгода`. */
function bareUnitAt(tokens: Tokens, at: number): FoundAmount | null {
	const half = halved(wordAt(tokens, at));
	const isPoints = half?.startsWith('процентн') === true && wordAt(tokens, at + 1).startsWith('пункт');
	const named = isPoints ? UNITS.get('пп') : look(UNITS, half ?? wordAt(tokens, at).replace(/'s?$/, ''));
	// `under a metre`
	const isRounded = isArticle(wordAt(tokens, at - 1)) && hedgeBefore(tokens, at - 1) !== null;
	const units = named?.filter(({ dimension }) => half !== null || isRounded || dimension === 'time');
	if (units === undefined || units.length === 0 || wordAt(tokens, at).length < 3) return null;
	const added = half === null ? andPart(tokens, at + 1) : null;
	const value = half !== null ? 0.5 : 1 + (added?.part ?? 0);
	const next = added?.next ?? at + 1;
	const readings = amountsOf({ values: [value], ordinal: false, isPart: false, scaled: false, next }, units);
	return { readings, hedge: hedgeBefore(tokens, at), weak: value === 1, next };
}

const isArticle = (word: string): boolean => word === 'a' || word === 'an';

const LONGEST_COMPOUND = 40;

/** Adjectives of one word: `двухэтажный`, `трёхлетний`. */
function compoundAt(tokens: Tokens, at: number): FoundAmount | null {
	const word = wordAt(tokens, at);
	if (word.length > LONGEST_COMPOUND) return null;
	for (let cut = 3; cut < word.length - 3; cut += 1) {
		const value = CARDINALS.get(word.slice(0, cut));
		if (value === undefined || value < 2) continue;
		const units = look(UNITS, word.slice(cut)) ?? [];
		const isCounted = units.length > 0 || /^(?:этаж|комнатн|местн|кратн|звездоч|полосн|сторонн|уровнев|дверн)/u.test(word.slice(cut));
		if (!isCounted) continue;
		const numeral = { values: [value], ordinal: false, isPart: false, scaled: false, next: at + 1 };
		return { readings: amountsOf(numeral, units.length === 0 ? [null] : units), hedge: null, weak: false, next: at + 1 };
	}
	return null;
}

/** `half an hour`, `two thirds of a mile` */
function behindArticle(tokens: Tokens, next: number): number {
	let at = next;
	while (/^(?:of|an?|the)$/.test(wordAt(tokens, at))) at += 1;
	return at;
}

/** `second half`, `первая половина`, `last quarter`: which one, and not how much. */
const isPartOfYear = (tokens: Tokens, at: number): boolean =>
	/^(?:first|second|other|latter|once|twice|every|перв|втор|друг)/u.test(wordAt(tokens, at - 1)) ||
	(wordAt(tokens, at) === 'quarter' && wordAt(tokens, at + 1) !== 'of');

const FROST = /^(?:мороз|below|ниже)/u;

/** `6 degrees of frost`, `мороз до 47 градусов`: below zero. */
const isFrost = (tokens: Tokens, from: number, to: number): boolean =>
	tokens.slice(Math.max(0, from - MAX_HEDGE_DISTANCE), to + 2).some(({ word }) => FROST.test(word) || word === 'frost');

/** Hours and minutes, roubles and kopecks: one amount of two units. */
function withSmallerUnit(tokens: Tokens, found: FoundAmount): FoundAmount {
	const at = /^(?:and|и)$/u.test(wordAt(tokens, found.next)) ? found.next + 1 : found.next;
	const hasUnit = found.readings.some((reading) => reading.kind === 'amount' && reading.unit !== null);
	const other = hasUnit && tokens[at]?.kind !== 'mark' ? simpleAmountAt(tokens, at) : null;
	if (other === null) return found;
	const sums = found.readings.flatMap((one) =>
		other.readings.flatMap((two): Amount[] => {
			if (one.kind !== 'amount' || two.kind !== 'amount' || one.unit === null || two.unit === null) return [];
			const isSmaller = one.unit.dimension === two.unit.dimension && two.value * two.unit.factor < one.unit.factor;
			return isSmaller ? [{ ...one, value: one.value + (two.value * two.unit.factor) / one.unit.factor }] : [];
		}),
	);
	return sums.length === 0 ? found : { ...found, readings: sums, weak: false, next: other.next };
}

const FALL_DISTANCE = 6;

/** Whether a word says that what it rose by is below zero: frost, or a fall. */
function isBelow(tokens: Tokens, from: number, to: number, { unit, value }: Amount): boolean {
	if (value < 0 || unit === null) return false;
	if (/^(?:celsius|fahrenheit)$/.test(unit.dimension)) return isFrost(tokens, from, to);
	return tokens.slice(Math.max(0, from - FALL_DISTANCE), to + 2).some(({ word }) => FALLS.test(word));
}

export function amountAt(tokens: Tokens, at: number): FoundAmount | null {
	const simple = simpleAmountAt(tokens, at);
	if (simple === null) return null;
	const found = withSmallerUnit(tokens, simple);
	const below = found.readings.flatMap((reading) =>
		reading.kind === 'amount' && isBelow(tokens, at, found.next, reading) ? [{ ...reading, value: -reading.value }] : [],
	);
	const readings = below.length === 0 ? found.readings : [...found.readings, ...below];
	return { hedge: found.hedge ?? hedgeBehind(tokens, found.next), readings, weak: found.weak, next: found.next };
}

function simpleAmountAt(tokens: Tokens, at: number): FoundAmount | null {
	const sign = isMinus(tokens, at) ? -1 : 1;
	const start = sign < 0 ? at + 1 : at;
	const numeral = numeralAt(tokens, start);
	if (numeral === null) return sign < 0 || tokens[at]?.kind !== 'word' ? null : (bareUnitAt(tokens, at) ?? compoundAt(tokens, at));
	if (numeral.isPart && isPartOfYear(tokens, start)) {
		const spent = amountsOf({ ...numeral, isPart: false }, UNITS.get('year') ?? []);
		return { readings: spent, hedge: null, weak: true, next: numeral.next };
	}
	const hedge = hedgeBefore(tokens, at);
	const ratio = ratioAt(tokens, numeral);
	if (ratio !== null) return { ...ratio, hedge, weak: false };
	const isTimes = numeral.isTimes === true || (!numeral.ordinal && /^(?:times|раза?|x|×)$/u.test(wordAt(tokens, numeral.next)));
	const isAsWritten = sign > 0 && isTimes === (numeral.isTimes === true);
	const signed = isAsWritten
		? numeral
		: { ...numeral, values: numeral.values.map((value) => value * sign), ...(isTimes ? { isTimes } : {}) };
	const before = currencyBefore(tokens, start);
	const behind = before === null ? unitBehind(tokens, numeral.isPart ? behindArticle(tokens, numeral.next) : numeral.next) : null;
	const letter = tokens[numeral.next - 1];
	const metres =
		before === null && letter?.word === 'm' && letter.kind === 'word'
			? amountsOf({ ...signed, values: signed.values.map((value) => value / 1e6) }, UNITS.get('m') ?? [])
			: [];
	const units = before ?? behind?.units ?? (numeral.isPart ? [RATIO] : [null]);
	const isEvery = numeral.ordinal && EVERY.test(wordAt(tokens, at - 1));
	const every = isEvery ? amountsOf({ ...signed, ordinal: false, values: signed.values.map((value) => 1 / value) }, [RATIO]) : [];
	const readings = [
		...amountsOf(signed, units),
		...(numeral.isPart && behind !== null ? amountsOf(signed, [RATIO]) : []),
		...every,
		...metres,
		...(behind === null ? fromOtherEnd(tokens, signed, before) : []),
	];
	const isWord = tokens[start]?.kind === 'word' && romanValue(tokens[start].text) === null;
	const isOneWord = isWord && numeral.next === start + 1;
	// `a second time`: once more.
	const weak =
		isOneWord && (WEAK_ONES.has(numeral.values[0] ?? 0) || (wordAt(tokens, start) === 'second' && wordAt(tokens, at - 1) === 'a'));
	return { readings, hedge, weak, next: behind?.next ?? numeral.next };
}
