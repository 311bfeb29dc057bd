import { expect } from 'chai';

import { feedsAbout, readNewsSettings } from '../../../domain/news/settings.ts';

const COAST = 'https://coast.example/rss';

describe('The settings of the news search', () => {
	it('are lines of feeds and hosts, and a number of cards', () => {
		expect(
			readNewsSettings({
				feeds: ` ${COAST} \r\n\nhttps://a.example/?q={topic}`,
				allow_hosts: 'A.example',
				deny_hosts: '*.b.example',
				cards: 3,
			}),
		).to.deep.equal({
			ok: true,
			settings: { feeds: [COAST, 'https://a.example/?q={topic}'], policy: { allow: ['a.example'], deny: ['*.b.example'] }, cards: 3 },
		});
	});

	it('have defaults', () => {
		expect(readNewsSettings({})).to.deep.equal({ ok: true, settings: { feeds: [], policy: { allow: [], deny: [] }, cards: 5 } });
		expect(readNewsSettings({ cards: '' })).to.deep.include({ ok: true });
	});

	it('name a feed once, because the reader refuses an address twice', () => {
		expect(readNewsSettings({ feeds: [COAST, COAST] }))
			.to.have.nested.property('settings.feeds')
			.that.deep.equals([COAST]);
	});

	const refused: readonly [why: string, raw: object, detail: string][] = [
		['a feed without a scheme', { feeds: 'coast.example/rss' }, 'feeds: coast.example/rss'],
		['a feed of another scheme', { feeds: 'file:///etc/hosts' }, 'feeds: file:///etc/hosts'],
		['a feed with a blank in it', { feeds: 'https://a.example/a b' }, 'feeds: https://a.example/a b'],
		['a feed with no host', { feeds: 'https://' }, 'feeds: https://'],
		['a rule that is an address', { allow_hosts: COAST }, `allow_hosts: ${COAST}`],
		['a rule that is none', { deny_hosts: 'a.example\n*' }, 'deny_hosts: *'],
		['no card at all', { cards: 0 }, 'cards: 0'],
		['seven cards', { cards: 7 }, 'cards: 7'],
		['half a card', { cards: 1.5 }, 'cards: 1.5'],
		['cards in words', { cards: 'five' }, 'cards: five'],
		['an hour of the daily offer that no day has', { daily_offer: true, daily_hour: 24 }, 'daily_hour: 24'],
		['an hour of the daily offer in words', { daily_offer: true, daily_hour: '9' }, 'daily_hour: 9'],
		['an address of a provider that is none', { ai_base_url: 'api.ai.example' }, 'ai_base_url: api.ai.example'],
		['21 feeds', { feeds: Array.from({ length: 21 }, (_, index) => `${COAST}${index}`) }, 'feeds: 21 > 20'],
	];
	for (const [why, raw, detail] of refused)
		it(`refuse ${why} by name`, () => expect(readNewsSettings({ ...raw })).to.deep.equal({ ok: false, code: 'settings_invalid', detail }));

	it('take an hour that counts for nothing while there is no daily offer, and the address of a provider', () => {
		for (const raw of [{ daily_hour: '' }, { daily_offer: true, daily_hour: 0 }, { ai_base_url: ' https://ai.example/v1 ' }])
			expect(readNewsSettings(raw)).to.deep.include({ ok: true });
	});

	it('take twenty feeds, and six cards', () => {
		const feeds = Array.from({ length: 20 }, (_, index) => `${COAST}${index}`);
		expect(readNewsSettings({ feeds, cards: 6 })).to.deep.include({ ok: true });
	});
});

describe('The feeds for a topic', () => {
	const feeds = [COAST, 'https://a.example/{topic}?q={topic}'];

	it('have it in its place, encoded', () => {
		expect(feedsAbout(feeds, ' зубы & more/? ')).to.deep.equal([
			COAST,
			'https://a.example/%D0%B7%D1%83%D0%B1%D1%8B%20%26%20more%2F%3F?q=%D0%B7%D1%83%D0%B1%D1%8B%20%26%20more%2F%3F',
		]);
	});

	it('leave out the rules that need a value when there is none', () => {
		expect(feedsAbout(feeds, null)).to.deep.equal([COAST]);
		expect(feedsAbout(feeds, ' ')).to.deep.equal([COAST]);
	});

	it('survive half of a surrogate pair', () =>
		expect(feedsAbout(['https://a.example/{topic}'], '\ud800')).to.deep.equal(['https://a.example/%EF%BF%BD']));

	it('are each there once', () =>
		expect(feedsAbout(['https://a.example/x', 'https://a.example/{topic}'], 'x')).to.deep.equal(['https://a.example/x']));
});
