import type { Api } from '@copydesk/kit/api';
import { articles } from './routes/articles.ts';
import { feeds } from './routes/feeds.ts';
import { healthz } from './routes/healthz.ts';
import { metricsRoute } from './routes/metrics.ts';
import { search } from './routes/search.ts';
import * as schemas from './routes/schemas.ts';
import { READER_VERSION } from './version.ts';

export const routes = [healthz, feeds, articles, search, metricsRoute];

/** The reader as its OpenAPI document describes it. */
export const api: Api = {
	title: 'Copydesk reader',
	version: READER_VERSION,
	description: `Reads feeds and single articles of strangers, and searches for them: safe from request forgery, bounded in bytes, time and
memory, whole or not at all. It keeps nothing that another instance would need.

Checks run in this order, and the first that fails is the answer: path (404), credential (401, before any body is
read), content type (415), size (413, counted while reading), JSON (400), fields (422), then the work itself. A known
path with another method is 404 too.`,
	url: 'http://127.0.0.1:8092',
	key: { type: 'http', scheme: 'bearer' },
	routes,
	schemas,
	facts: schemas.refusalFacts,
};
