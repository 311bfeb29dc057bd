import { expect } from 'chai';
import { HEADLINE, OTHERS, STORY, page, paragraphs, reading } from './pages.ts';

const FOURTH = 'The county pays for a bus over the bridge instead, which takes forty minutes and leaves twice a day, the county said.';
const texts = [...STORY, FOURTH];
const article = (inside: string): string => page(`<main><article><h1>${HEADLINE}</h1>${inside}</article></main>`);
/** The story with one paragraph, the third, in other markup. */
const third = (markup: (text: string) => string): string =>
	article(texts.map((text, at) => (at === 2 ? markup(text) : `<p>${text}</p>`)).join(''));
const each = (markup: (text: string) => string): string => texts.map(markup).join('');

const misnamed: readonly (readonly [what: string, html: string])[] = [
	['a paragraph called paywall', third((text) => `<p class="paywall-body">${text}</p>`)],
	['a paragraph called subscription', third((text) => `<p class="subscription-text">${text}</p>`)],
	['a paragraph called author', third((text) => `<p class="author-note">${text}</p>`)],
	['a paragraph called caption', third((text) => `<p class="post-caption">${text}</p>`)],
	['a paragraph with tags as its id', third((text) => `<p id="tags">${text}</p>`)],
	['a paragraph after an advert', third((text) => `<p class="after-ad">${text}</p>`)],
	['a box called sponsor between paragraphs', third((text) => `<div class="sponsor-free">${text}</div>`)],
	['a box called related around a quotation', third((text) => `<div class="related-quote"><p>${text}</p></div>`)],
	['a wall around the second half', article(`${paragraphs(texts.slice(0, 2))}<div id="paywall">${paragraphs(texts.slice(2))}</div>`)],
	['a widget around all of it', page(`<h1>${HEADLINE}</h1><div class="widget"><div class="widget-inner">${paragraphs(texts)}</div></div>`)],
	['a slide for each paragraph', article(each((text) => `<div class="carousel-slide"><p>${text}</p></div>`))],
	['a list of cards', article(`<ul>${each((text) => `<li class="promo-card">${text}</li>`)}</ul>`)],
	[
		'a lead beside a picture in a box that says it has no caption',
		article(
			`<div class="unit no_caption"><h2>${texts[0]!}</h2><img src="/a.jpg"></div>${texts
				.slice(1)
				.map((text) => `<div class="unit"><p>${text}</p></div>`)
				.join('')}`,
		),
	],
	[
		'a lead in a box of a picture',
		article(`<div class="unit-image"><h2>${texts[0]!}</h2><img src="/a.jpg"></div>${paragraphs(texts.slice(1))}`),
	],
	[
		'a page without sidebar',
		article(`<div class="no-sidebar"><p>${texts[0]!}</p></div><div class="without-ads">${paragraphs(texts.slice(1))}</div>`),
	],
	['all paragraphs for subscribers', article(each((text) => `<p class="subscribers">${text}</p>`))],
];

/** Without a headline of the first rank, about words that its title does not have. */
const quiet = (before: string, after: string): string =>
	page(`${before}<div><h2>Opening bell</h2><div>${paragraphs(texts)}</div></div>${after}`, { headline: 'Opening bell' });
const framed: readonly (readonly [what: string, html: string])[] = [
	['a page with a sidebar', quiet('', '').replace('<body>', '<body class="single has-sidebar">')],
	['a page that waits for consent', quiet('', '').replace('<body>', '<body class="cookies-not-set comments-open">')],
	['a frame for adverts', quiet('<div class="advertisement-off-canvas"><p>Menu</p>', '</div>')],
	['a frame of a popup', quiet('<header>Harbour Post</header><div id="popup-page">', '</div><footer>Imprint</footer>')],
];

describe('A name in class or id', () => {
	for (const [what, html] of framed) it(`refuses no page whose frame has it: ${what}`, () => expect(reading(html)).to.deep.equal(texts));

	it('still refuses what readers say where the page has nothing else', () =>
		expect(reading(quiet('<div class="comments">', '</div>'))).to.equal('text_too_short'));

	for (const [what, html] of misnamed)
		it(`deletes nothing of the article alone: ${what}`, () => expect(reading(html)).to.deep.equal(texts));

	it('deletes no short heading of a page whose every block has it', () => {
		const widget = (inside: string): string => `<div class="page-widget">${inside}</div>`;
		const html = article(
			`${widget(`<p>${texts[0]!}</p>`)}${widget('<h2>What comes next</h2>')}${texts
				.slice(1)
				.map((text) => widget(`<p>${text}</p>`))
				.join('')}`,
		);
		expect(reading(html)).to.deep.equal([texts[0], 'What comes next', ...texts.slice(1)]);
	});

	const named: readonly (readonly [what: string, markup: string])[] = [
		['a caption beside its picture', `<div class="wp-caption"><img src="/a.jpg"><p class="wp-caption-text">${OTHERS[1][1]}</p></div>`],
		['an offer to subscribe', '<div class="subscribe-box"><p>Get the news of the bay every morning, free of charge.</p></div>'],
		['what readers say about it', `<div class="comments"><div class="comment"><p>${OTHERS[2][1]}</p></div></div>`],
	];
	for (const [what, markup] of named)
		it(`still counts with what else speaks against a text: ${what}`, () =>
			expect(reading(article(`<p>${texts[0]!}</p>${markup}${paragraphs(texts.slice(1))}`))).to.deep.equal(texts));

	it('counts for nothing against the articleBody of the page, nor a text without a name', () => {
		const body = (inside: string): string => page(`<article><h1>${HEADLINE}</h1>${inside}</article>`, { articleBody: texts.join('\n') });
		const promo = `<div class="promo"><p>${OTHERS[1][1]}</p></div>`;
		const walled = `<p>${texts[0]!}</p>${promo}<div class="newsletter">${paragraphs(texts.slice(1))}</div>`;
		expect(reading(body(walled))).to.deep.equal(texts);
	});
});
