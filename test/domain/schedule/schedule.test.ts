import { expect } from 'chai';
import fc from 'fast-check';
import { freeSlots, parseSlots, type Slot } from '../../../domain/schedule/slots.ts';
import { readWhen } from '../../../domain/schedule/when.ts';
import { DAY_MS, momentAtOrAfter, momentOf, wallTimeAt } from '../../../domain/schedule/zone.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca', 'Asia/Kathmandu'];
const BERLIN = 'Europe/Berlin';
/** Monday, 23 November 2026, 16:00 in Berlin. */
const NOW = Date.parse('2026-11-23T15:00:00Z');

describe('wall time', () => {
	it('finds the moment that a clock shows, in six zones, for every minute that exists', () => {
		const moments = fc
			.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') })
			.map((ms) => Math.floor(ms / 60_000) * 60_000);
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), moments, (zone, atMs) => {
				const wall = wallTimeAt(atMs, zone);
				const found = momentOf(wall, zone);
				// An hour that comes twice is meant the first time.
				expect(found).to.be.at.most(atMs);
				expect(wallTimeAt(found ?? 0, zone)).to.deep.equal(wall);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('knows the hours that clocks skip and the hours that come twice', () => {
		const skipped = { year: 2027, month: 3, day: 28, hour: 2, minute: 30 };
		expect(momentOf(skipped, BERLIN)).to.equal(undefined);
		expect(momentAtOrAfter(skipped, BERLIN)).to.equal(Date.parse('2027-03-28T03:00:00+02:00'));
		expect(momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, BERLIN)).to.equal(Date.parse('2026-10-25T02:30:00+02:00'));
		expect(momentOf({ year: 2026, month: 11, day: 1, hour: 1, minute: 15 }, 'America/New_York')).to.equal(
			Date.parse('2026-11-01T01:15:00-04:00'),
		);
		// Half an hour only.
		expect(momentAtOrAfter({ year: 2026, month: 10, day: 4, hour: 2, minute: 10 }, 'Australia/Lord_Howe')).to.equal(
			Date.parse('2026-10-04T02:30:00+11:00'),
		);
		expect(momentAtOrAfter({ year: 2026, month: 2, day: 30, hour: 9, minute: 0 }, BERLIN)).to.equal(undefined);
	});
});

describe('slots', () => {
	it('are read with lists and ranges of days', () => {
		const at = (weekday: number, hour: number, minute = 0): Slot => ({ weekday, hour, minute });
		expect(parseSlots('mon-wed 9:00 18:30; sat,sun 11:00')).to.deep.equal({
			slots: [at(1, 9), at(1, 18, 30), at(2, 9), at(2, 18, 30), at(3, 9), at(3, 18, 30), at(6, 11), at(7, 11)],
		});
		expect(parseSlots('sat-mon 08:00')).to.deep.equal({ slots: [at(1, 8), at(6, 8), at(7, 8)] });
		expect(parseSlots('Пт-Сб 08:00; monday 9:00')).to.deep.equal({ slots: [at(1, 9), at(5, 8), at(6, 8)] });
		expect(parseSlots('')).to.deep.equal({ slots: [] });
		for (const wrong of ['mon', '9:00', 'mon 25:00', 'mon 9', 'someday 9:00', 'mon 9:00 whenever'])
			expect(parseSlots(`tue 10:00; ${wrong}`), wrong).to.deep.equal({ wrong });
	});

	it('are read in the other usual ways to write them, and a day after a time begins a new group', () => {
		for (const [written, plain] of [
			['mon-fri 09:00 18:30 sat 11:00', 'mon-fri 9:00 18:30; sat 11:00'],
			['mon–fri 09:00, sat: 11:00', 'mon-fri 9:00; sat 11:00'],
			['пн – пт 9.00', 'mon-fri 9:00'],
			['daily 10:00', 'mon-sun 10:00'],
			['каждый день 10:00', 'mon-sun 10:00'],
			['9:00, 18:30 mon', 'mon 9:00 18:30'],
			['будни 9:00 выходные 12:00', 'mon-fri 9:00; sat,sun 12:00'],
		] as const) {
			expect(parseSlots(plain), plain).to.have.property('slots');
			expect(parseSlots(written), written).to.deep.equal(parseSlots(plain));
		}
		// As earlier releases read them, because such settings are stored.
		expect(parseSlots('mon 9:00 tue')).to.deep.equal(parseSlots('mon,tue 9:00'));
		expect(parseSlots('10:00 mon, 12:00 tue')).to.deep.equal(parseSlots('mon,tue 10:00 12:00'));
	});

	it('are offered in order, with distance to what is planned and published', () => {
		const { slots } = parseSlots('mon-fri 09:00 18:30') as { slots: Slot[] };
		const wanted = { nowMs: NOW, zone: BERLIN, leastMinutesBetween: 30, count: 3 };
		const berlin = (text: string) => Date.parse(`${text}+01:00`);
		expect(freeSlots(slots, { ...wanted, taken: [] })).to.deep.equal(
			['2026-11-23T18:30:00', '2026-11-24T09:00:00', '2026-11-24T18:30:00'].map(berlin),
		);
		const taken = [berlin('2026-11-23T18:59:00'), berlin('2026-11-24T08:30:00'), berlin('2026-11-24T18:01:00')];
		expect(freeSlots(slots, { ...wanted, taken, count: 2 })).to.deep.equal(['2026-11-24T09:00:00', '2026-11-25T09:00:00'].map(berlin));
		expect(freeSlots([], { ...wanted, taken: [] })).to.deep.equal([]);
	});

	it('whose hour is skipped are offered at the next minute that exists', () => {
		const nowMs = Date.parse('2027-03-27T12:00:00Z');
		const offered = freeSlots([{ weekday: 7, hour: 2, minute: 30 }], { nowMs, zone: BERLIN, taken: [], leastMinutesBetween: 30, count: 1 });
		expect(offered).to.deep.equal([Date.parse('2027-03-28T03:00:00+02:00')]);
	});
});

describe('a time in words', () => {
	/** A time in Berlin, and the ways to say it. */
	const understood = `
		2026-11-23T16:01 | через минуту
		2026-11-23T16:15 | через четверть часа
		2026-11-23T16:21 | через двадцать одну минуту
		2026-11-23T16:25 | in twenty-five minutes
		2026-11-23T16:30 | in half an hour | через полчаса | in a half hour | через пол часа
		2026-11-23T16:45 | in 45 min
		2026-11-23T17:00 | mon 17:00 | in an hour | через час
		2026-11-23T17:20 | in 1h 20m | in 1 hour and 20 minutes | через 1 ч 20 мин
		2026-11-23T17:30 | in an hour and a half | in 1.5 hours | через 1,5 часа | через полтора часа | in 1h30
		2026-11-23T18:00 | 6pm | at 6 p.m. | in two hours | in 2 hours | через два часа | сегодня в 6 вечера | через 2 часа | через 2 ч.
		2026-11-23T18:00 | in 2hrs | in a couple of hours | через пару часов | 2 hours from now | in 2 hours time | ровно в 18:00
		2026-11-23T18:10 | ten past six pm
		2026-11-23T18:30 | 18:30 | at 18.30 | 18h30 | в 18:30 | в половине седьмого вечера | 18-30 | в 18 30 | 6:30p.m.
		2026-11-23T18:30 | in two and a half hours | через два с половиной часа
		2026-11-23T18:55 | без пяти семь вечера
		2026-11-23T19:45 | 19:45 tonight
		2026-11-23T20:00 | tonight at 8 | сегодня вечером в 8 | к восьми вечера
		2026-11-23T20:45 | без четверти девять вечера
		2026-11-23T21:30 | at nine thirty pm
		2026-11-23T23:15 | tonight at 11:15 pm
		2026-11-24T00:30 | завтра в полпервого ночи
		2026-11-24T06:30 | at half past six tomorrow
		2026-11-24T08:00 | 8 in the morning tomorrow
		2026-11-24T09:00 | tomorrow 9 | Tomorrow at 9am | at 9 tomorrow | завтра в 9 | завтра в 9 утра | tomorrow at 9. | 24-го в 9
		2026-11-24T09:00 | tomorrow at 9 oclock | tomorrow at 9 please | завтра — 9:00 | поставь на завтра в 9
		2026-11-24T12:00 | tomorrow at noon | 12 noon tomorrow
		2026-11-24T12:45 | tomorrow, quarter to one p.m.
		2026-11-24T13:00 | завтра в час дня
		2026-11-24T15:30 | завтра в 15 часов 30 минут
		2026-11-24T18:30 | Завтра в 18.30.
		2026-11-24T23:00 | завтра в 11 ночи
		2026-11-25T09:00 | the day after tomorrow by 9am
		2026-11-25T12:00 | послезавтра в полдень
		2026-11-25T18:00 | двадцать пятого ноября в 18:00
		2026-11-26T09:00 | in 3 days at 9
		2026-11-26T16:00 | in 3 days
		2026-11-27T18:00 | fri 18:00 | on Friday at 18:00 | Friday, 27 November, 18:00 | пт 18:00 | в пятницу в 18.00
		2026-11-27T18:00 | 18:00, пятница, 27 ноября | пт. 18:00 | coming friday 18:00
		2026-11-27T19:00 | friday evening at 7
		2026-11-28T11:00 | в эту субботу в 11
		2026-11-29T11:00 | воскресение 11:00
		2026-11-30T09:00 | mon 9:00
		2026-11-30T16:00 | через неделю
		2026-11-30T17:00 | next monday 17:00 | в следующий понедельник в 17 часов
		2026-11-30T18:00 | 30-11-2026 18:00 | 30 ноября 2026 г. в 18:00
		2026-12-01T06:00 | первого декабря в шесть утра
		2026-12-01T09:00 | first of december at 9
		2026-12-01T10:00 | on the 1st of December at 10
		2026-12-05T18:00 | 05.12 18:00
		2026-12-07T09:00 | in two weeks at 9
		2026-12-07T16:00 | через две недели
		2026-12-20T09:00 | on the 20th at 9
		2026-12-24T18:00 | 24.12. 18:00 | 24.12.2026 18:00 | 2026-12-24 18:00 | 24 December, 18:00 | on 24th december 2026 at 6 pm
		2026-12-24T18:00 | dec 24 18:00 | 24/12 at 18:00 | 24 декабря 18:00 | 24 декабря 2026 в 18:00
		2026-12-31T09:00 | Dec. 31 at 9 | 31 дек. 9:00 | 9:00 31.12 | 31.12.26 9:00 | 2026-12-31T09:00 | 12/31 9:00
		2026-12-31T18:00 | 31.12 6pm
		2026-12-31T18:30 | 18.30 31.12
		2027-01-02T10:00 | 2.1. 10:00
	`;
	for (const line of understood.trim().split('\n')) {
		const [wall = '', ...ways] = line.trim().split(' | ');
		for (const words of ways)
			it(`is understood: ${words}`, () => {
				expect(readWhen(words, NOW, BERLIN)).to.deep.equal({ kind: 'at', atMs: Date.parse(`${wall}:00+01:00`) });
			});
	}

	const understoodThen: readonly (readonly [said: string, words: string, meant: string])[] = [
		// The clocks are set back on 25 October and forward on 28 March.
		['2026-10-24T14:00:30+02:00', 'in 1 day', '2026-10-25T14:01+01:00'],
		['2026-10-24T14:00:00+02:00', 'in 24 hours', '2026-10-25T13:00+01:00'],
		['2026-10-25T02:30:00+01:00', 'in 2 hours', '2026-10-25T04:30+01:00'],
		['2026-10-01T14:00:30+02:00', 'in 60 days', '2026-11-30T14:01+01:00'],
		['2026-11-23T16:00:30+01:00', 'in 1440 hours', '2027-01-22T16:01+01:00'],
		['2027-03-28T15:00:00+02:00', 'sun 2:30', '2027-04-04T02:30+02:00'],
		// A Wednesday. In English the night goes on after midnight; in Russian its small hours belong to their own day.
		...(
			[
				['friday night at 12', '2026-11-21T00:00+01:00'],
				['wednesday night at 1', '2026-11-19T01:00+01:00'],
				['friday night at 1 am', '2026-11-21T01:00+01:00'],
				['tomorrow night at 12', '2026-11-20T00:00+01:00'],
				['tonight at 12', '2026-11-19T00:00+01:00'],
				['tonight at 1am', '2026-11-19T01:00+01:00'],
				['tonight at 5 pm', '2026-11-18T17:00+01:00'],
				['midnight', '2026-11-19T00:00+01:00'],
				['24:00', '2026-11-19T00:00+01:00'],
				['fri 24:00', '2026-11-21T00:00+01:00'],
				['сегодня в 12 ночи', '2026-11-19T00:00+01:00'],
				['в час ночи', '2026-11-19T01:00+01:00'],
				['в пятницу в 2 часа ночи', '2026-11-20T02:00+01:00'],
				['завтра днем в 13:00', '2026-11-19T13:00+01:00'],
			] as const
		).map(([words, meant]) => ['2026-11-18T16:00:00+01:00', words, meant] as const),
		['2026-11-18T23:30:00+01:00', '0:30', '2026-11-19T00:30+01:00'],
		['2026-11-18T23:30:00+01:00', '12am', '2026-11-19T00:00+01:00'],
		['2026-11-18T00:30:00+01:00', 'tonight at 1', '2026-11-18T01:00+01:00'],
	];
	for (const [said, words, meant] of understoodThen)
		it(`said at ${said} is understood: ${words}`, () => {
			expect(readWhen(words, Date.parse(said), BERLIN)).to.deep.equal({ kind: 'at', atMs: Date.parse(meant) });
		});

	it('are in the hour that comes twice, the second time where the first one is over', () => {
		const second = Date.parse('2026-10-25T02:10:00+01:00');
		const at = (words: string, nowMs: number): unknown => readWhen(words, nowMs, BERLIN);
		expect(at('2:30', second)).to.deep.equal({ kind: 'at', atMs: Date.parse('2026-10-25T02:30:00+01:00') });
		expect(at('today 2:59', second)).to.deep.equal({ kind: 'at', atMs: Date.parse('2026-10-25T02:59:00+01:00') });
		expect(at('25 October 2:15', Date.parse('2026-10-25T02:40:00+02:00'))).to.deep.equal({
			kind: 'at',
			atMs: Date.parse('2026-10-25T02:15:00+01:00'),
		});
		expect(at('2:30', Date.parse('2026-10-25T02:10:00+02:00'))).to.deep.equal({
			kind: 'at',
			atMs: Date.parse('2026-10-25T02:30:00+02:00'),
		});
		expect(at('2:05', second)).to.include({ kind: 'past' });
	});

	it('that cannot be is asked back with what was understood', () => {
		const berlin = (text: string) => Date.parse(`${text}:00+01:00`);
		expect(readWhen('15:59', NOW, BERLIN)).to.deep.equal({ kind: 'past', atMs: berlin('2026-11-23T15:59') });
		expect(readWhen('16:00', NOW, BERLIN)).to.include({ kind: 'past' });
		expect(readWhen('1:30', NOW, BERLIN)).to.include({ kind: 'past' });
		expect(readWhen('20.11. 18:00', NOW, BERLIN)).to.deep.equal({ kind: 'past', atMs: berlin('2026-11-20T18:00') });
		expect(readWhen('22.1. 16:00', NOW, BERLIN)).to.include({ kind: 'at' });
		expect(readWhen('22.1. 16:01', NOW, BERLIN)).to.deep.equal({ kind: 'too_far', atMs: berlin('2027-01-22T16:01') });
		expect(readWhen('31.11. 18:00', NOW, BERLIN)).to.deep.include({ kind: 'no_such_day' });
		expect(readWhen('28.3. 2:30', Date.parse('2027-03-01'), BERLIN)).to.deep.include({ kind: 'skipped' });
		expect(readWhen('25.10. 2:30', Date.parse('2026-10-20'), BERLIN)).to.deep.equal({
			kind: 'at',
			atMs: Date.parse('2026-10-25T02:30:00+02:00'),
		});
	});

	for (const words of [
		...['', '9', 'soon', 'tomorrow', 'fri', '25:00', '18:60', '13pm', 'at 12 in the evening', 'at 9 am in the evening'],
		// Either end of the day.
		'завтра в 12 ночи',
		'tomorrow at midnight',
		'in 2 days at midnight',
		'in 2 days at 12 at night',
		// Nobody says so: it may be a slip.
		...['в 11 дня', 'tomorrow morning', 'tomorrow 9 or 10', 'at 9, 10', 'tomorrow 5 to 7', 'tomorrow 10-11', '24.12. 2026'],
		...['18:30 мск', 'fri, 28 nov 18:00', 'fri sat 18:00', '18:30 18:40', 'in 2', 'in hours', 'завтра', 'скоро', '24.12.'],
	])
		it(`is not understood: ${JSON.stringify(words)}`, () => {
			expect(readWhen(words, NOW, BERLIN)).to.deep.equal({ kind: 'not_understood' });
		});

	it('never throws, and gives no moment that is past or more than 60 days ahead', () => {
		const word = fc.constantFrom(
			...['in', '2', 'hours', 'fri', '18:30', '31.2.', 'tomorrow', 'через', 'час', 'в', '9', 'утра', '12', '0000-00-00', '9999'],
		);
		fc.assert(
			fc.property(fc.array(word, { maxLength: 6 }), fc.constantFrom(...ZONES), (words, zone) => {
				const when = readWhen(words.join(' '), NOW, zone);
				if (when.kind === 'at') expect(when.atMs).to.be.within(NOW + 1, NOW + 60 * DAY_MS);
			}),
		);
	});
});
