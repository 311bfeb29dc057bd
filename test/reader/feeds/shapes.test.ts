import { expect } from 'chai';
import { parseFeed, type FeedOutcome } from '../../../services/reader/src/feeds/parseFeed.ts';
import { decodeDocument } from '../../../services/reader/src/workers/decode.ts';

const source = { finalUrl: 'https://news.page/feed', httpHosts: new Set<string>() };
const NAMES =
	'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" ' +
	'xmlns:media="http://search.yahoo.com/mrss/"';
const rss = (items: string, before = ''): string =>
	`<rss version="2.0" ${NAMES}><channel><title>Coast Wire</title>${before}${items}</channel></rss>`;
const atom = (entry: string): string =>
	`<feed xmlns="http://www.w3.org/2005/Atom" ${NAMES}><title>Coast Wire</title><entry><id>tag:1</id>${entry}</entry></feed>`;
const item = (inside: string): string => `<item><link>https://news.page/1</link>${inside}</item>`;
const ITEM = item('<title>Ferry runs again</title>');
const LINK = '<link href="https://news.page/1"/>';

const itemsOf = (outcome: FeedOutcome): readonly (readonly (string | null)[])[] | string =>
	'feed' in outcome ? outcome.feed.items.map(({ url, title, summary }) => [url, title, summary]) : outcome.code;
const read = (text: string): ReturnType<typeof itemsOf> => itemsOf(parseFeed(text, source));
const one = (title: string | null, summary: string | null): string[][] => [['https://news.page/1', title, summary]] as string[][];

describe('The text of an item', () => {
	const cases: readonly (readonly [what: string, feed: string, items: string[][]])[] = [
		[
			'content:encoded',
			rss(item('<title>Ferry</title><content:encoded>&lt;p&gt;It runs.&lt;/p&gt;</content:encoded>')),
			one('Ferry', 'It runs.'),
		],
		[
			'content:encoded without a title',
			rss(item('<content:encoded><![CDATA[<p>It runs.</p><p>Again.</p>]]></content:encoded>')),
			one(null, 'It runs. Again.'),
		],
		[
			'content:encoded beside an empty description',
			rss(item('<description> </description><content:encoded>It runs.</content:encoded>')),
			one(null, 'It runs.'),
		],
		[
			'the description of a video',
			atom(`<title>Ferry</title>${LINK}<media:group><media:description>It runs.</media:description></media:group>`),
			one('Ferry', 'It runs.'),
		],
		['the title of a video', atom(`${LINK}<media:group><media:title>Ferry</media:title></media:group>`), one('Ferry', null)],
		['content of HTML', atom(`<title/>${LINK}<content type="html">&lt;p&gt;It runs.&lt;/p&gt;</content>`), one(null, 'It runs.')],
		[
			'content of XHTML',
			atom(`${LINK}<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It runs.</p></div></content>`),
			one(null, 'It runs.'),
		],
		['the summary, not the content', atom(`${LINK}<summary>Short.</summary><content>Long.</content>`), one(null, 'Short.')],
		[
			'the HTML of a JSON Feed',
			JSON.stringify({
				version: 'https://jsonfeed.org/version/1.1',
				title: 'a',
				items: [{ id: 'x', url: 'https://news.page/1', content_html: '<p>It runs.</p>' }],
			}),
			one(null, 'It runs.'),
		],
		[
			'its first paragraphs that fit',
			rss(item(`<content:encoded>&lt;p&gt;It runs.&lt;/p&gt;&lt;p&gt;${'x'.repeat(2_000)}&lt;/p&gt;</content:encoded>`)),
			one(null, 'It runs.'),
		],
	];
	for (const [what, feed, items] of cases) it(`is ${what}`, () => expect(read(feed)).to.deep.equal(items));
});

describe('The address of an item', () => {
	const cases: readonly (readonly [what: string, feed: string])[] = [
		['an atom:link', rss('<item><title>Ferry</title><atom:link href="https://news.page/1"/></item>')],
		[
			'an atom:link beside another relation',
			rss('<item><title>Ferry</title><atom:link rel="self" href="/0"/><atom:link rel="alternate" href="/1"/></item>'),
		],
		['a relative atom:link beside a guid that is none', rss('<item><title>Ferry</title><guid>17</guid><atom:link href="/1"/></item>')],
		['one that begins with the host of the feed', rss('<item><title>Ferry</title><link> news.page/1 </link></item>')],
		[
			'one whose relation is an address',
			atom('<title>Ferry</title><link rel="http://www.iana.org/assignments/relation/alternate" href="/1"/>'),
		],
		['one beside a guid that all items have', rss('<item><title>Ferry</title><link>https://news.page/1</link><guid>N/A</guid></item>')],
		['the id of an entry whose link is empty', atom('<title>Ferry</title><link href=""/>').replace('tag:1', 'https://news.page/1')],
		[
			'one of an entry below its own base',
			atom('<title>Ferry</title><link href="1"/>').replace('<entry>', '<entry xml:base="https://news.page/">'),
		],
		[
			'the id of a JSON Feed',
			JSON.stringify({ version: 'https://jsonfeed.org/version/1', title: 'a', items: [{ id: 'https://news.page/1', title: 'Ferry' }] }),
		],
	];
	for (const [what, feed] of cases) it(`is ${what}`, () => expect(read(feed)).to.deep.equal(one('Ferry', null)));
	it('is not the id of a JSON Feed that is no address', () =>
		expect(
			read(JSON.stringify({ version: 'https://jsonfeed.org/version/1', title: 'a', items: [{ id: '17', title: 'Ferry' }] })),
		).to.deep.equal([]));
});

describe('A JSON Feed', () => {
	const feed = (inside: string): string =>
		`{"version": "https://jsonfeed.org/version/1.1", "title": "Coast Wire",` +
		`"items": [{"url": "https://news.page/1", "title": "Ferry",\n\t${inside}}]}`;
	const cases = [
		['line breaks in its HTML', '"content_html": "\n<p>It\r\n\truns.</p>\n"'],
		['line breaks in its text', '"content_text": "It\nruns."'],
		['a tab in its summary', '"summary": "It\truns."'],
		['authors that are no list', '"summary": "It runs.", "authors": {"name": "Ann"}'],
	] as const;
	for (const [what, inside] of cases) it(`is read with ${what}`, () => expect(read(feed(inside))).to.deep.equal(one('Ferry', 'It runs.')));
});

describe('A feed with items that its parser does not find', () => {
	const broken: readonly (readonly [what: string, feed: string])[] = [
		['behind an image that is not closed', rss(ITEM, '<image><url>https://news.page/a.png</url>')],
		['behind a text input that is not closed', rss(ITEM, '<textInput><name>q</name>')],
		['behind an owner that is not closed', rss(`${ITEM}${ITEM}`, '<x:owner xmlns:x="urn:x"><x:name>a</x:name>')],
		['in a second channel', rss(ITEM).replace('<item>', '</channel><channel><title>Second</title><item>')],
		['in a second channel, with one in the first', rss(`${ITEM}</channel><channel><title>Second</title>${ITEM}`)],
	];
	for (const [what, feed] of broken) it(`is broken: ${what}`, () => expect(read(feed)).to.equal('feed_malformed'));
	it('is whole with an item that has nothing in it', () =>
		expect(read(rss(`<item></item>${ITEM}<item/>`))).to.deep.equal(one('Ferry runs again', null)));
});

describe('A short feed with one stray byte', () => {
	const withByte = (text: string): Uint8Array =>
		new Uint8Array([...text].flatMap((sign) => (sign === '~' ? [0xe9] : [...new TextEncoder().encode(sign)])));
	const declared = '<?xml version="1.0" encoding="UTF-8"?>';
	for (const [type, head] of [
		['application/rss+xml', declared],
		['text/xml; charset=utf-8', ''],
		['application/xml', ''],
	] as const)
		it(`is read: ${type} ${head}`, () => {
			const text = decodeDocument(withByte(`${head}${rss(item('<title>Паром~ ходит</title>'))}`), type) ?? '';
			expect(read(text)).to.deep.equal(one('Паром\uFFFD ходит', null));
		});
	it('is not read with two', () =>
		expect(decodeDocument(withByte(`${declared}${rss(item('<title>Паром~ ход~ит</title>'))}`), 'application/rss+xml')).to.equal(undefined));
});
