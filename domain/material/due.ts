/** Which paid requests the work on a version can still make. */
import type { Material } from './material.ts';
import { hasPages } from './pages.ts';
import { isInWork } from './work.ts';

/** The fields of a version that this depends on. */
type Made = Pick<Material, 'state' | 'kind' | 'facts' | 'source_blocks' | 'cover_asset_id'>;

/** What a purpose needs beside a version in work; one that is not named here needs no more. */
const NEEDS: Readonly<Record<string, (made: Made) => boolean>> = {
	facts_extract: ({ kind, facts, source_blocks }) => facts === null && (kind === 'news' || hasPages(source_blocks)),
	illustration: ({ cover_asset_id }) => cover_asset_id === null,
	// News are classified before there is a version.
	classification: () => false,
};

/** Whether a paid request can be due in the work on this version. */
export const isDue = (purpose: string, version: Made): boolean =>
	isInWork(version.state) && (!Object.hasOwn(NEEDS, purpose) || NEEDS[purpose]?.(version) === true);
