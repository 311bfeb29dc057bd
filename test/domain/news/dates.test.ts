import { expect } from 'chai';
import { newsWindow, readDate } from '../../../domain/news/dates.ts';

const iso = (text: string): string | undefined => {
	const at = readDate(text);
	return at === undefined ? undefined : new Date(at).toISOString();
};

const readable: readonly (readonly [string, string])[] = [
	['Fri, 20 Nov 2026 06:30:15 GMT', '2026-11-20T06:30:15.000Z'],
	['20 Nov 2026 06:30 GMT', '2026-11-20T06:30:00.000Z'],
	['Mon, 20 Nov 2026 06:30:00 GMT', '2026-11-20T06:30:00.000Z'],
	['пт, 20 Nov 2026 06:30:00 GMT', '2026-11-20T06:30:00.000Z'],
	['1 nOV 26 06:30:00 UT', '2026-11-01T06:30:00.000Z'],
	['1 Nov 49 00:00:00 Z', '2049-11-01T00:00:00.000Z'],
	['1 Nov 50 00:00:00 Z', '1950-11-01T00:00:00.000Z'],
	['20 Nov 2026 06:30:00 +0330', '2026-11-20T03:00:00.000Z'],
	['20 Nov 2026 23:30:00 -0100', '2026-11-21T00:30:00.000Z'],
	['20 Nov 2026 00:00:00 EST', '2026-11-20T05:00:00.000Z'],
	['20 Nov 2026 00:00:00 EDT', '2026-11-20T04:00:00.000Z'],
	['20 Nov 2026 00:00:00 CST', '2026-11-20T06:00:00.000Z'],
	['20 Nov 2026 00:00:00 CDT', '2026-11-20T05:00:00.000Z'],
	['20 Nov 2026 00:00:00 MST', '2026-11-20T07:00:00.000Z'],
	['20 Nov 2026 00:00:00 MDT', '2026-11-20T06:00:00.000Z'],
	['20 Nov 2026 00:00:00 PST', '2026-11-20T08:00:00.000Z'],
	['20 Nov 2026 00:00:00 PDT', '2026-11-20T07:00:00.000Z'],
	['  Fri,\n\t20 Nov 2026  06:30:15   GMT ', '2026-11-20T06:30:15.000Z'],
	['29 Feb 2028 00:00:00 GMT', '2028-02-29T00:00:00.000Z'],
	['2026-11-20', '2026-11-20T00:00:00.000Z'],
	['2026-11-20T06:30', '2026-11-20T06:30:00.000Z'],
	['2026-11-20 06:30:15', '2026-11-20T06:30:15.000Z'],
	['2026-11-20T06:30:15Z', '2026-11-20T06:30:15.000Z'],
	['2026-11-20T06:30:15.5Z', '2026-11-20T06:30:15.500Z'],
	['2026-11-20T06:30:15.123456789Z', '2026-11-20T06:30:15.123Z'],
	['2026-11-20T06:30:15+03:00', '2026-11-20T03:30:15.000Z'],
	['2026-11-20T06:30:15-0430', '2026-11-20T11:00:15.000Z'],
	['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
];

const unreadable = [
	'',
	'yesterday',
	'hello 2026',
	'12',
	'1763620200',
	'31 Feb 2026 00:00:00 GMT',
	'29 Feb 2026 00:00:00 GMT',
	'0 Nov 2026 00:00:00 GMT',
	'31 Nov 2026 00:00:00 GMT',
	'20 ноя 2026 06:30:00 +0300',
	'20 November 2026 06:30:00 GMT',
	'20 Nov 2026 24:00:00 GMT',
	'20 Nov 2026 06:60:00 GMT',
	'20 Nov 2026 06:30:60 GMT',
	'20 Nov 2026 06:30:00',
	'20 Nov 2026 06:30:00 MSK',
	'20 Nov 2026 06:30:00 A',
	'20 Nov 2026 06:30:00 +2400',
	'20 Nov 2026 06:30:00 +0360',
	'20 Nov 226 06:30:00 GMT',
	'Nov 20, 2026 06:30:00 GMT',
	'2026-11-31',
	'2026-13-01',
	'2026-00-10',
	'2026-11-20T24:00:00Z',
	'2026-11-20T6:30Z',
	'2026-11-20  T06:30Z',
	'2026-11-20T06:30:15 Z',
	'2026-11-20Z',
	'2026-W47-5',
	'20261120T063000Z',
	'20.11.2026',
	'0000-01-01T00:00:00+01:00',
	'9999-12-31T23:00:00-05:00',
];

describe('reading dates', () => {
	for (const [text, expected] of readable) it(`reads ${JSON.stringify(text)}`, () => expect(iso(text)).to.equal(expected));
	for (const text of unreadable) it(`does not read ${JSON.stringify(text)}`, () => expect(iso(text)).to.equal(undefined));

	it('does not depend on the time zone of the machine', () => {
		const before = process.env['TZ'];
		process.env['TZ'] = 'America/New_York';
		try {
			expect(iso('2026-11-20T06:30')).to.equal('2026-11-20T06:30:00.000Z');
		} finally {
			if (before === undefined) delete process.env['TZ'];
			else process.env['TZ'] = before;
		}
	});
});

describe('the news windows', () => {
	const now = Date.UTC(2026, 10, 22, 12);
	const day = 86_400_000;

	it('are 7 and 30 days, both ends included', () => {
		expect([0, 7 * day, 7 * day + 1, 30 * day, 30 * day + 1].map((age) => newsWindow(now - age, now))).to.deep.equal([7, 7, 30, 30, null]);
	});

	it('take what is dated a little ahead for new', () => expect(newsWindow(now + day, now)).to.equal(7));
});
