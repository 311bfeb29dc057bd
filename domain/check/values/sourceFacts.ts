/** Whether sources say a value, in these or other words. */
import type { Amount } from './amounts.ts';
import { weekdayOf, type Day, type Time } from './moments.ts';
import { KnownWords, capitalisesNouns, mixesAlphabets } from './names.ts';
import { foldWords, piecesOf, unbroken } from './quotes.ts';
import { readText, wordsOf, type Pair, type ReadText, type Reading, type Value } from './read.ts';
import { UNITS } from './units.ts';
import { WEEKDAYS, look, type Hedge } from './words.ts';

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

const HALF_A_DEGREE = 0.51;

/** A temperature in degrees Celsius; NaN for anything else. */
function celsiusOf({ value, unit }: Amount): number {
	if (unit?.dimension === 'fahrenheit') return (value - 32) / 1.8;
	return unit?.dimension === 'celsius' ? value : Number.NaN;
}

function isFounded(said: Amount, hedge: Hedge | null, known: Known): boolean {
	if (known.ofDate && !said.ordinal) return false;
	if (said.high !== undefined || known.high !== undefined) return isStretchOf(said, known);
	const hasUnits = said.unit !== null && known.unit !== null;
	if (hasUnits && said.unit.dimension !== known.unit.dimension) return Math.abs(celsiusOf(said) - celsiusOf(known)) < HALF_A_DEGREE;
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

/** What is plainly counted: no order, stretch or year. */
const plainAmounts = ({ kind, weak, readings }: Value): Amount[] =>
	kind !== 'number' || weak
		? []
		: readings.flatMap((reading) => (reading.kind === 'amount' && !reading.ordinal && reading.high === undefined ? [reading] : []));

/** Words that leave open how much of it there is. */
const LIMIT = /^(?:up|most|max|maximum|limit|capacity|can|could|may|might|room|at|ceiling|вмест|лимит|предел|максим|могут|может|не)/u;
/** Words of a change: `rose up to 40`, `вырос до 40` say what it is now. */
const CHANGE =
	/^(?:rose|rise|rais|grew|grow|went|climb|increas|jump|from|рос|выро|увелич|под|сни|упа|сокра|повы|расши|дове|умень|дошл?|c|с|от|из)$/u;
const CHANGE_STEM = /^(?:вырос|увелич|подн|подо|поде|сниз|сниж|упал|сократ|повы|расшир|довел|уменьш|rais|increas|climb)/u;
/** In Russian `до` is a limit only behind what has one. */
const LIMITED = new RegExp(
	`(?:^| )(?:${[
		'up to|at most|as much as|(?:no|not) more than|maximum of|не (?:более|больше|свыше)(?: чем)?|максимум',
		String.raw`(?:мож[а-я]{2}|мог[а-я]{1,3}|смо[жг][а-я]{1,3}|разреш\p{L}*) \p{L}+ до`,
		String.raw`(?:вмещ|вмест|скидк|штраф|рассчит|размер|срок|перевоз|выдерж|берет|длит)\p{L}*(?: \p{L}+)? до`,
	].join('|')})$`,
	'u',
);
const MIN_COMMON_WORDS = 2;
/** An article has fewer with a weekday. */
const MOST_SENTENCES = 500;
const STEM_LETTERS = 4;

function isLimit(tokens: ReadText['tokens'], from: number): boolean {
	// A sign of a currency may be between.
	const before = tokens
		.slice(Math.max(0, from - 4), from)
		.map(({ word }) => word)
		.filter((word) => !/^\p{Sc}$/u.test(word));
	const clause = tokens.slice(Math.max(0, from - 8), from).map(({ word }) => word);
	if (clause.some((word) => CHANGE.test(word) || CHANGE_STEM.test(word))) return false;
	return LIMITED.test(before.join(' '));
}

/** The significant words of a text by their beginnings, without weekdays. */
const stemsOf = (tokens: ReadText['tokens']): Set<string> =>
	new Set(
		tokens
			.filter(({ word, kind }) => kind === 'word' && word.length >= STEM_LETTERS && look(WEEKDAYS, word.replace(/'s$/, '')) === undefined)
			.map(({ word }) => word.slice(0, STEM_LETTERS)),
	);

const daysIn = (values: readonly Value[]): number[] =>
	values.flatMap(({ readings }) => readings.flatMap((reading) => (reading.kind === 'weekday' ? [reading.day] : [])));

interface Sentence {
	readonly days: readonly number[];
	readonly stems: ReadonlySet<string>;
}

/** The sentences with a weekday. */
function sentencesIn({ tokens, values }: ReadText): Sentence[] {
	const weekdays = values.filter(({ kind }) => kind === 'weekday');
	const ends = weekdays.length === 0 ? [] : [...tokens.flatMap(({ text }, at) => (/^[.!?\n;]$/.test(text) ? [at] : [])), tokens.length];
	const byEnd = new Map<number, Value[]>();
	let next = 0;
	for (const weekday of weekdays) {
		while ((ends[next] ?? tokens.length) < weekday.from) next += 1;
		byEnd.set(next, [...(byEnd.get(next) ?? []), weekday]);
	}
	return [...byEnd]
		.slice(0, MOST_SENTENCES)
		.map(([at, days]) => ({ days: daysIn(days), stems: stemsOf(tokens.slice((ends[at - 1] ?? -1) + 1, ends[at])) }));
}

const keyOf = ({ value, unit }: Amount): string => `${value}|${unit?.dimension ?? ''}`;

/** By amount, whether a text says it as a limit only. */
function limitsIn({ tokens, values }: ReadText): ReadonlyMap<string, boolean> {
	const limited = new Map<string, boolean>();
	for (const value of values)
		for (const amount of plainAmounts(value))
			limited.set(keyOf(amount), limited.get(keyOf(amount)) !== false && isLimit(tokens, value.from));
	return limited;
}

interface DatedWeekday {
	readonly value: Value;
	readonly day: number;
	readonly date: Day;
}

/** Weekdays beside a day: `Tuesday, 16 March`. */
function weekdaysOfDays({ values }: ReadText): DatedWeekday[] {
	return values.flatMap((value, at) => {
		const neighbours = [values[at - 1], values[at + 1]].filter((one) => one !== undefined);
		const beside = neighbours.filter((one) => Math.min(Math.abs(one.from - value.to), Math.abs(value.from - one.to)) <= 1);
		const dates = beside.flatMap(({ kind, readings: [date] }) =>
			kind === 'date' && date?.kind === 'date' && date.day !== undefined ? [date] : [],
		);
		const [day] = value.readings.flatMap((reading) => (reading.kind === 'weekday' ? [reading.day] : []));
		return day === undefined ? [] : dates.map((date) => ({ value, day, date }));
	});
}

/** Everything that sources say, to hold texts against. */
export class SourceFacts {
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
	/** With quotations that nobody breaks. */
	private readonly spoken: string;
	readonly capitalisesNouns: boolean;
	/** Whether the rules know its language. */
	readonly isRead: boolean;
	private readonly read: ReadText;
	/** Words that are written in letters of two alphabets. */
	private readonly mixed: ReadonlySet<string>;
	private limited: ReadonlyMap<string, boolean> | undefined;
	private sentences: readonly Sentence[] | undefined;
	private dated: readonly DatedWeekday[] | undefined;

	constructor(sources: string | ReadText) {
		this.read = typeof sources === 'string' ? readText(sources) : sources;
		const { text, tokens, values, pairs } = this.read;
		this.capitalisesNouns = capitalisesNouns(tokens);
		this.isRead = this.read.isRead;
		const written = tokens.flatMap(({ kind }, at) => (kind === 'word' ? [wordsOf(this.read, at, at + 1)] : []));
		this.mixed = new Set(written.filter(mixesAlphabets));
		for (const { numbers } of pairs) this.pairs.add(numbers.join(':'));
		this.text = text;
		this.digits = new Set(tokens.flatMap((token) => (token.kind === 'number' ? [token.text] : [])));
		this.known = new KnownWords(tokens);
		this.words = foldWords(text);
		this.folded = ` ${this.words.join(' ')} `;
		this.spoken = ` ${foldWords(unbroken(text)).join(' ')} `;
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
			const whole = ` ${words.join(' ')} `;
			if (this.folded.includes(whole) || this.spoken.includes(whole) || words.length === 0) return true;
			// The name of a thing may be in letters of another alphabet.
			if (
				words.length <= LONGEST_NAME &&
				words.every((word) => (/^\d/.test(word) ? this.words.includes(word) : this.known.has(word) || this.known.hasLike(word)))
			)
				return true;
			return words.every((word) => /^\d/.test(word) || this.known.has(word)) && this.hasFormsOf(words);
		});
	}

	/** Whether a word only looks like a name, in letters of two alphabets, and the sources do not write it so. */
	mixes(word: string): boolean {
		return mixesAlphabets(word) && !this.mixed.has(word);
	}

	/** Whether the sources give a number as a limit only: `up to 200`. */
	limits(said: Value, { tokens }: ReadText): boolean {
		const amounts = plainAmounts(said);
		if (said.hedge !== null || amounts.length === 0) return false;
		const limited = (this.limited ??= limitsIn(this.read));
		if (!amounts.some((amount) => limited.get(keyOf(amount)) === true)) return false;
		return !tokens.some(({ word }) => LIMIT.test(word)) && !isLimit(tokens, said.from);
	}

	/** Whether the calendar has another weekday on a day of the text, and the sources do not say it so. */
	contradictsCalendar(weekday: Value, text: ReadText): boolean {
		const pairs = (this.dated ??= weekdaysOfDays(this.read));
		return weekdaysOfDays(text).some(({ value, day, date }) => {
			if (value !== weekday || pairs.some((known) => known.day === day && this.isSameDay(date, known.date))) return false;
			const known = date.year === undefined ? this.days.filter((one) => this.isSameDay(date, one)) : [date];
			const days = known.flatMap(({ year }) => (year === undefined ? [] : [weekdayOf({ ...date, year })]));
			return days.length > 0 && days.every((one) => one !== null && one !== day);
		});
	}

	/** Whether the sources say what a text says of another weekday: beside its own they have no word of it. */
	movesWeekday(weekday: Value, text: ReadText): boolean {
		const [own] = daysIn([weekday]);
		const said = [...stemsOf(text.tokens)];
		let [beside, elsewhere] = [0, 0];
		for (const { days, stems } of (this.sentences ??= sentencesIn(this.read))) {
			const common = said.filter((stem) => stems.has(stem)).length;
			if (days.some((day) => day === own)) beside = Math.max(beside, common);
			else elsewhere = Math.max(elsewhere, common);
		}
		return own !== undefined && beside === 0 && elsewhere >= MIN_COMMON_WORDS;
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
