import { templateNamed } from '@copydesk/domain/cover/template';
import type { CoverRequest } from '@copydesk/domain/cover/cover';
import type { Journal } from '../journal/journal.ts';
import type { Setting } from '../render.ts';
import type { Pool } from '../workers/pool.ts';
import { demandImage } from './coverRequest.ts';
import { demandBrand } from './keepBrand.ts';
import type { AssetReader } from './readAsset.ts';

/** @throws CopydeskError image_not_found, layout_overflow, unsupported_character, busy, unavailable */
export type CoverChecker = (request: CoverRequest) => Promise<Setting>;

interface Parts {
	readonly journal: Journal;
	readonly pool: Pool;
	readonly readAsset: AssetReader;
}

/** Checks whether a cover could be made; stores nothing. */
export function createCoverChecker({ journal, pool, readAsset }: Parts): CoverChecker {
	return async ({ image_id: imageId, template_version: templateVersion, title, subtitle, category }) => {
		await demandBrand(journal, templateVersion);
		await demandImage(journal, imageId);
		const job = { kind: 'check', templateVersion, text: { title, subtitle, category } } as const;
		let result = await pool.run(job);
		const { brand } = templateNamed(templateVersion);
		if (result.kind === 'brand_needed' && brand !== null)
			result = await pool.run({ ...job, brand: new Uint8Array(await readAsset.readWhole(brand)) });
		if (result.kind !== 'checked') throw new TypeError(`Expected a check but the thread answered ${result.kind}`);
		return result;
	};
}
