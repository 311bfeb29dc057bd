import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Journal, StoredImage } from '../journal/journal.ts';
import type { RendererMetrics } from '../metrics.ts';
import { ownBytes } from '../ownBytes.ts';
import { sha256Of } from '../sha256.ts';
import type { Pool } from '../workers/pool.ts';
import type { AssetReader } from './readAsset.ts';

interface ImportedImage {
	readonly image: StoredImage;
	/** Whether these bytes are new. */
	readonly isNew: boolean;
}

export type ImageImporter = (bytes: Buffer) => Promise<ImportedImage>;

interface Parts {
	readonly journal: Journal;
	readonly pool: Pool;
	readonly metrics: RendererMetrics;
	readonly readAsset: AssetReader;
}

/**
 * Imports an image: judges it, stores it durably, and records it in the journal. Known bytes are not judged again; a damaged file is
 * replaced.
 * @throws CopydeskError invalid_image, busy, unavailable
 */
export function createImageImporter({ journal, pool, metrics, readAsset }: Parts): ImageImporter {
	const underWay = new Map<string, Promise<ImportedImage>>();

	async function importOnce(assetId: string, bytes: Buffer): Promise<ImportedImage> {
		const known = await journal.findImage(assetId);
		if (known !== undefined && (await readAsset.readIfWhole(assetId)) !== undefined) return { image: known, isNew: false };
		const { length } = bytes;
		const result = await pool.run({ kind: 'import', assetId, bytes: ownBytes(bytes) });
		if (result.kind !== 'imported') throw new TypeError(`Expected an import but the thread answered ${result.kind}`);
		metrics.phases(result.phases);
		const image = { assetId, bytes: length, width: result.width, height: result.height };
		const isNew = await journal.addImage(image);
		faultPoint('import.journalled');
		return { image, isNew };
	}

	return async (bytes) => {
		const assetId = await sha256Of(bytes);
		const shared = underWay.get(assetId);
		if (shared !== undefined) return { ...(await shared), isNew: false };
		const importing = importOnce(assetId, bytes).finally(() => underWay.delete(assetId));
		underWay.set(assetId, importing);
		return importing;
	};
}
