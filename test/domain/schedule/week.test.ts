import { expect } from 'chai';
import { parseSlots } from '../../../domain/schedule/slots.ts';
import { asksForPlan, timesOfWeek, weekIn, weekdaysIn } from '../../../domain/schedule/week.ts';

const zone = 'Europe/Berlin';
/** Wednesday, 25 November 2026, 12:00 in Berlin. */
const NOW = Date.parse('2026-11-25T11:00:00Z');
const WORKDAYS = 'mon-fri 09:00 18:30';

describe('the times of a week', () => {
	const times = (slots: string, count: number, more: object = {}) => {
		const read = parseSlots(slots);
		const wanted = { nowMs: NOW, zone, taken: [], leastMinutesBetween: 60, count, weekdays: [], aboutMs: null, ...more };
		return timesOfWeek('slots' in read ? read.slots : [], wanted).map((atMs) => new Date(atMs).toISOString().slice(0, 16));
	};

	it('lie apart, on free times of the next week, and several on a day only where there are more posts than days', () => {
		expect(times(WORKDAYS, 3)).to.deep.equal(['2026-11-30T08:00', '2026-12-02T08:00', '2026-12-04T08:00']);
		expect(times('mon,tue 09:00 18:30', 3)).to.deep.equal(['2026-11-30T08:00', '2026-11-30T17:30', '2026-12-01T08:00']);
		expect(times('mon 09:00 09:30', 3), 'apart from each other').to.deep.equal(['2026-11-30T08:00']);
		expect(times('', 2), 'without usual times').to.deep.equal(['2026-12-01T09:00', '2026-12-05T09:00']);
	});

	it('leave out what is taken, and begin with the day that is named', () => {
		const taken = [Date.parse('2026-12-02T08:30:00Z')];
		expect(times('mon,wed,fri 09:00', 3, { taken })).to.deep.equal(['2026-11-30T08:00', '2026-12-04T08:00']);
		expect(times(WORKDAYS, 2, { aboutMs: Date.parse('2026-11-27T09:00:00Z') })).to.deep.equal(['2026-11-27T08:00', '2026-11-27T17:30']);
	});

	it('are on the days that are named, in the order of the posts', () => {
		const weekdays = weekdaysIn('Next week: friday the fair, понедельник – лодка, and one more');
		expect(weekdays).to.deep.equal([5, 1]);
		expect(times(WORKDAYS, 3, { weekdays })).to.deep.equal(['2026-12-04T08:00', '2026-11-30T08:00', '2026-12-02T08:00']);
	});

	it('are asked for by a command or by words that begin with it, in each language of the chat', () => {
		expect(weekIn('week: three posts about autumn')).to.equal('three posts about autumn');
		expect(['week', 'неделя', 'semana', 'next week', 'haftayı'].map(weekIn)).to.deep.equal(['', '', '', '', '']);
		expect(['12', 'weekend market', 'my week'].map(weekIn)).to.deep.equal([null, null, null]);
		const asked = ['plan next week: three posts', 'Запланируй неделю', 'Bitte plane drei Beiträge', 'gelecek haftayı planla'];
		expect(asked.map(asksForPlan)).to.deep.equal([true, true, true, true]);
		expect(['write three posts on how to plan a garden', 'planet earth: 3 posts'].map(asksForPlan)).to.deep.equal([false, false]);
	});
});
