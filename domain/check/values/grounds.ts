/** Whether sources say a value, in these or other words. */
import type { Amount } from './amounts.ts';
import { weekdayOf } from './moments.ts';
import type { Day, Time } from './moments.ts';
import { KnownWords } from './names.ts';
import { foldWords, piecesOf } from './quotes.ts';
import { readText } from './read.ts';
import type { Pair, ReadText, Reading, Value } from './read.ts';
import { UNITS } from './units.ts';
import type { Hedge } from './words.ts';

interface Known extends Amount {
	readonly hedge: Hedge | null;
	/** The day of a date, which only an ordinal may name without its month. */
	readonly ofDate: boolean;
}

/** The rounding error of a sum of binary fractions. */
const EXACT = 1e-9;
/** Two units that are not tens of each other: months and days, miles and kilometres. */
const CONVERTED = 0.015;
const PERCENT = 0.007;
const NEARLY = 0.9;
const ABOUT = 0.05;
const ABOUT_ROUND = 0.12;
const OVER = 1.25;

/** In quotation marks, in words. */
const LONGEST_NAME = 2;

/** Of more numbers two make almost anything, and to try them all takes long. */
const MOST_OPERANDS = 100;

/** From here on decimals may be left out. */
const LEAST_WITHOUT_DECIMALS = 100;

const SMALLEST_STEP = 1e-6;

const [YEARS] = UNITS.get('year') ?? [];
const [CENTURIES] = UNITS.get('century') ?? [];

const isTen = (factor: number): boolean => Math.abs(Math.log10(factor) - Math.round(Math.log10(factor))) < EXACT;

/** The place of the last digit that is not zero: what a rounded number is rounded to. */
function stepOf(value: number): number {
	let step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1));
	while (step > SMALLEST_STEP && Math.abs(value / step - Math.round(value / step)) > SMALLEST_STEP) step /= 10;
	return step;
}

/** Whether a rounded number may be said of an exact one. */
function isRounded(rounded: number, step: number, exact: number, hedge: Hedge): boolean {
	const [value, other] = [Math.abs(rounded), Math.abs(exact)];
	if (hedge === 'under') return other <= value && other >= value * (NEARLY - EXACT);
	if (hedge === 'over') return other >= value && other <= Math.max(value + step, value * OVER);
	return Math.abs(value - other) <= Math.max(value * ABOUT, Math.min(step / 2, value * ABOUT_ROUND));
}

function isStretchOf(said: Amount, known: Known): boolean {
	if (said.high === undefined) return false;
	return known.value >= said.value && (known.high ?? known.value) <= said.high;
}

function isFounded(said: Amount, hedge: Hedge | null, known: Known): boolean {
	if (known.ofDate && !said.ordinal) return false;
	if (said.high !== undefined || known.high !== undefined) return isStretchOf(said, known);
	const hasUnits = said.unit !== null && known.unit !== null;
	if (hasUnits && said.unit.dimension !== known.unit.dimension) return false;
	if (said.unit?.per !== undefined && known.unit?.per !== undefined && said.unit.per !== known.unit.per) return false;
	// A part is of something: no bare number says it.
	if (!hasUnits && (said.unit ?? known.unit)?.factor === 1 && (said.unit ?? known.unit)?.dimension === 'ratio') return false;
	const [sayFactor, knowFactor] = hasUnits ? [said.unit.factor, known.unit.factor] : [1, 1];
	const [one, other] = [said.value * sayFactor, known.value * knowFactor];
	if (Math.sign(one) !== Math.sign(other)) return false;
	const tolerance = isTen(sayFactor / knowFactor) ? EXACT : CONVERTED;
	const difference = Math.abs(one - other);
	// A third is 33 %.
	if (hasUnits && said.unit.dimension === 'ratio' && sayFactor !== knowFactor && difference < PERCENT) return true;
	const contradicts = hedge !== null && known.hedge !== null && hedge !== known.hedge && hedge !== 'about' && known.hedge !== 'about';
	if (difference <= tolerance * Math.abs(other)) return !contradicts;
	const step = stepOf(said.value) * sayFactor;
	if (hedge !== null) return isRounded(one, step, other, hedge);
	if (difference < sayFactor / 2 && said.value >= LEAST_WITHOUT_DECIMALS && Number.isInteger(said.value))
		return !Number.isInteger(known.value);
	return said.scaled && Math.abs(one) >= step * 10 && difference <= step / 2;
}

const RATIO = UNITS.get('%')?.[0]?.dimension;
const [POINTS = null] = UNITS.get('пп') ?? [];

/** What two amounts of one kind make; nothing when they are the same or of different kinds. */
function resultsOf(one: Amount, other: Amount): Amount[] {
	const isOfOne = one.unit?.dimension === other.unit?.dimension && one.high === undefined && other.high === undefined;
	if (!isOfOne || one.ordinal || other.ordinal || one.value <= other.value || other.value <= 0) return [];
	const scale = one.unit === null ? 1 : (other.unit?.factor ?? 1) / one.unit.factor;
	const [large, small] = [one.value, other.value * scale];
	const plain = { kind: 'amount', ordinal: false, scaled: false } as const;
	return [
		{ ...plain, value: large - small, unit: one.unit?.dimension === RATIO ? POINTS : one.unit },
		...(one.unit?.dimension === RATIO ? [] : [{ ...plain, value: large + small, unit: one.unit }]),
		...(small === 0 ? [] : [{ ...plain, value: large / small, unit: null, isTimes: true as const }]),
		...(one.unit === null ? [{ ...plain, value: small / large, unit: { dimension: 'ratio', factor: 1 } }] : []),
	];
}

const isSameTime = (said: Time, known: Time): boolean =>
	said.minutes === known.minutes || (!(said.sure && known.sure) && (said.minutes - known.minutes) % 720 === 0);

/** Everything that sources say, to hold texts against. */
export class Grounds {
	readonly known: KnownWords;
	readonly text: string;
	private readonly amounts = new Map<string, Known>();
	private readonly exact = new Map<number, Known[]>();
	private readonly days: Day[] = [];
	private readonly times: Time[] = [];
	private readonly weekdays = new Set<number>();
	private readonly years = new Set<number>();
	private readonly pairs = new Set<string>();
	private readonly digits: ReadonlySet<string>;
	private readonly words: readonly string[];
	private readonly folded: string;

	constructor(sources: string | ReadText) {
		const { text, tokens, values, pairs } = typeof sources === 'string' ? readText(sources) : sources;
		for (const { numbers } of pairs) this.pairs.add(numbers.join(':'));
		this.text = text;
		this.digits = new Set(tokens.flatMap((token) => (token.kind === 'number' ? [token.text] : [])));
		this.known = new KnownWords(tokens);
		this.words = foldWords(text);
		this.folded = ` ${this.words.join(' ')} `;
		for (const { readings, hedge, implied = [] } of values) {
			for (const reading of readings) this.add(reading, hedge);
			for (const reading of implied) this.add(reading, null);
		}
	}

	/** Whether one of its readings is founded. */
	has({ readings, hedge }: Value): boolean {
		return readings.some((reading) => this.hasReading(reading, hedge));
	}

	/**
	 * Whether it follows from two amounts: their sum or difference, a share of one in the other, or how many times as large it is.
	 * Only the last may follow from the sources alone; of all the numbers in them two make almost anything.
	 */
	following(said: readonly Value[]): (value: Value) => boolean {
		const amounts = said.flatMap(({ readings: all }) => all.flatMap((each) => (each.kind === 'amount' ? [each] : [])));
		const allOf = (operands: readonly Amount[]): readonly Known[] =>
			operands.length > MOST_OPERANDS
				? []
				: operands.flatMap((one) =>
						operands.flatMap((other) => resultsOf(one, other).map((known) => ({ ...known, hedge: null, ofDate: false }))),
					);
		let [ofSaid, ofAll]: (readonly Known[] | undefined)[] = [];
		return ({ readings, hedge }) =>
			readings.some((reading) => {
				if (reading.kind !== 'amount' || reading.ordinal) return false;
				const results = reading.isTimes === true ? (ofAll ??= allOf([...amounts, ...this.amounts.values()])) : (ofSaid ??= allOf(amounts));
				return results.some((known) => isFounded(reading, hedge, known));
			});
	}

	/** Whether the two numbers are next to each other. */
	hasPair({ numbers }: Pair): boolean {
		return this.pairs.has(numbers.join(':'));
	}

	/** Whether the digits are written the same, for what has no value: `10.2.1`. */
	writes(digits: string): boolean {
		return this.digits.has(digits);
	}

	/** Whether the words are in the sources one after the other; they may be in another case. */
	quotes(quote: string): boolean {
		return piecesOf(quote).every((piece) => {
			const words = foldWords(piece);
			if (this.folded.includes(` ${words.join(' ')} `) || words.length === 0) return true;
			// The name of a thing may be in letters of another alphabet.
			if (
				words.length <= LONGEST_NAME &&
				words.every((word) => (/^\d/.test(word) ? this.words.includes(word) : this.known.has(word) || this.known.hasLike(word)))
			)
				return true;
			return words.every((word) => /^\d/.test(word) || this.known.has(word)) && this.hasFormsOf(words);
		});
	}

	private hasFormsOf(words: readonly string[]): boolean {
		const forms = words.map((word) => this.known.like(word));
		return this.words.some((_, at) => forms.every((form, index) => form.has(this.words[at + index] ?? '')));
	}

	private add(reading: Reading, hedge: Hedge | null): void {
		if (reading.kind === 'amount') this.addAmount({ ...reading, hedge, ofDate: false });
		else if (reading.kind === 'both') for (const part of reading.parts) this.add(part, null);
		else if (reading.kind === 'weekday') this.weekdays.add(reading.day);
		else if (reading.kind === 'time') this.times.push(reading);
		else this.addDay(reading);
	}

	private addDay(day: Day): void {
		this.days.push(day);
		const weekday = weekdayOf(day);
		if (weekday !== null) this.weekdays.add(weekday);
		const number = { kind: 'amount', unit: null, ordinal: true, scaled: false, hedge: null } as const;
		if (day.day !== undefined) this.addAmount({ ...number, value: day.day, ofDate: true });
		if (day.year !== undefined) this.addAmount({ ...number, value: day.year, ofDate: false });
	}

	private addAmount(amount: Known): void {
		const { value, high, unit, hedge, ofDate } = amount;
		const key = [value, high, unit?.dimension, unit?.factor, hedge, ofDate].join('|');
		if (this.amounts.has(key)) return;
		this.amounts.set(key, amount);
		const same = this.exact.get(value) ?? [];
		if (same.length === 0) this.exact.set(value, same);
		same.push(amount);
		if (Number.isInteger(value)) this.years.add(Math.round((value + (high ?? value)) / 2));
	}

	private hasReading(reading: Reading, hedge: Hedge | null): boolean {
		if (reading.kind === 'both') return reading.parts.length > 0 && reading.parts.every((part) => this.hasReading(part, null));
		if (reading.kind === 'weekday') return this.weekdays.has(reading.day);
		if (reading.kind === 'time') return this.times.some((time) => isSameTime(reading, time));
		if (reading.kind === 'date') return this.days.some((day) => this.isSameDay(reading, day));
		const founds = (known: Known): boolean => isFounded(reading, hedge, known);
		return this.exact.get(reading.value)?.some(founds) === true || this.isOfYears(reading) || [...this.amounts.values()].some(founds);
	}

	/** `two years ago`, from one year of the sources to another; `the 19th century` of one. */
	private isOfYears({ value, unit, ordinal }: Amount): boolean {
		if (unit === CENTURIES && ordinal)
			return [...this.years].some((year) => year > 1_000 && year < 2_100 && Math.ceil(year / 100) === value);
		if (unit !== YEARS) return false;
		const years = [...this.years].filter((year) => year >= 1_800 && year < 2_100);
		return years.some((year) => this.years.has(year + value) && year + value < 2_100);
	}

	/** A text may leave out year or day; a year that its date lacks may be elsewhere in the sources. */
	private isSameDay(said: Day, known: Day): boolean {
		const hasYear = said.year === undefined || said.year === known.year || (known.year === undefined && this.years.has(said.year));
		return said.month === known.month && (said.day === undefined || said.day === known.day) && hasYear;
	}
}
