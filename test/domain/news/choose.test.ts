import type { SourcePolicy } from '@copydesk/domain/news/policy';
import { expect } from 'chai';

import type { FeedItem } from '../../../domain/api/reader.ts';
import { choose, type Known } from '../../../domain/news/choose.ts';
import { topicOf } from '../../../domain/news/topic.ts';
import { anItem, hoursAgo, READ_AT } from '../../support/news.ts';

const DAY = 24;
const chosenOf = (items: readonly FeedItem[], known: readonly Known[] = [], policy: SourcePolicy = { allow: [], deny: [] }) => {
	const { candidates, ...rest } = choose(items, known, policy, Date.parse(READ_AT));
	return { ...rest, urls: candidates.map(({ canonical_url }) => canonical_url) };
};
const A = 'https://a.example/story';
const addressOf = (units: number): string => `https://a.example/${'x'.repeat(units - 'https://a.example/'.length)}`;

describe('What is offered', () => {
	it('is named n1, n2, … with the newest first', () => {
		const { candidates, window_days, left_out } = choose(
			[anItem('old', { published_at: hoursAgo(48) }), anItem('new', { published_at: hoursAgo(1) })],
			[],
			{ allow: [], deny: [] },
			Date.parse(READ_AT),
		);
		expect(candidates.map(({ n, host }) => `${n} ${host}`)).to.deep.equal(['n1 new.example', 'n2 old.example']);
		expect(candidates[0]).to.deep.include({ title: 'News of new', summary: 'What happened at new.' });
		expect({ window_days, left_out }).to.deep.equal({ window_days: 7, left_out: {} });
	});

	it('is at most thirty items, the newest ones', () => {
		const items = Array.from({ length: 40 }, (_, index) => anItem(`s${index}`, { published_at: hoursAgo(index + 1) }));
		const { urls, left_out } = chosenOf(items.toReversed());
		expect(urls).to.have.length(30);
		expect([urls[0], urls[29]]).to.deep.equal(['https://s0.example/story', 'https://s29.example/story']);
		expect(left_out).to.deep.equal({});
	});

	it('is nothing where the desk has all that is about the topic already, whatever else was read', () => {
		const topic = topicOf('Harbour bridge', ['https://b.example/rss', 'https://search.example/?q={topic}']);
		const bridge = anItem('a', { title: 'The HARBOUR bridge opens' });
		const known: Known[] = [{ canonical_url: bridge.canonical_url, reason: 'published', key: 'n1' }];
		const about = (...others: FeedItem[]) => {
			const { candidates, left_out } = choose([bridge, ...others], known, { allow: [], deny: [] }, Date.parse(READ_AT), topic);
			return [candidates.map(({ host }) => host), left_out];
		};
		const other = anItem('other', { title: 'A garden for the school' });
		expect(about(other)).to.deep.equal([[], { published: 1 }]);
		const forms = anItem('forms', { title: 'Bridges', summary: 'Three harbours get one each.' });
		expect(about(other, forms), 'its words in other forms: the AI is asked').to.deep.equal([
			['other.example', 'forms.example'],
			{ published: 1 },
		]);
		const source = { feed_url: 'https://search.example/?q=Harbour%20bridge', title: null, host: 'search.example' };
		const found = anItem('found', { title: 'It opens at last', source });
		expect(about(other, found), 'of a feed that looks for it').to.deep.equal([['other.example', 'found.example'], { published: 1 }]);
		expect(chosenOf([other], known).urls, 'without a topic').to.have.length(1);
	});

	const alone: readonly [why: string, changes: Partial<FeedItem>, reason: string | null, unitsBelow?: number][] = [
		['an item without a date', { published_at: null }, 'undated'],
		['a date that is none', { published_at: 'yesterday' }, 'undated'],
		['a plain http address', { canonical_url: 'http://a.example/story' }, 'link_invalid'],
		['an address with a name in it', { canonical_url: 'https://me@a.example/story' }, 'link_invalid'],
		['no address', { canonical_url: 'story' }, 'link_invalid'],
		['an address of 762 units', { canonical_url: addressOf(762) }, null],
		['an address of 763 units', { canonical_url: addressOf(763) }, 'link_too_long'],
		['an address beside a signature', { canonical_url: addressOf(762) }, 'link_too_long', 1],
		['a shorter one', { canonical_url: addressOf(761) }, null, 1],
		['an address over the adapter’s bound', { canonical_url: addressOf(1_501) }, 'link_too_long'],
		['an item of exactly 30 days', { published_at: hoursAgo(30 * DAY) }, null],
		['an item of more than 30 days', { published_at: '2026-10-23T11:59:59.999Z' }, 'outside_window'],
	];
	for (const [why, changes, reason, unitsBelow = 0] of alone) {
		it(`${reason === null ? 'may be' : `is not (${reason})`}: ${why}`, () => {
			const { urls, left_out, window_days } = chosenOf([anItem('a', changes)], [], { allow: [], deny: [], unitsBelow });
			expect(urls).to.have.length(reason === null ? 1 : 0);
			expect(left_out).to.deep.equal(reason === null ? {} : { [reason]: 1 });
			if (reason !== null) expect(window_days).to.equal(null);
		});
	}

	it('is of hosts that the policy lets through', () => {
		const items = [anItem('a'), anItem('b'), anItem('c')];
		expect(chosenOf(items, [], { allow: ['a.example', 'b.example'], deny: ['b.example'] })).to.deep.equal({
			urls: [A],
			window_days: 7,
			left_out: { host_denied: 2 },
		});
	});

	it('is nothing that was published, is in work or on offer', () => {
		const known: Known[] = [
			{ canonical_url: A, reason: 'published' },
			{ canonical_url: 'https://b.example/story', reason: 'open_draft' },
			{ canonical_url: 'https://c.example/story', reason: 'offered' },
			{ canonical_url: 'https://d.example/another', reason: 'published' },
		];
		expect(chosenOf([anItem('a'), anItem('b'), anItem('c'), anItem('d')], known)).to.deep.equal({
			urls: ['https://d.example/story'],
			window_days: 7,
			left_out: { published: 1, open_draft: 1, offered: 1 },
		});
	});
});

describe('The window', () => {
	it('is 7 days, to the millisecond, while something is in it', () => {
		const items = [anItem('in', { published_at: hoursAgo(7 * DAY) }), anItem('out', { published_at: '2026-11-15T11:59:59.999Z' })];
		expect(chosenOf(items)).to.deep.equal({ urls: ['https://in.example/story'], window_days: 7, left_out: { outside_window: 1 } });
	});

	it('is 30 days when nothing that may be offered is in the narrow one', () => {
		const items = [anItem('a'), anItem('b', { published_at: hoursAgo(8 * DAY) }), anItem('c', { published_at: hoursAgo(31 * DAY) })];
		expect(chosenOf(items, [{ canonical_url: A, reason: 'offered' }])).to.deep.equal({
			urls: ['https://b.example/story'],
			window_days: 30,
			left_out: { offered: 1, outside_window: 1 },
		});
	});
});

describe('A story under a second address', () => {
	const twice = (hours: number, changes: Partial<FeedItem> = {}): FeedItem[] => [
		anItem('a', { published_at: hoursAgo(1) }),
		anItem('a', {
			canonical_url: 'https://a.example/corrected',
			title: ' NEWS  of\u00a0A ',
			published_at: hoursAgo(1 + hours),
			...changes,
		}),
	];

	it('is repeated within 48 hours, whatever its letters and blanks', () => {
		expect(chosenOf(twice(48))).to.deep.equal({ urls: [A], window_days: 7, left_out: { repeated: 1 } });
	});

	it('is another story after 48 hours, at another host, or under another title', () => {
		expect(chosenOf(twice(48.01)).urls).to.have.length(2);
		expect(chosenOf(twice(1, { canonical_url: 'https://b.example/corrected', host: 'b.example' })).urls).to.have.length(2);
		expect(chosenOf(twice(1, { title: 'News of B' })).urls).to.have.length(2);
		expect(chosenOf(twice(1).map((item) => ({ ...item, title: null }))).urls).to.have.length(2);
	});

	it('is repeated also when the newer one was published already', () => {
		expect(chosenOf(twice(1), [{ canonical_url: A, reason: 'published' }])).to.deep.equal({
			urls: [],
			window_days: null,
			left_out: { published: 1, repeated: 1 },
		});
	});

	it('is kept when the newer one cannot be linked to', () => {
		const items = twice(1);
		const [newer, older] = items;
		expect(chosenOf([{ ...newer!, canonical_url: addressOf(763) }, older!])).to.deep.include({ urls: ['https://a.example/corrected'] });
	});
});

describe('The first reason that holds', () => {
	it('counts, and no other', () => {
		const items = [
			anItem('a', { published_at: null, canonical_url: 'http://a.example/' }),
			anItem('b', { canonical_url: `http://b.example/${'x'.repeat(800)}` }),
			anItem('c', { canonical_url: `https://c.example/${'x'.repeat(800)}` }),
			anItem('d', { published_at: hoursAgo(31 * DAY) }),
			anItem('e', { published_at: hoursAgo(31 * DAY) }),
		];
		const known: Known[] = [{ canonical_url: 'https://e.example/story', reason: 'published' }];
		expect(chosenOf(items, known, { allow: [], deny: ['c.example', 'd.example'] }).left_out).to.deep.equal({
			undated: 1,
			link_invalid: 1,
			link_too_long: 1,
			host_denied: 1,
			published: 1,
		});
	});
});
