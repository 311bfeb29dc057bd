import { expect } from 'chai';
import { createSemaphore } from '@copydesk/kit/semaphore';

describe('A semaphore', () => {
	const stateOf = (permit: Promise<unknown>): Promise<string> =>
		Promise.race([
			permit.then(
				() => 'begun',
				(error: { code: string }) => error.code,
			),
			new Promise<string>((resolve) => setImmediate(() => resolve('waiting'))),
		]);

	it('lets a bounded number work and a bounded number wait, in order', async () => {
		const semaphore = createSemaphore(2, 2);
		const asked = Array.from({ length: 5 }, () => semaphore.acquire());
		expect(await Promise.all(asked.map(stateOf))).to.deep.equal(['begun', 'begun', 'waiting', 'waiting', 'busy']);
		(await asked[1]!)();
		(await asked[1]!)();
		expect(await Promise.all(asked.slice(0, 4).map(stateOf)), 'given back once, however often it is said').to.deep.equal([
			'begun',
			'begun',
			'begun',
			'waiting',
		]);
		(await asked[0]!)();
		(await asked[2]!)();
		expect(await stateOf(asked[3]!)).to.equal('begun');
		expect(await stateOf(semaphore.acquire())).to.equal('begun');
		expect(await stateOf(semaphore.acquire())).to.equal('waiting');
	});

	it('keeps no place for a client that has left', async () => {
		const semaphore = createSemaphore(1);
		const giveBack = await semaphore.acquire();
		const client = new AbortController();
		const left = semaphore.acquire(client.signal);
		const next = semaphore.acquire();
		client.abort();
		expect(await stateOf(left)).to.equal('malformed_request');
		giveBack();
		expect(await stateOf(next)).to.equal('begun');
	});
});
