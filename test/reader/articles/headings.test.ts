import { expect } from 'chai';
import { parsePage } from '../../../services/reader/src/articles/parsePage.ts';
import { ADDRESS, HEADLINE, OTHERS, STORY, page, paragraphs } from './pages.ts';

const [first, second, third] = STORY as [string, string, string];
const section = (heading: string, text: string, tag = 'section'): string => `<${tag}><h1>${heading}</h1><p>${text}</p></${tag}>`;
const logo = '<header><a href="/"><h1>Harbour Post</h1></a></header>';
const SECTIONED = [first, 'Forty years', second, 'What comes next', third];
const sections = section('Forty years', second) + section('What comes next', third);

/** Pages with several headings of the first rank: their title and text. */
const pages: readonly (readonly [what: string, html: string, texts: readonly string[], title?: string])[] = [
	['sections in an article', page(`<article><h1>${HEADLINE}</h1><p>${first}</p>${sections}</article>`), SECTIONED],
	['sections beside the headline', page(`<h1>${HEADLINE}</h1><p>${first}</p>${sections}`), SECTIONED],
	[
		'an article of sections below the header',
		page(`<header><h1>${HEADLINE}</h1></header><article><p>${first}</p>${sections}</article>`),
		SECTIONED,
	],
	[
		'headings of the first rank without boxes',
		page(`<main><h1>${HEADLINE}</h1><p>${first}</p><h1>Forty years</h1><p>${second}</p><h1>What comes next</h1><p>${third}</p></main>`),
		SECTIONED,
	],
	[
		'nothing but sections in boxes',
		page(`<h1>${HEADLINE}</h1><div>${section('Who', first, 'div')}${section('Why', second, 'div')}${section('Next', third, 'div')}</div>`),
		['Who', first, 'Why', second, 'Next', third],
	],
	[
		'the site in the first one',
		page(`${logo}<main><article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article></main>`, { headline: `${HEADLINE} - Harbour Post` }),
		STORY,
	],
	[
		'the site in the only one',
		page(`${logo}<main><h2>${HEADLINE}</h2>${paragraphs(STORY)}</main>`, { headline: `${HEADLINE} | Harbour Post` }),
		STORY,
	],
	[
		'the site first in the title',
		page(`<div id="site-title"><h1 class="logo">Harbour Post</h1></div><h1>${HEADLINE}</h1>${paragraphs(STORY)}`, {
			headline: `Harbour Post: ${HEADLINE}`,
		}),
		STORY,
	],
	[
		'the name of the rubric',
		page(`<main><h1>Bay</h1><article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article></main>`, {
			headline: `${HEADLINE} - Bay - Harbour Post`,
		}),
		STORY,
	],
	[
		'a short name',
		page(`<div class="header"><h1>Harbour Wiki</h1></div><h1>Ferry</h1>${paragraphs(STORY)}`, { headline: 'Ferry - Harbour Wiki' }),
		STORY,
		'Ferry',
	],
	[
		'the next story below',
		page(
			`<main><article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article>` +
				`<article><h1>${OTHERS[0][0]}</h1>${paragraphs(OTHERS.map(([, text]) => text))}</article></main>`,
		),
		STORY,
	],
];

describe('A page with several headings of the first rank', () => {
	for (const [what, html, texts, title = HEADLINE] of pages)
		it(`gives its whole article under its own title: ${what}`, () => {
			const outcome = parsePage(html, ADDRESS);
			const article = 'article' in outcome ? outcome.article : undefined;
			expect(article?.blocks.map(({ text }) => text)).to.deep.equal(texts);
			expect(article?.title).to.equal(title);
		});
});

describe('The title of a page', () => {
	const titleOf = (title: string): string | undefined => {
		const outcome = parsePage(page(`<main><p>${STORY.join('</p><p>')}</p></main>`, { headline: title }), ADDRESS);
		return 'article' in outcome ? outcome.article.title : undefined;
	};
	const titles = [
		['Ferry&amp;#039;s last trip', 'Ferry\u0027s last trip'],
		['The caf&amp;eacute; on the ferry', 'The caf\u00e9 on the ferry'],
		['Ferry &amp;amp; bridge', 'Ferry & bridge'],
		['Ferry &amp; bridge', 'Ferry & bridge'],
		['How &amp;lt;ferry&amp;gt; is written', 'How <ferry> is written'],
		['AT&amp;T buys the ferry', 'AT&T buys the ferry'],
	] as const;
	for (const [html, title] of titles) it(`is ${title} for ${html}`, () => expect(titleOf(html)).to.equal(title));
});

describe('A paragraph with the credit of a picture', () => {
	const read = (paragraph: string): string[] => {
		const outcome = parsePage(page(`<article><h1>${HEADLINE}</h1>${paragraph}${paragraphs(STORY.slice(1))}</article>`), ADDRESS);
		return 'article' in outcome ? outcome.article.blocks.map(({ text }) => text) : [];
	};
	const credited = [
		[`<p><img src="/a.jpg"><em>© Harbour Post</em> ${first}</p>`, `© Harbour Post ${first}`],
		[`<p>${first} (Foto: A. Muster)</p>`, `${first} (Foto: A. Muster)`],
		[`<p>©2026 is on the notice. ${first}</p>`, `©2026 is on the notice. ${first}`],
		[`<div class="wp-caption"><p class="wp-caption-text">${first}</p></div>`, first],
	] as const;
	for (const [markup, text] of credited)
		it(`is read: ${markup.slice(0, 40)}`, () => expect(read(markup)).to.deep.equal([text, ...STORY.slice(1)]));
});
