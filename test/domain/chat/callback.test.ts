import { expect } from 'chai';
import { callbackData, parseCallbackData } from '@copydesk/domain/chat/callback';

describe('Button data', () => {
	it('is written and read as cd1|action|draft_key|version', () => {
		expect(callbackData({ action: 'publish', draftKey: 'p812', version: 3 })).to.equal('cd1|publish|p812|3');
		expect(parseCallbackData('cd1|publish|p812|3')).to.deep.equal({ action: 'publish', draftKey: 'p812', version: 3 });
		for (const action of ['take', 'skip'] as const)
			expect(parseCallbackData(`cd1|${action}|b7|1|4`)).to.deep.equal({ action, draftKey: 'b7', version: 1, item: 4 });
	});

	it("fits the messenger's 64 bytes with the longest key and version", () => {
		expect(callbackData({ action: 'feedback', draftKey: 'k'.repeat(40), version: 1_000_000 })).to.have.length(61);
		expect(() => callbackData({ action: 'publish', draftKey: 'k'.repeat(41), version: 1 })).to.throw('64');
		expect(() => callbackData({ action: 'publish', draftKey: 'я', version: 1 })).to.throw('64');
	});

	it('is refused in every shape that we would not have written, because anybody can send any data', () => {
		const foreign = [
			...['', 'cd1', 'cd1|publish', 'cd1|publish|p1', 'cd2|publish|p1|1', 'cd1|delete|p1|1', 'cd1|publish|p1|0'],
			...['cd1|publish|p1|01', 'cd1|publish|p1|1000001', 'cd1|publish|p1|-1'],
		];
		const more = [
			...['cd1|publish|p1|1e2', 'cd1|publish|p1|1|2', 'cd1|take|p1|1', 'cd1|skip|p1|1', 'cd1|take|p1|1|0', 'cd1|take|p1|1|2|3'],
			...['cd1|publish|-p|1', `cd1|publish|${'k'.repeat(41)}|1`, 'cd1|publish|p 1|1', ' cd1|publish|p1|1'],
			...['cd1|constructor|p1|1'],
		];
		for (const data of [...foreign, ...more]) expect(parseCallbackData(data), data).to.equal(undefined);
	});
});
