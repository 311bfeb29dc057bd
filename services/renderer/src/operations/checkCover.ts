import type { CoverRequest } from '@copydesk/domain/cover/cover';
import type { Journal } from '../journal/journal.ts';
import type { Setting } from '../render.ts';
import type { Pool } from '../workers/pool.ts';
import { demandImage } from './coverRequest.ts';

/** @throws CopydeskError image_not_found, layout_overflow, unsupported_character, busy, unavailable */
export type CoverChecker = (request: CoverRequest) => Promise<Setting>;

/** Finds out whether a cover could be made; keeps nothing and takes no version. */
export function createCoverChecker({ journal, pool }: { readonly journal: Journal; readonly pool: Pool }): CoverChecker {
	return async ({ image_id: imageId, template_version: templateVersion, title, subtitle, category }) => {
		await demandImage(journal, imageId);
		const result = await pool.run({ kind: 'check', templateVersion, text: { title, subtitle, category } });
		if (result.kind !== 'checked') throw new TypeError(`Expected a check but the thread answered ${result.kind}`);
		return result;
	};
}
