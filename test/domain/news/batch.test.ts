import { expect } from 'chai';
import { batchKeyOfDay, batchKeyOfEvent, cardKey, isDay, itemOfCardKey } from '@copydesk/domain/news/batch';

describe('Keys of news batches', () => {
	it('are short, because a button has them', () => {
		expect(batchKeyOfEvent('u:5001')).to.equal('n5001');
		expect(batchKeyOfEvent('i:daily_offer:4f1c')).to.equal(undefined);
		expect(batchKeyOfDay('2026-11-22')).to.equal('d20261122');
	});

	it('know a day of the calendar from anything else', () => {
		for (const day of ['2026-11-22', '2028-02-29']) expect(isDay(day), day).to.equal(true);
		for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '20261122', '', '2026-11-22T00:00', '+02026-11-22']) {
			expect(isDay(day), day).to.equal(false);
		}
	});

	it('lead from a card back to its item, whichever attempt it was', () => {
		const ref = { batch_key: 'n5001', item: 3 };
		expect(cardKey(ref)).to.equal('n5001:3');
		for (const key of ['n5001:3', 'n5001:3#2', 'n5001:3#11']) expect(itemOfCardKey(key), key).to.deep.equal(ref);
		for (const key of ['n5001', 'n5001:0', 'n5001:x', 'n5001:3#', '']) expect(itemOfCardKey(key), key).to.equal(undefined);
	});
});
