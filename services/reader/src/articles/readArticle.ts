import type { Routes } from '@copydesk/domain/api/reader';
import { CopydeskError, type ErrorCode } from '@copydesk/domain/errors';
import { MAX_ARTICLE_HTML_BYTES } from '@copydesk/domain/limits';
import { hostOf } from '@copydesk/domain/text/canonicalUrl';
import type { Log } from '@copydesk/kit/log';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Wanted } from '../fetch/fetchDocument.ts';
import type { Target } from '../fetch/target.ts';
import { beginReading, msSince, type ReadingParts } from '../reading.ts';
import type { Pool } from '../workers/pool.ts';

/** First labels of hosts that ask for consent or a login instead of showing the article. */
const WALLS = new Set('consent guce cmp privacy login signin accounts auth sso id subscribe'.split(' '));
const READABLE = new Set(['', 'text/html', 'application/xhtml+xml']);

/** Refuses redirects of a dead article to the front page, and of readers without consent to another host. */
function refusalOfRedirect(from: Target, to: Target, first: Target): ErrorCode | undefined {
	if (to.name !== from.name && WALLS.has(to.name.split('.')[0] ?? '')) return 'source_walled';
	if (to.url.pathname === '/' && first.url.pathname !== '/') return 'upstream_gone';
	return undefined;
}

const wanted: Wanted = {
	accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
	maxBytes: MAX_ARTICLE_HTML_BYTES,
	isReadable: (contentType) => READABLE.has(contentType),
	refusalOfRedirect,
};

/**
 * Reads one article.
 * @throws CopydeskError with the code and the facts of the refusal
 */
export type ArticleReader = (request: Routes['/v1/articles']['request'], log: Log) => Promise<Wire>;

type Wire = Routes['/v1/articles']['answer'];

export function createArticleReader(parts: ReadingParts & { readonly pool: Pool }): ArticleReader {
	const { pool, metrics } = parts;
	return async ({ url, most_units: mostUnits }, log) => {
		const startedAt = performance.now();
		const reading = beginReading('article', url, parts, log);
		try {
			const answer = await reading.run(wanted, async (document) => {
				// Cannot happen: this request was not conditional, so 304 is no valid answer.
				if (document === undefined) throw new CopydeskError('upstream_status');
				const { target, contentType, bytes } = document;
				const htmlBytes = bytes.length;
				const parsedAt = performance.now();
				const outcome = await pool.run({ kind: 'article', bytes, contentType, finalUrl: target.href, mostUnits });
				metrics.parsed('article', (performance.now() - parsedAt) / 1e3);
				if (!('article' in outcome))
					throw new CopydeskError(outcome.code, outcome.code, 'textUnits' in outcome ? { facts: { text_units: outcome.textUnits } } : {});
				const { article } = outcome;
				return {
					url,
					final_url: target.href,
					canonical_url: article.canonicalUrl,
					host: hostOf(article.canonicalUrl),
					title: article.title,
					site: article.site,
					language: article.language,
					published_at: article.publishedAt,
					updated_at: article.updatedAt,
					paywalled: article.isPaywalled,
					blocks: article.blocks,
					text_units: article.textUnits,
					...(mostUnits === undefined ? {} : { left_out_units: article.leftOutUnits }),
					html_bytes: htmlBytes,
				};
			});
			reading.end();
			return { ...answer, took_ms: msSince(startedAt) };
		} catch (error) {
			const refusal = asCopydeskError(error);
			reading.end(refusal);
			throw refusal;
		}
	};
}
