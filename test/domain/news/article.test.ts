import { expect } from 'chai';

import { refusalOfArticle, refusalOfReader } from '../../../domain/news/article.ts';
import { hoursAgo, READ_AT } from '../../support/news.ts';

const article = { final_url: 'https://a.example/story', canonical_url: 'https://a.example/story', published_at: hoursAgo(24) };
const policy = { allow: [], deny: ['denied.example', '*.denied.example'] };
const judged = (changes: Partial<typeof article> | { published_at: null }, windowDays: 7 | 30 = 7) =>
	refusalOfArticle({ ...article, ...changes }, windowDays, policy, Date.parse(READ_AT))?.code ?? null;

describe('An article', () => {
	it('is taken as it was offered', () => expect(judged({})).to.equal(null));

	it('is as old as its page says, a day beyond the window at most', () => {
		expect(judged({ published_at: hoursAgo(8 * 24) })).to.equal(null);
		expect(judged({ published_at: '2026-11-14T11:59:59.999Z' })).to.equal('outside_window');
		expect(judged({ published_at: hoursAgo(31 * 24) }, 30)).to.equal(null);
		expect(judged({ published_at: hoursAgo(31 * 24 + 1) }, 30)).to.equal('outside_window');
	});

	it('is taken at the word of its feed when its page names no date', () => expect(judged({ published_at: null })).to.equal(null));

	it('is refused where it ends up at a host that is denied', () => {
		expect(judged({ final_url: 'https://denied.example/story' })).to.equal('host_denied');
		expect(judged({ canonical_url: 'https://www.denied.example/story' })).to.equal('host_denied');
	});

	it('is refused when the address that would be published leaves no room for a text', () => {
		expect(judged({ canonical_url: `https://a.example/${'x'.repeat(744)}` })).to.equal(null);
		expect(judged({ canonical_url: `https://a.example/${'x'.repeat(745)}` })).to.equal('link_too_long');
	});

	it('is refused when that address is no https one', () =>
		expect(judged({ canonical_url: 'http://a.example/story' })).to.equal('link_invalid'));
});

describe('A refusal of the reader', () => {
	const table: readonly [code: string, retry: string, expected: object][] = [
		['upstream_gone', 'never', { code: 'upstream_gone', retry: 'never' }],
		['upstream_timeout', 'later', { code: 'upstream_timeout', retry: 'later' }],
		['busy', 'later', { code: 'reader_unavailable', retry: 'later' }],
		['internal', 'afterCheck', { code: 'reader_unavailable', retry: 'later' }],
		['text_too_long', 'never', { code: 'article_too_long', retry: 'never' }],
		['text_too_short', 'never', { code: 'article_too_short', retry: 'never' }],
	];
	for (const [code, retry, expected] of table)
		it(`${code} means ${JSON.stringify(expected)}`, () =>
			expect(refusalOfReader({ code, retry, detail: 'd' })).to.deep.equal({ ...expected, detail: 'd' }));
});
