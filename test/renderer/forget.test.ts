import { expect } from 'chai';
import { forget } from '../../services/renderer/src/forget.ts';

describe('forgetting bytes', () => {
	it('frees a picture with all that was cut from it, and bytes that have a buffer of their own', () => {
		const file = new Uint8Array(2_000_000);
		const [ground, band] = [file.subarray(32), file.subarray(0, 32)];
		const own = new Uint8Array(50_000);
		forget(ground);
		forget(own);
		expect([ground.length, band.length, own.length]).to.deep.equal([0, 0, 0]);
	});

	it('leaves small bytes alone, because others may see them', () => {
		const shared = new Uint8Array(65_536);
		const [one, other] = [shared.subarray(0, 30_000), shared.subarray(30_000)];
		const constant = Buffer.alloc(13);
		forget(one);
		forget(constant);
		expect([one.length, other.length, constant.length]).to.deep.equal([30_000, 35_536, 13]);
	});
});
