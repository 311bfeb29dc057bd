import type { Api } from '@copydesk/kit/api';
import { RENDERER_VERSION } from './identity.ts';
import { assets } from './routes/assets.ts';
import { brands } from './routes/brands.ts';
import { covers } from './routes/covers.ts';
import { coversCheck } from './routes/coversCheck.ts';
import { healthz } from './routes/healthz.ts';
import { images } from './routes/images.ts';
import { metricsRoute } from './routes/metrics.ts';
import * as schemas from './routes/schemas.ts';

export const routes = [healthz, images, brands, covers, coversCheck, assets, metricsRoute];

/** The renderer as its OpenAPI document describes it. */
export const api: Api = {
	title: 'Copydesk cover renderer',
	version: RENDERER_VERSION,
	description: `Keeps source illustrations and makes 1080×1080 covers. It never truncates a text, never overwrites a cover and never
serves a byte that it has not checked.

Checks run in this order, and the first that fails is the answer: path (404), credential (401, before any body is
read), content type (415), size (413, counted while reading), JSON (400), fields (422), journal (409), then the work
itself. A known path with another method is 404 too.`,
	url: 'http://127.0.0.1:8090',
	key: { type: 'http', scheme: 'bearer' },
	routes,
	schemas,
};
