import { expect } from 'chai';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { feedsBrokenText, sourcesText } from '@copydesk/domain/messages/sentences';
import { noted, reportsOf, type KnownFeed } from '@copydesk/domain/news/feeds';
import type { ReadFeed, RefusedFeed } from '../../../domain/api/reader.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 22, 12);
const NEVER: KnownFeed = {
	title: null,
	items: null,
	code: null,
	asked_at_ms: null,
	read_at_ms: null,
	told_at_ms: null,
	told_event_key: null,
};

describe('What a feed gave', () => {
	it('is said of every feed of the settings, in their spelling and order', () => {
		const feeds = ['https://a.example/rss', 'https://b.example/?q={topic}', 'https://c.example/rss'];
		const entries = [
			{ feed_url: 'https://c.example/rss', ok: false, code: 'feed_malformed', retry: 'never' },
			{ feed_url: 'https://a.example/rss', ok: true, title: 'A', items_returned: 3, items_total: 9 },
		] as unknown as (ReadFeed | RefusedFeed)[];
		expect(reportsOf(feeds, null, entries)).to.deep.equal([
			{ feed_url: feeds[0], outcome: 'read', title: 'A', items: 3 },
			{ feed_url: feeds[1], outcome: 'not_asked' },
			{ feed_url: feeds[2], outcome: 'refused', code: 'feed_malformed', retry: 'never' },
		]);
		const asked = [{ feed_url: 'https://b.example/?q=boats', ok: true, title: null, items_returned: 0 }] as unknown as ReadFeed[];
		expect(reportsOf(feeds, 'boats', asked)[1]).to.deep.equal({ feed_url: feeds[1], outcome: 'read', title: null, items: 0 });
	});

	const refused = (retry: 'never' | 'later') =>
		({ feed_url: 'https://a.example/', outcome: 'refused', code: 'not_a_feed', retry }) as const;
	const at = (hours: number) => ({ atMs: NOON + hours * HOUR_MS, eventKey: `u:${hours}` });
	const toldAt = (known: KnownFeed, retry: 'never' | 'later', hours: number): boolean =>
		noted(known, refused(retry), at(hours)).told_event_key === `u:${hours}`;

	it('keeps what it gave before while it is broken, and forgets the fault when it is read again', () => {
		const read = noted(NEVER, { feed_url: 'https://a.example/', outcome: 'read', title: 'A', items: 3 }, at(0));
		const broken = noted(read, refused('never'), at(1));
		expect(broken).to.include({ title: 'A', items: 3, code: 'not_a_feed', read_at_ms: NOON, asked_at_ms: NOON + HOUR_MS });
		const mended = noted(broken, { feed_url: 'https://a.example/', outcome: 'read', title: null, items: 0 }, at(2));
		expect(mended).to.include({ title: 'A', items: 0, code: null, read_at_ms: NOON + 2 * HOUR_MS });
		expect(noted(mended, { feed_url: 'https://a.example/', outcome: 'not_asked' }, at(3))).to.equal(mended);
	});

	it('is told to the owner at once when it will not mend by itself, and again after a day, not sooner', () => {
		expect(toldAt(NEVER, 'never', 0)).to.equal(true);
		const told = noted(NEVER, refused('never'), at(0));
		expect(toldAt(told, 'never', 23)).to.equal(false);
		expect(toldAt(told, 'never', 24)).to.equal(true);
		const mended = noted(told, { feed_url: 'https://a.example/', outcome: 'read', title: 'A', items: 1 }, at(1));
		expect(toldAt(mended, 'never', 2), 'broken again on the same day').to.equal(false);
	});

	it('is told only after a day without an answer when it may mend by itself', () => {
		const read = noted(NEVER, { feed_url: 'https://a.example/', outcome: 'read', title: 'A', items: 3 }, at(0));
		expect(toldAt(read, 'later', 1)).to.equal(false);
		expect(toldAt(read, 'later', 24)).to.equal(true);
		expect(toldAt(NEVER, 'later', 0), 'one that never was there').to.equal(true);
	});
});

describe('What /sources says', () => {
	const standing = { feed_url: 'https://a.example/rss?key=SECRET', title: 'The A', items: 3, code: null, asked_at: NOON, read_at: NOON };

	it('is the state of each feed, by its host alone, because an address may hold a key', () => {
		const feeds = [
			standing,
			{ ...standing, title: null, code: 'feed_malformed', asked_at: NOON + HOUR_MS },
			{ ...standing, items: null, code: 'busy', read_at: null },
			{ ...standing, title: '', items: null, asked_at: null, read_at: null },
		];
		expect(sourcesText(messagesIn('en'), 'UTC', feeds)).to.equal(
			[
				'I look for news in these feeds:',
				'1. The A (a.example): read Sun 22 Nov, 12:00: 3 items of the last 30 days.',
				'2. a.example: could not be read Sun 22 Nov, 13:00. The feed is broken. Only its owner can fix that. ' +
					'Last read Sun 22 Nov, 12:00.',
				'3. The A (a.example): could not be read Sun 22 Nov, 12:00. I cannot read sources just now. Try again in a moment. ' +
					'Never read yet.',
				'4. a.example: not read yet; I read it only for /news with a topic.',
			].join('\n\n'),
		);
		expect(sourcesText(messagesIn('ru'), 'Europe/Moscow', feeds.slice(0, 1))).to.match(
			/^Новости я ищу в этих лентах:\n\n1\. The A \(a\.example\): /,
		);
		expect(sourcesText(messagesIn('en'), 'UTC', [])).to.equal('I have read no feed yet. /news reads them.');
	});

	it('speaks of a feed that is gone as of a feed, not as of an article', () => {
		const gone = { ...standing, code: 'upstream_gone' };
		expect(sourcesText(messagesIn('en'), 'UTC', [gone])).to.include('There is no feed at this address.');
		expect(feedsBrokenText(messagesIn('ru'), [gone])).to.not.match(/стать/i);
	});

	it('fits into one message by counting what it leaves out', () => {
		for (const language of ['en', 'ru'] as const) {
			const long = {
				...standing,
				feed_url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`,
				title: 'T'.repeat(300),
				code: 'source_walled',
			};
			const text = sourcesText(
				messagesIn(language),
				'UTC',
				Array.from({ length: 20 }, () => long),
			);
			expect(text.length).to.be.within(3_500, 4_096);
			expect(text).to.match(/… (?:and|и ещё) \d+ /);
		}
	});
});
