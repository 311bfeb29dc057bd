import { expect } from 'chai';
import type { Article } from '../../../domain/api/reader.ts';
import { choose } from '../../../domain/news/choose.ts';
import type { Known } from '../../../domain/news/choose.ts';
import { addressesOf, itemOfPage } from '../../../domain/news/page.ts';
import type { SourcePolicy } from '../../../domain/news/policy.ts';
import { hoursAgo, READ_AT } from '../../support/news.ts';

const LINK = 'https://M.a.example/1?utm_source=chat';
const article = (changes: Partial<Article> = {}) => ({
	canonical_url: 'https://a.example/1',
	title: 'Three boats came',
	site: 'The a',
	published_at: hoursAgo(30) as string | null,
	blocks: [
		{ id: 'b1', text: 'x'.repeat(1_200) },
		{ id: 'b2', text: 'y'.repeat(799) },
		{ id: 'b3', text: 'z' },
	],
	...changes,
});
const anywhere: SourcePolicy = { allow: [], deny: [] };
const leftOut = (changes: Partial<Article>, known: readonly Known[] = [], policy = anywhere) =>
	choose([itemOfPage(LINK, article(changes))], known, policy, Date.parse(READ_AT)).left_out;

describe('A page that somebody sent', () => {
	it('is offered as an item of a feed is: with the address that it names, and the opening of its text in whole blocks', () => {
		const item = itemOfPage(LINK, article());
		expect(item).to.deep.equal({
			canonical_url: 'https://a.example/1',
			url: LINK,
			host: 'a.example',
			title: 'Three boats came',
			summary: `${'x'.repeat(1_200)}\n${'y'.repeat(799)}`,
			published_at: hoursAgo(30),
			source: { feed_url: LINK, title: 'The a', host: 'a.example' },
		});
		expect(item.summary).to.have.length(2_000);
		expect(itemOfPage(LINK, article({ blocks: [{ id: 'b1', text: 'x'.repeat(2_001) }] })).summary).to.equal(null);
		expect(choose([item], [], anywhere, Date.parse(READ_AT)).candidates[0]).to.include({ n: 'n1', url: LINK });
	});

	it('is known under the address that was sent, and under the one that it names', () => {
		const item = itemOfPage(LINK, article());
		expect(addressesOf(item)).to.deep.equal(['https://a.example/1', 'https://m.a.example/1']);
		expect(addressesOf(itemOfPage('https://a.example/1#top', article()))).to.deep.equal(['https://a.example/1']);
		for (const canonical_url of addressesOf(item))
			expect(leftOut({}, [{ canonical_url, reason: 'published', key: 'p1' }]), canonical_url).to.deep.equal({ published: 1 });
	});

	it('is left out by the rules of every item', () => {
		expect(leftOut({ published_at: null })).to.deep.equal({ undated: 1 });
		expect(leftOut({ published_at: hoursAgo(31 * 24) })).to.deep.equal({ outside_window: 1 });
		expect(leftOut({}, [], { allow: [], deny: ['a.example'] })).to.deep.equal({ host_denied: 1 });
		expect(leftOut({ canonical_url: `https://a.example/${'x'.repeat(800)}` })).to.deep.equal({ link_too_long: 1 });
		expect(leftOut({ published_at: hoursAgo(20 * 24) })).to.deep.equal({});
	});
});
