import { expect } from 'chai';
import fc from 'fast-check';

import { unfounded } from '../../../../domain/check/hints.ts';
import { Grounds } from '../../../../domain/check/values/grounds.ts';
import { readText } from '../../../../domain/check/values/read.ts';

const missing = (text: string, source: string): string[] => unfounded(text, new Grounds(source)).map((finding) => finding.text);
const amountsOf = (text: string): number[] =>
	readText(text).values.flatMap(({ readings }) => readings.flatMap((reading) => (reading.kind === 'amount' ? [reading.value] : [])));

const ONES =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety';
const RUSSIAN_ONES =
	'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать ' +
	'шестнадцать семнадцать восемнадцать девятнадцать';
const RUSSIAN_TENS = '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто';
const RUSSIAN_HUNDREDS = '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот';
const nth = (list: string, at: number): string => list.split(' ')[at] ?? '';

function english(value: number): string {
	if (value < 20) return nth(ONES, value);
	if (value < 100) return `${nth(TENS, Math.floor(value / 10))}${value % 10 === 0 ? '' : `-${nth(ONES, value % 10)}`}`;
	if (value < 1_000) return `${nth(ONES, Math.floor(value / 100))} hundred${value % 100 === 0 ? '' : ` and ${english(value % 100)}`}`;
	return `${english(Math.floor(value / 1_000))} thousand${value % 1_000 === 0 ? '' : ` ${english(value % 1_000)}`}`;
}

function russian(value: number): string {
	if (value < 20) return nth(RUSSIAN_ONES, value);
	const [large, rest, list] = value < 100 ? [10, value % 10, RUSSIAN_TENS] : [100, value % 100, RUSSIAN_HUNDREDS];
	if (value < 1_000) return `${nth(list, Math.floor(value / large))}${rest === 0 ? '' : ` ${russian(rest)}`}`;
	return `${russian(Math.floor(value / 1_000))} тысяч${value % 1_000 === 0 ? '' : ` ${russian(value % 1_000)}`}`;
}

describe('Values', () => {
	it('are the same number in words and in digits, in both languages', () => {
		fc.assert(
			fc.property(fc.integer({ min: 2, max: 999_999 }), (value) => {
				expect(amountsOf(english(value)), english(value)).to.deep.equal([value]);
				expect(amountsOf(russian(value)), russian(value)).to.deep.equal([value]);
			}),
		);
	});

	it('are read as they are written where they are versions or addresses', () => {
		const source = 'Version 10.2.1 came out on 12.11.2026, for 10.0.0.1.';
		expect(missing('On 12.11.2026 version 10.2.1 came to 10.0.0.1.', source)).to.deep.equal([]);
		expect(missing('Version 10.2.7 came to 10.0.0.2.', source)).to.deep.equal(['10.2.7', '10.0.0.2']);
	});

	it('follow from two numbers of the sources, but not from a table of them', () => {
		const table = (rows: number): string => Array.from({ length: rows }, (_, row) => `${(row + 1) * 1_000} tonnes.`).join(' ');
		expect(missing('It grew 2.5 times.', table(10))).to.deep.equal([]);
		expect(missing('It grew 2.5 times.', table(1_000))).to.deep.equal(['2.5']);
	});

	it('are the same number whatever parts its groups, and another one when a digit differs', () => {
		const written = [
			(value: number) => String(value),
			(value: number) => value.toLocaleString('en'),
			(value: number) => value.toLocaleString('en').replaceAll(',', '\u00a0'),
			(value: number) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
			(value: number) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
		];
		const forms = fc.constantFrom(...written);
		fc.assert(
			fc.property(fc.integer({ min: 2_200, max: 9_999_999 }), forms, forms, (value, one, other) => {
				expect(missing(`They sold ${one(value)} boats.`, `They sold ${other(value)} boats.`)).to.deep.equal([]);
				expect(missing(`They sold ${one(value + 1)} boats.`, `They sold ${other(value)} boats.`)).to.deep.equal([one(value + 1)]);
			}),
		);
	});

	it('are the same date in each of its forms, and another one the day after', () => {
		const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
		const forms = fc.constantFrom(
			(day: Date) => day.toISOString().slice(0, 10),
			(day: Date) => day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
			(day: Date) => day.toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
			(day: Date) => day.toISOString().slice(0, 10).split('-').reverse().join('.'),
			(day: Date) => `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()} года`,
		);
		const days = fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2049-12-30T00:00:00Z'), noInvalidDate: true });
		fc.assert(
			fc.property(days, forms, forms, (day, one, other) => {
				const next = new Date(day.getTime() + 86_400_000);
				expect(missing(`It was ${one(day)}, they say.`, `It was ${other(day)}, they say.`)).to.deep.equal([]);
				expect(missing(`It was ${one(next)}, they say.`, `It was ${other(day)}, they say.`)).to.have.length(1);
			}),
		);
	});

	it('are the same hour in each of its forms, and another one a minute later', () => {
		const two = (value: number): string => String(value).padStart(2, '0');
		const forms = fc.constantFrom(
			(hour: number, minute: number) => `${two(hour)}:${two(minute)}`,
			(hour: number, minute: number) => `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'a.m.' : 'p.m.'}`,
			(hour: number, minute: number) => `${hour % 12 === 0 ? 12 : hour % 12}.${two(minute)}${hour < 12 ? 'am' : 'pm'}`,
		);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 58 }), forms, forms, (hour, minute, one, other) => {
				expect(missing(`It begins at ${one(hour, minute)} there.`, `It begins at ${other(hour, minute)} there.`)).to.deep.equal([]);
				expect(missing(`It begins at ${one(hour, minute + 1)} there.`, `It begins at ${other(hour, minute)} there.`)).to.have.length(1);
			}),
		);
	});

	const wrong: readonly [why: string, text: string, source: string, found: string][] = [
		['a number in full-width digits', 'It sold １３ boats.', 'It sold 12 boats.', '１３'],
		['a number in Arabic digits', 'It sold ١٣ boats.', 'It sold 12 boats.', '١٣'],
		['a name with letters of two alphabets', 'So said Annа Ivаnova.', 'So said Anna Petrova.', 'Annа Ivаnova'],
		['a name that only looks like one', 'So said Annа Pеtrova.', 'So said Anna Petrova.', 'Annа Pеtrova'],
		['a limit', '200 people fit in.', 'Up to 200 people fit in.', '200'],
		['a limit in Russian', 'Паром вмещает 200 человек.', 'Паром вмещает до 200 человек.', '200'],
		['a limit of money', 'The fine is $500.', 'The fine is at most $500.', '500'],
		[
			'another weekday than the calendar has',
			'It opens on Tuesday, 16 March 2026.',
			'It opens on 16 March 2026, said he on Tuesday.',
			'Tuesday',
		],
		[
			'the weekday of something else',
			'The council votes on Tuesday.',
			'The council will vote on Monday. The mayor spoke on Tuesday.',
			'Tuesday',
		],
		['a part with a slash that is another one', '2/5 of the seats are sold.', 'Two thirds of the seats are sold.', '2/5'],
		[
			'a quotation that nobody breaks there',
			'She said: “We come today.”',
			'“We come,” she said. The ice is gone. “Not today.”',
			'We come today.',
		],
		['a number with a soft hyphen in it', 'It sold 1\u00ad3 boats.', 'It sold 12 boats.', '1\u00ad3'],
		['a rounding to the wrong side', 'It sold more than 1,200 boats.', 'It sold 1,187 boats.', '1,200'],
		['a rounding of the opposite', 'It sold more than 1,200 boats.', 'It sold nearly 1,200 boats.', '1,200'],
		['points instead of per cent', 'It rose by 3 percentage points.', 'It rose by 3 per cent.', '3 percentage points'],
		['another currency', 'It cost 5 dollars.', 'It cost 5 euros.', '5 dollars'],
		['a rounding from far below', 'Nearly 1,200 boats came.', 'There came 800 boats.', '1,200'],
		['another share', 'One in four came.', 'One in three of the 4 came.', 'One in four'],
		['a name that only ends as a people does', 'So said Julian Lee.', 'So said Julia Lee.', 'Julian Lee'],
		['another country', 'Norway won.', 'Sweden won.', 'Norway'],
		['another war', 'It was in World War I.', 'It was in World War II.', 'I'],
		['a result the other way', 'They won 4-3.', 'They won 4-2 in 3 hours.', '4-3'],
		['a sum of other numbers', 'Of the 18 there are 7 men and 9 women.', 'There are 7 men and 9 women.', '18'],
		['other degrees', 'It was 90 F.', 'It was 90 °C.', '90 F'],
		['a name that the source spells in both alphabets', 'Так сказал Макмаллен.', 'Джон Макмиллан (John McMillan) ушёл.', 'Макмаллен'],
		['a surname that only begins alike', 'Гендиректор — Сергей Александров.', 'Сергей Александровский ушёл.', 'Сергей Александров'],
		['a number of names in a row', 'So did these four: Kline, Moreau and Sato.', 'Kline, Moreau and Sato did so.', 'four'],
	];
	for (const [why, text, source, found] of wrong) it(`are told from ${why}`, () => expect(missing(text, source)).to.deep.equal([found]));

	const same: readonly [why: string, text: string, source: string][] = [
		['a name with letters of two alphabets that its source has too', 'So said Annа Pеtrova.', 'So said Annа Pеtrova.'],
		['a country by its other name', 'Паром идёт в Киргизию из Таллинна.', 'Из Таллина паром ушёл в Кыргызстан.'],
		['a country by its own name', 'They flew from Türkiye to the DRC.', 'Turkey and the Democratic Republic of the Congo agreed.'],
		['a country that the source calls otherwise', 'He left Holland for Burma.', 'He left the Netherlands for Myanmar.'],
		[
			'a part with a slash',
			'2/3 of the seats and 3/4 of the cabins are sold.',
			'Two thirds of the seats and three quarters of the cabins are sold.',
		],
		['a part in words', 'Продано две трети мест.', 'Продано 2/3 мест.'],
		['nouns of a language that gives all of them capitals', 'Nach Angaben der Stadt sind 300 Aussteller da.', 'Die Stadt hat 300 Gäste.'],
		['a quotation that somebody breaks', 'She said: “We come when the ice is gone.”', '“We come,” said Ann Lee, “when the ice is gone.”'],
		[
			'a quotation that is broken with dashes',
			'Она сказала: «Мы придём, когда сойдёт лёд».',
			'«Мы придём, — сказала она, — когда сойдёт лёд».',
		],
		['a limit in other words', 'At most 200 people fit in.', 'Up to 200 people fit in.'],
		['what a change leads up to', 'Выручка — 40 млрд.', 'Выручка выросла на треть, до 40 млрд.'],
		['an amount of two units', 'It took an hour and a half.', 'It took 1 hour 30 minutes.'],
		['a people of a country', 'The Qatari and the Kenyan side agreed.', 'Qatar agreed with Kenya.'],
		['frost', 'It was 6 degrees below zero.', 'It was −6 °C.'],
		['a century of a year', 'It is of the 19th century.', 'It was built in 1867.'],
		['years between two years', 'Two years ago it was 5.', 'It was 5 in 2024, and in 2026 it is 6.'],
		['a phrase for its abbreviation', 'So said Chief Executive Ann Lee.', 'So said CEO Ann Lee.'],
		['a ministry in one word', 'Так решил Минздрав.', 'Так решило Министерство здравоохранения.'],
		['hundreds for a number of them', 'Hundreds of boats came.', 'There came 412 boats.'],
		['a sum', 'Of the 16 there are 7 men and 9 women.', 'There are 7 men and 9 women.'],
		['a difference', 'Доля выросла на 1,9 п. п. — с 96,4 до 98,3%.', 'Доля — 98,3%, годом ранее — 96,4%.'],
		['a share of two numbers', 'More than half of the staff, 10 of 18, came.', 'Ten of the 18 staffers came.'],
		['how many times as much', 'It rose twofold.', 'It rose from 15 to 30.'],
		['a number of names in a row', 'Their names are known, all three: Kline, Moreau and Sato.', 'Kline, Moreau and Sato did so.'],
		['a fall', 'The shares fell 3.4 per cent.', 'Shares: −3.4%.'],
		['a rounding behind its number', 'Пришло триста человек с лишним.', 'Пришло 318 человек.'],
		['both days of a stretch', 'It runs from 11 to 21 October.', 'It is open Oct. 11–21.'],
		['the months of a quarter', 'За апрель—июнь приехали 84 000.', 'Во втором квартале приехали 84 тыс. человек.'],
		['a century in digits', 'It was in the 1300s.', 'It was in the 14th century.'],
		['a season of two years', 'The season 2025/26 begins.', 'The season 2025-2026 begins.'],
		['energy', 'It took 500 kilowatt-hours.', 'It took 500 kWh.'],
		['how long it took', 'Она пробежала за 23:41,8.', 'Её время — 23 минуты 41,8 секунды.'],
		['a place by its medal', 'Она заняла второе место.', 'Она взяла серебро.'],
		['a name in letters of another alphabet', 'Открыт завод «Теслы».', 'Tesla открыла завод.'],
		['a city by its adjective', 'Матч был в Казани.', 'Играл казанский клуб.'],
		['an abbreviation written out', 'So said Governor Kate Lee in Florida.', 'So said Gov. Kate Lee of Miami, FL, today.'],
		['a kind of thing', 'They met at Oxford University.', 'They met in Oxford.'],
		['the decade of a year', 'It was built in the 1990s.', 'It was built in 1994.'],
		['the weekday of a date', 'It opened on a Thursday.', 'It opened on 12 November 2026.'],
		['ends of a stretch that share a unit', 'It took at least 10 km.', 'It was 10–12 km long.'],
		['a quotation with a part left out', 'She said: “We came … too late.”', '“We came an hour too late,” she said.'],
	];
	for (const [why, text, source] of same) it(`may be ${why}`, () => expect(missing(text, source)).to.deep.equal([]));
});
