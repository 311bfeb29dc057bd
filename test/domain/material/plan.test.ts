import { expect } from 'chai';
import { LATEST_MS, dueNow } from '@copydesk/domain/material/plan';

const AT = 1_800_000_000_000;
const MINUTE = 60_000;
const LEAST = 30 * MINUTE;
const due = (nowMs: number, fired: { readonly firedAtMs: number; readonly atMs: number } | null, by_hand = false) =>
	dueNow({ at_ms: AT, by_hand }, { nowMs, lastPostMs: fired?.firedAtMs ?? null, lastFired: fired, leastMs: LEAST });

describe('A plan whose time has come', () => {
	it('goes out, late within a quarter of an hour, and is asked about after that', () => {
		expect([due(AT, null), due(AT + LATEST_MS, null), due(AT + LATEST_MS + 1, null)]).to.deep.equal(['go', 'go', 'late']);
		expect(due(AT + LATEST_MS + 1, null, true)).to.equal('go');
	});

	it('keeps the distance that people chose; after an outage the least distance', () => {
		const before = { firedAtMs: AT + MINUTE, atMs: AT - 2 * MINUTE };
		expect(due(AT + MINUTE + 5_000, before)).to.equal('wait');
		expect(due(AT + 10 * MINUTE, { firedAtMs: AT, atMs: AT - 2 * MINUTE })).to.equal('wait');
		expect(due(AT + 1_000, { firedAtMs: AT - 2 * MINUTE, atMs: AT - 2 * MINUTE })).to.equal('go');
	});

	it('keeps it too from a post that another instance fired a moment after this one looked at the clock', () => {
		expect(due(AT + 50_000, { firedAtMs: AT + 50_007, atMs: AT - 3 * MINUTE })).to.equal('wait');
		// A clock that was set back by hours holds nothing up.
		expect(due(AT + 50_000, { firedAtMs: AT + 180 * MINUTE, atMs: AT + 180 * MINUTE })).to.equal('go');
	});
});
