import type { BrandRequest } from '@copydesk/domain/api/renderer';
import { templateNamed } from '@copydesk/domain/cover/template';
import { CopydeskError } from '@copydesk/domain/errors';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Journal } from '../journal/journal.ts';
import { brandFileOf } from '../template/brandFile.ts';
import type { Pool } from '../workers/pool.ts';
import type { AssetReader } from './readAsset.ts';

interface KeptBrand {
	readonly brandId: string;
	readonly bytes: number;
	readonly isNew: boolean;
}

export type BrandKeeper = (request: BrandRequest) => Promise<KeptBrand>;

interface Parts {
	readonly journal: Journal;
	readonly pool: Pool;
	readonly readAsset: AssetReader;
}

/**
 * Stores a brand like an image: judges it, stores it durably, and records it in the journal. The same brand gives the same file.
 * @throws CopydeskError invalid_request, busy, unavailable
 */
export function createBrandKeeper({ journal, pool, readAsset }: Parts): BrandKeeper {
	return async (request) => {
		const { bytes, sha256 } = brandFileOf(request);
		const { length } = bytes;
		const isKnown = (await journal.findBrand(sha256)) !== undefined && (await readAsset.readIfWhole(sha256)) !== undefined;
		if (isKnown) return { brandId: sha256, bytes: length, isNew: false };
		await pool.run({ kind: 'brand', assetId: sha256, bytes });
		const isNew = await journal.addBrand({ assetId: sha256, bytes: length, name: request.name });
		faultPoint('brand.journalled');
		return { brandId: sha256, bytes: length, isNew };
	};
}

/** @throws CopydeskError invalid_request if the brand is not stored */
export async function demandBrand(journal: Journal, templateVersion: string): Promise<void> {
	const { brand } = templateNamed(templateVersion);
	if (brand === null || (await journal.findBrand(brand)) !== undefined) return;
	throw new CopydeskError('invalid_request', `no brand ${brand}`, {
		fields: [{ path: 'template_version', message: 'Expected a brand that is stored here' }],
	});
}
