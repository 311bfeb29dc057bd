import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { createTurns } from '@copydesk/kit/turns';

describe('Turns at a route', () => {
	const stateOf = (turn: Promise<void>): Promise<string> =>
		Promise.race([
			turn.then(
				() => 'begun',
				(error: { code: string }) => error.code,
			),
			new Promise<string>((resolve) => setImmediate(() => resolve('waiting'))),
		]);

	it('come in order, a bounded number at one time and a bounded number waiting', async () => {
		const turns = createTurns(2, 2);
		const responses = Array.from({ length: 5 }, () => new EventEmitter());
		const taken = responses.map((response) => turns.take(response));
		expect(await Promise.all(taken.map(stateOf))).to.deep.equal(['begun', 'begun', 'waiting', 'waiting', 'busy']);
		responses[1]!.emit('close');
		expect(await Promise.all(taken.slice(0, 4).map(stateOf))).to.deep.equal(['begun', 'begun', 'begun', 'waiting']);
		responses[0]!.emit('close');
		responses[2]!.emit('close');
		expect(await stateOf(taken[3]!)).to.equal('begun');
		const late = turns.take(new EventEmitter());
		expect(await stateOf(late)).to.equal('begun');
		expect(await stateOf(turns.take(new EventEmitter()))).to.equal('waiting');
	});

	it('are not kept for a client that has left', async () => {
		const turns = createTurns(1);
		const [first, second, third] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
		await turns.take(first);
		const left = turns.take(second);
		const next = turns.take(third);
		second.emit('close');
		expect(await stateOf(left)).to.equal('malformed_request');
		first.emit('close');
		expect(await stateOf(next)).to.equal('begun');
	});
});
