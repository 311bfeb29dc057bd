import { CopydeskError } from '@copydesk/domain/errors';
import type { Log } from '@copydesk/kit/log';
import { createSemaphore } from '@copydesk/kit/semaphore';
import type { RendererMetrics } from '../metrics.ts';
import type { AssetStore } from '../store/types.ts';
import { sha256Of } from '../sha256.ts';

/** The most files in memory at one time: an image may have 10 MiB. */
const MOST_READS = 16;

export interface AssetReader {
	/** The bytes if the file is intact. Undefined if it is missing or altered, which is logged and counted. */
	readIfWhole(assetId: string): Promise<Buffer | undefined>;
	/** @throws CopydeskError integrity_violation if the file is missing or altered */
	readWhole(assetId: string): Promise<Buffer>;
}

export function createAssetReader(deps: { readonly store: AssetStore; readonly metrics: RendererMetrics; readonly log: Log }): AssetReader {
	const { store, metrics, log } = deps;
	const semaphore = createSemaphore(MOST_READS, Infinity);

	async function readIfWhole(assetId: string): Promise<Buffer | undefined> {
		const giveBack = await semaphore.acquire();
		try {
			const bytes = await store.read(assetId);
			if (bytes !== undefined && (await sha256Of(bytes)) === assetId) return bytes;
			metrics.integrityViolation();
			log.error(
				{ asset_id: assetId, found: bytes === undefined ? 'missing' : 'altered' },
				'a stored file is not what it was when it was stored',
			);
			return undefined;
		} finally {
			giveBack();
		}
	}
	return {
		readIfWhole,
		async readWhole(assetId) {
			const bytes = await readIfWhole(assetId);
			if (bytes === undefined) throw new CopydeskError('integrity_violation', `asset ${assetId} is missing or altered`);
			return bytes;
		},
	};
}
