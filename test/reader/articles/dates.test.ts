import { expect } from 'chai';
import { parsePage } from '../../../services/reader/src/articles/parsePage.ts';
import { ADDRESS, HEADLINE, OTHERS, STORY, page, paragraphs } from './pages.ts';

const published = (head: string, byline = '', behind = ''): string | null | undefined => {
	const outcome = parsePage(page(`<article><h1>${HEADLINE}</h1>${byline}${paragraphs(STORY)}</article>${behind}`, { head }), ADDRESS);
	return 'article' in outcome ? outcome.article.publishedAt : undefined;
};
const json = (text: string): string => `<script type="application/ld+json">${text}</script>`;
const AT = '2026-11-26T10:00:00.000Z';
const DATE = '2026-11-26T13:00:00+03:00';

describe('When a page was published', () => {
	const metas = [
		'name="date"',
		'name="parsely-pub-date"',
		'name="DC.date.issued"',
		'property="og:article:published_time"',
		'name="pubdate"',
	];
	for (const meta of [...metas, 'name="author article:published_time"', 'name="dcterms.created"'])
		it(`is told by <meta ${meta}>`, () => expect(published(`<meta ${meta} content="${DATE}">`)).to.equal(AT));

	const scripts: readonly (readonly [what: string, text: string])[] = [
		['in CDATA', `//<![CDATA[\n{"@type":"NewsArticle","datePublished":"${DATE}"}\n//]]>`],
		['in a comment of HTML', `<!-- {"@type":"NewsArticle","datePublished":"${DATE}"} -->`],
		['with comments', `/* seo */ {"@type":"NewsArticle", // what\n"url":"https://harbour.page/a","datePublished":"${DATE}"}`],
		['with a semicolon', `{"@type":"NewsArticle","datePublished":"${DATE}"};`],
		['with commas too many', `[{"@type":["NewsArticle",],"datePublished":"${DATE}",},]`],
		['with line breaks in texts', `{"@type":"NewsArticle","description":"One\nand \\"two\\",\n three","datePublished":"${DATE}"}`],
		['with a list of dates', `{"@type":"NewsArticle","datePublished":["${DATE}","2026-11-27"]}`],
		['in English words', '{"@type":"NewsArticle","datePublished":"November 26, 2026 10:00 AM UTC"}'],
		['with its type', `{"@type":"NewsArticle","datePublished":{"@type":"Date","@value":"${DATE}"}}`],
	];
	for (const [what, text] of scripts) it(`is told by JSON ${what}`, () => expect(published(json(text))).to.equal(AT));

	const bylines = [
		`<time datetime="${DATE}">Thursday</time>`,
		`<p class="meta">By A. Writer, <time datetime="${DATE}">three hours ago</time></p>`,
		`<div><span itemprop="datePublished">26 November 2026, 10:00</span></div>`,
		`<meta itemprop="datePublished" content="${DATE}">`,
	];
	for (const byline of bylines) it(`is told beside its headline by ${byline}`, () => expect(published('', byline)).to.equal(AT));

	it('is not told by the time of another story, of a comment, or within the text', () => {
		const time = `<time datetime="${DATE}">Thursday</time>`;
		expect(published('', '', `<article><h2>${OTHERS[0][0]}</h2>${time}</article>`)).to.equal(null);
		expect(published('', `<aside>${time}</aside>`)).to.equal(null);
		const late = page(`<article><h1>${HEADLINE}</h1>${paragraphs(STORY)}<p>It sails until ${time}.</p></article>`);
		const outcome = parsePage(late, ADDRESS);
		expect('article' in outcome && outcome.article.publishedAt).to.equal(null);
	});
});
