import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { openLog } from '@copydesk/kit/log';
import { createRendererMetrics } from '../../../services/renderer/src/metrics.ts';
import { createAssetReader } from '../../../services/renderer/src/operations/readAsset.ts';
import type { AssetReader } from '../../../services/renderer/src/operations/readAsset.ts';

describe('Reading stored files', () => {
	const whole = Buffer.from('as it was stored');
	const assetId = createHash('sha256').update(whole).digest('hex');
	/** Reads that the store has not answered yet. */
	let asked: ((bytes: Buffer | undefined) => void)[];
	let reader: AssetReader;
	beforeEach(() => {
		asked = [];
		const store = {
			begin: () => expect.fail('nothing is written'),
			read: () => new Promise<Buffer | undefined>((resolve) => asked.push(resolve)),
			probe: () => Promise.resolve(),
			sweep: () => Promise.resolve(0),
		};
		reader = createAssetReader({ store, metrics: createRendererMetrics(), log: openLog('test', 'silent') });
	});
	const settled = () => new Promise((resolve) => setImmediate(resolve));

	it('asks the store once for all who want a file at the same time', async () => {
		const reads = [reader.readWhole(assetId), reader.readWhole(assetId), reader.readIfWhole(assetId)];
		asked[0]?.(whole);
		expect(await Promise.all(reads)).to.deep.equal([whole, whole, whole]);
		expect(asked).to.have.length(1);
	});

	it('tells nobody of damage that was put right before he asked', async () => {
		const before = reader.readIfWhole(assetId);
		// Here somebody puts the file right, and somebody else who was told so asks for it.
		const after = [reader.readIfWhole(assetId), reader.readIfWhole(assetId)];
		asked[0]?.(Buffer.from('damaged'));
		expect(await before).to.equal(undefined);
		await settled();
		asked[1]?.(whole);
		expect(await Promise.all(after)).to.deep.equal([whole, whole]);
		expect(asked, 'and the two asked together').to.have.length(2);
	});

	it('says so when a file is missing', async () => {
		const reads = [1, 2].map(() => reader.readWhole(assetId).catch((error: { code: string }) => error.code));
		asked[0]?.(undefined);
		await settled();
		asked[1]?.(undefined);
		expect(await Promise.all(reads)).to.deep.equal(['integrity_violation', 'integrity_violation']);
	});
});
