import { expect } from 'chai';
import { periodIn, withoutPeriod } from '../../../domain/schedule/period.ts';

/** Wednesday, 25 November 2026, 12:00 in Berlin. */
const NOW = Date.parse('2026-11-25T11:00:00Z');

describe('a time that a question names', () => {
	const days = (text: string) => {
		const found = periodIn(text, NOW, 'Europe/Berlin');
		return found === undefined ? null : [found.fromMs, found.toMs].map((atMs) => new Date(atMs).toISOString().slice(0, 13));
	};

	it('is found in each language of the chat', () => {
		for (const words of [
			...['what did we post last week', 'что мы публиковали на прошлой неделе', 'was hatten wir letzte Woche', 'la semana pasada'],
			...['la semaine dernière', 'la settimana scorsa', 'na semana passada', 'минулого тижня', 'w zeszłym tygodniu', 'geçen hafta'],
		])
			expect(days(words), words).to.deep.equal(['2026-11-15T23', '2026-11-22T23']);
		expect(days('this month?')).to.deep.equal(['2026-10-31T23', '2026-11-25T23']);
		expect(days('last month'), 'with the hour of summer').to.deep.equal(['2026-09-30T22', '2026-10-31T23']);
		expect(days('yesterday')).to.deep.equal(['2026-11-23T23', '2026-11-24T23']);
		expect(days('what did we post about ferries')).to.equal(null);
	});

	it('is no part of what the question is about', () => {
		expect(withoutPeriod('ferries last week')).to.equal('ferries');
		expect(withoutPeriod('last week')).to.equal('');
	});
});
