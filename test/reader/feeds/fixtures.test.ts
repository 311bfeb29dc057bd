import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { parseFeed } from '../../../services/reader/src/feeds/parseFeed.ts';
import { select } from '../../../services/reader/src/feeds/select.ts';
import { decodeDocument } from '../../../services/reader/src/workers/decode.ts';

/** What belongs to each document; written by hand for this moment and this address. */
interface Expected {
	readonly about: string;
	readonly document: string;
	readonly content_type: string;
	readonly expect: Record<string, unknown>;
}
const NOW_MS = Date.UTC(2026, 10, 22);
const FINAL_URL = 'https://news.page/feeds/all.xml';
const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'reader', 'feeds');

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function read(bytes: Uint8Array, contentType: string): Record<string, unknown> {
	const text = decodeDocument(bytes, contentType);
	if (text === undefined) return { code: 'charset_unknown' };
	const outcome = parseFeed(text, { finalUrl: FINAL_URL, httpHosts: new Set(['plain.page:80']) });
	if (!('feed' in outcome)) return outcome;
	const { feed } = outcome;
	const { items, duplicate, old, over } = select(feed, { maxItems: 50, maxAgeDays: 30, nowMs: NOW_MS });
	return {
		title: feed.title,
		language: feed.language,
		format: feed.format,
		skipped: feed.skipped,
		duplicate,
		old,
		over,
		items: items.map(({ item, publishedMs, dateNote, window }) => ({
			title: item.title,
			url: item.url,
			summary: item.summary,
			summary_units: item.summaryUnits,
			published_at: isoOrNull(publishedMs),
			updated_at: isoOrNull(item.updatedMs),
			date_note: dateNote,
			window,
		})),
	};
}

describe('Feeds as strangers write them', () => {
	const files = globSync('*.expected.json', { cwd: FOLDER }).sort();

	it('are sixty and more', () => expect(files).to.have.length.of.at.least(60));

	for (const file of files) {
		const {
			about,
			document,
			content_type: contentType,
			expect: expected,
		} = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Expected;
		it(`${basename(file, '.expected.json')}: ${about}`, () => {
			expect(read(new Uint8Array(readFileSync(join(FOLDER, document))), contentType)).to.deep.equal(expected);
		});
	}

	it('are read whole or not at all, wherever they are cut', () => {
		for (const name of ['atom-bases.xml', 'duplicates.xml', 'rdf.xml', 'json-untidy.json', 'podcast.xml']) {
			const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
			const whole = new TextDecoder().decode(bytes).trimEnd().length;
			for (let at = 0; at < whole; at += 1)
				expect(read(bytes.subarray(0, at), 'application/xml'), `${name} cut at ${at}`)
					.to.have.property('code')
					.that.is.oneOf(['not_a_feed', 'feed_malformed']);
		}
	}).timeout(60_000);
});
