import { expect } from 'chai';
import { isQuiet } from '@copydesk/domain/schedule/quiet';

const night = { from: '22:00', to: '08:00' };

describe('Quiet hours', () => {
	it('go over midnight, and end on the minute', () => {
		const at = (hour: number, minute = 0) => isQuiet(Date.UTC(2027, 0, 1, hour, minute), 'UTC', night);
		expect([at(21, 59), at(22), at(0), at(7, 59), at(8)]).to.deep.equal([false, true, true, true, false]);
	});

	it('are those of one day, or none', () => {
		const noon = Date.UTC(2027, 0, 1, 12);
		expect(isQuiet(noon, 'UTC', { from: '11:00', to: '13:00' })).to.equal(true);
		expect(isQuiet(noon, 'UTC', { from: '13:00', to: '14:00' })).to.equal(false);
		expect(isQuiet(noon, 'UTC', { from: '12:00', to: '12:00' })).to.equal(false);
	});

	it('are read from the clock on the wall, also in the night when it is set forward', () => {
		// 28 March 2027, 02:00 becomes 03:00 in Berlin, which is 01:00 UTC.
		expect(isQuiet(Date.UTC(2027, 2, 28, 5, 59), 'Europe/Berlin', night)).to.equal(true);
		expect(isQuiet(Date.UTC(2027, 2, 28, 6), 'Europe/Berlin', night)).to.equal(false);
		expect(isQuiet(Date.UTC(2027, 2, 27, 6, 59), 'Europe/Berlin', night)).to.equal(true);
	});
});
