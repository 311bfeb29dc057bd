import { CopydeskError } from '@copydesk/domain/errors';
import type { Log } from '@copydesk/kit/log';
import type { RendererMetrics } from '../metrics.ts';
import type { AssetStore } from '../store/types.ts';
import { sha256Of } from '../sha256.ts';

/** Reads of one file at a time are shared, and few files are in memory at once. */
const MOST_READS = 16;

export interface AssetReader {
	/** The bytes when they are whole, undefined when the file is missing or altered; that is logged and counted. */
	readIfWhole(assetId: string): Promise<Buffer | undefined>;
	/** @throws CopydeskError integrity_violation when the file is missing or altered */
	readWhole(assetId: string): Promise<Buffer>;
}

export function createAssetReader(deps: { readonly store: AssetStore; readonly metrics: RendererMetrics; readonly log: Log }): AssetReader {
	const { store, metrics, log } = deps;
	const underWay = new Map<string, Promise<Buffer | undefined>>();
	const waiting: (() => void)[] = [];
	let reading = 0;

	async function readAndCheck(assetId: string): Promise<Buffer | undefined> {
		if (reading >= MOST_READS) await new Promise<void>((resolve) => waiting.push(resolve));
		else reading += 1;
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
			// A turn is handed on, not given back, while somebody waits.
			const next = waiting.shift();
			if (next === undefined) reading -= 1;
			else next();
		}
	}

	const begin = (assetId: string): Promise<Buffer | undefined> => {
		const read = readAndCheck(assetId).finally(() => underWay.delete(assetId));
		underWay.set(assetId, read);
		return read;
	};
	const readIfWhole = async (assetId: string): Promise<Buffer | undefined> => {
		const shared = underWay.get(assetId);
		if (shared === undefined) return begin(assetId);
		// A read that began earlier may have met damage that was put right since.
		return (await shared) ?? underWay.get(assetId) ?? begin(assetId);
	};
	return {
		readIfWhole,
		async readWhole(assetId) {
			const bytes = await readIfWhole(assetId);
			if (bytes === undefined) throw new CopydeskError('integrity_violation', `asset ${assetId} is missing or altered`);
			return bytes;
		},
	};
}
