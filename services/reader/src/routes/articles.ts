import type { Routes } from '@copydesk/domain/api/reader';
import { MAX_ARTICLE_REQUEST_BYTES } from '@copydesk/domain/limits';
import { articleRefusals } from '@copydesk/domain/news/reading';
import { jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { article, articleRequest } from './schemas.ts';

type Wire = Routes['/v1/articles'];

/** Reads one whole article, or refuses. */
export const articles = jsonRoute<Wire['request'], Wire['answer'], Deps>(
	'/v1/articles',
	{
		id: 'readArticle',
		summary: 'Read one article',
		description: `The article's own text in its order, one block for each paragraph, heading, list item, preformatted text and table row.
The same bytes give the same blocks. With \`most_units\`, a longer article is not refused: its first whole blocks are returned.`,
		request: articleRequest,
		maxBytes: MAX_ARTICLE_REQUEST_BYTES,
		anyText: true,
		answer: article,
		answers: { 200: 'The whole article.' },
		refuses: articleRefusals,
	},
	async (request, { readArticle }, { log }) => ok(await readArticle(request, log)),
);
