import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { openLog } from '@copydesk/kit/log';
import { createRendererMetrics } from '../../../services/renderer/src/metrics.ts';
import { createAssetReader, type AssetReader } from '../../../services/renderer/src/operations/readAsset.ts';

describe('Reading stored files', () => {
	const whole = Buffer.from('as it was stored');
	const assetId = createHash('sha256').update(whole).digest('hex');
	/** Reads that the store has not answered yet. */
	let asked: ((bytes: Buffer | undefined) => void)[];
	let reader: AssetReader;
	beforeEach(() => {
		asked = [];
		const store = {
			put: () => expect.fail('nothing is written'),
			read: () => new Promise<Buffer | undefined>((resolve) => asked.push(resolve)),
			probe: () => Promise.resolve(),
			sweep: () => Promise.resolve(0),
		};
		reader = createAssetReader({ store, metrics: createRendererMetrics(), log: openLog('test', 'silent') });
	});
	const settled = () => new Promise((resolve) => setImmediate(resolve));

	it('gives them out when they are what they were', async () => {
		const reads = [reader.readWhole(assetId), reader.readIfWhole(assetId)];
		await settled();
		for (const answer of asked) answer(whole);
		expect(await Promise.all(reads)).to.deep.equal([whole, whole]);
	});

	it('has few of them in memory at one time, however many are asked for', async () => {
		const reads = Array.from({ length: 40 }, () => reader.readWhole(assetId));
		for (let answered = 0; answered < 40; answered += 1) {
			await settled();
			expect(asked.length - answered).to.be.within(1, 16);
			asked[answered]!(whole);
		}
		expect(await Promise.all(reads)).to.have.length(40);
	});

	it('says so when a file is missing or altered', async () => {
		const reads = [1, 2].map(() => reader.readWhole(assetId).catch((error: { code: string }) => error.code));
		await settled();
		asked[0]?.(undefined);
		asked[1]?.(Buffer.from('damaged'));
		expect(await Promise.all(reads)).to.deep.equal(['integrity_violation', 'integrity_violation']);
	});
});
