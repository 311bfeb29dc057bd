import type { Log } from '@copydesk/kit/log';
import type { CoverChecker } from './operations/checkCover.ts';
import type { CoverMaker } from './operations/makeCover.ts';
import type { BrandKeeper } from './operations/keepBrand.ts';
import type { ImageImporter } from './operations/importImage.ts';
import type { AssetReader } from './operations/readAsset.ts';
import type { Journal } from './journal/journal.ts';
import type { RendererMetrics } from './metrics.ts';
import type { AssetStore } from './store/types.ts';
import type { Pool } from './workers/pool.ts';

/** What the routes use. */
export interface Deps {
	readonly journal: Journal;
	readonly store: AssetStore;
	readonly pool: Pool;
	readonly metrics: RendererMetrics;
	readonly log: Log;
	readonly importImage: ImageImporter;
	readonly keepBrand: BrandKeeper;
	readonly makeCover: CoverMaker;
	readonly checkCover: CoverChecker;
	readonly readAsset: AssetReader;
}
