import type { Routes } from '@copydesk/domain/api/reader';
import { MAX_ARTICLE_REQUEST_BYTES } from '@copydesk/domain/limits';
import { jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { searchAnswer, searchRequest } from './schemas.ts';

type Wire = Routes['/v1/search'];

/** Looks for pages with the configured engine. */
export const search = jsonRoute<Wire['request'], Wire['answer'], Deps>(
	'/v1/search',
	{
		id: 'search',
		summary: 'Look for pages',
		description: `Asks the engine of \`READER_SEARCH\`. Results are addresses that this reader would read: canonical, each once, at most two
of a host. \`asked\` has one entry for each request to an engine, in the order of the requests. An engine that failed is named there with
its code, so no results and every entry \`ok\` means that nothing was found.`,
		request: searchRequest,
		maxBytes: MAX_ARTICLE_REQUEST_BYTES,
		anyText: true,
		answer: searchAnswer,
		answers: { 200: 'Also when every engine failed.' },
	},
	async (request, { search: find }, { log }) => ok(await find(request, log)),
);
