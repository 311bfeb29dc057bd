import { expect } from 'chai';
import { parseHTML } from 'linkedom';
import { blocksOf } from '../../../services/reader/src/articles/blocks.ts';
import { fits, type Claims } from '../../../services/reader/src/articles/evidence.ts';
import type { Page } from '../../../services/reader/src/articles/story.ts';
import { isProse } from '../../../services/reader/src/articles/boilerplate.ts';
import { ADDRESS, HEADLINE, OTHERS, STORY, page, paragraphs, reading } from './pages.ts';

const headline = `<h1>${HEADLINE}</h1>`;

describe('A text that the page itself contradicts', () => {
	it('is refused when it is a list of other stories, the article being drawn by a script', () => {
		const items = OTHERS.map(([title, text], at) => `<li><a href="/2026/${at}">${title}</a>: ${text}</li>`);
		// One of them teases this very article, so that its words are there.
		const own = `<li><a href="/2026/ferry">${HEADLINE}</a>: ${STORY[0]}</li>`;
		expect(reading(page(`${headline}<div id="root"></div><div><ul>${[...items, own].join('')}</ul></div>`))).to.equal('text_too_short');
	});

	it('is refused when it is a paragraph about something else', () => {
		const promo =
			'We write about the bay since 1921, with forty people in nine offices, and every one of them answers letters from subscribers.';
		expect(reading(page(`<article>${headline}</article><div><p>${promo}</p><p>${promo}</p></div>`))).to.equal('text_too_short');
	});

	it('is refused when it is below the headline of another article', () => {
		const next = `<article><h1>${OTHERS[1][0]}</h1>${paragraphs(OTHERS.map(([, text]) => text))}</article>`;
		expect(reading(page(`<article>${headline}<div id="player"></div></article>${next}`))).to.equal('text_too_short');
	});

	it('is refused when it is below another headline of the page', () => {
		const next = `<h1>${OTHERS[1][0]}</h1><div>${paragraphs([...OTHERS.map(([, text]) => text), STORY[2]!])}</div>`;
		expect(reading(page(`<div>${headline}<div id="player"></div></div>${next}`))).to.equal('text_too_short');
	});

	// None of them has a word of the headline.
	const others = paragraphs([OTHERS[0], OTHERS[2], OTHERS[3]].map(([, text]) => text));
	it('is refused when the libraries disagree on where the article is', () =>
		expect(reading(page(`<main>${headline}</main><div>${others}</div>`))).to.equal('text_too_short'));

	for (const name of ['comments', 'related-articles', 'cookieNotice'])
		it(`is refused when it is in a box named ${name}`, () =>
			expect(reading(page(`${headline}<div class="${name}">${others}</div>`))).to.equal('text_too_short'));

	it('gives way to what the page tells machines, when that is all there is', () => {
		const next = `<article><h1>${OTHERS[1][0]}</h1>${paragraphs(OTHERS.map(([, text]) => text))}</article>`;
		const html = page(`<article>${headline}<div id="player"></div></article>${next}`, { articleBody: STORY.join('\n') });
		expect(reading(html)).to.deep.equal(STORY);
	});

	it('gives way to it without its markup', () => {
		const html = page(`<article>${headline}</article>`, { articleBody: paragraphs(STORY).replace('the town', 'the&nbsp;<b>town</b>') });
		expect(reading(html)).to.deep.equal(STORY);
	});

	it('gives way to the part of the page that its articleBody names', () => {
		const letters = OTHERS.flatMap(([, text]) => [`${text} ${text}`, `The ferry of the town, and what ${text}`]);
		const html = (articleBody?: string): string =>
			page(
				`${headline}<div class="a1">${paragraphs(STORY)}</div><div class="b2">${paragraphs(letters)}</div>`,
				articleBody === undefined ? {} : { articleBody },
			);
		expect(reading(html()), 'what is longer is no article behind another text').to.equal('text_too_short');
		expect(reading(html(STORY.join('\n')))).to.deep.equal(STORY);
	});
});

/** Whether the page's own words fit the sentences of its body. */
function fitting(body: string, claims: Partial<Claims>): boolean {
	const { document } = parseHTML(page(body, { headline: claims.title ?? HEADLINE }));
	const here: Page = { document, url: ADDRESS, title: claims.title ?? HEADLINE, blocks: blocksOf(document.body), misnamed: new Set() };
	return fits(here.blocks.filter(isProse), here, { title: here.title, description: undefined, articleBody: undefined, ...claims });
}

describe('The words of a page', () => {
	const story = paragraphs(STORY);
	const title = 'Anchors aweigh, alas';
	const cases: readonly (readonly [what: string, body: string, claims: Partial<Claims>, isFitting: boolean])[] = [
		['half of the headline', story, { title: 'Ferry trip sold elsewhere' }, true],
		['less than half of the headline', story, { title: 'Ferry sold elsewhere today' }, false],
		['inflected words of the headline', story, { title: 'Crossings of the ferryman' }, true],
		['most of the description', story, { title, description: 'The ferry across the bay makes its last trip in March.' }, true],
		['nothing of the description', story, { title, description: 'A ship full of herring sank before dawn in the north.' }, false],
		['a headline of one word, in its place', `<article><h1>Over</h1>${story}</article>`, { title: 'Over' }, true],
		['a headline of one word, elsewhere', `<h1>Over</h1>${story}`, { title: 'Over' }, false],
		['a headline of some words, in its place only', `<article><h1>${title}</h1>${story}</article>`, { title }, false],
		['the headline repeated and nothing else', `<p>${title} - ${title} - ${title}.</p>${story}`, { title }, false],
		[
			'a headline without spaces',
			'<p>四十年間、湾を渡ってきた最後のフェリーが三月末で運航を終えると、船主が月曜日に発表した。昨年の乗客は少なかった。</p>',
			{ title: '最後のフェリー、三月末で運航終了' },
			true,
		],
		[
			'another headline without spaces',
			'<p>四十年間、湾を渡ってきた最後のフェリーが三月末で運航を終えると、船主が月曜日に発表した。昨年の乗客は少なかった。</p>',
			{ title: '小学校の屋根、夏に葺き替え' },
			false,
		],
		['the headline, but nothing of the articleBody', story, { articleBody: OTHERS.map(([, text]) => text).join(' ') }, false],
		['the headline and an articleBody that is a teaser', story, { articleBody: `${STORY[0]!} Subscribe to read on.` }, true],
	];
	for (const [what, body, claims, isFitting] of cases)
		it(`${isFitting ? 'fit' : 'do not fit'} a text that has ${what}`, () => expect(fitting(body, claims)).to.equal(isFitting));
});

describe('A text that one library does not find', () => {
	it('is found by the other one', () => {
		const others = paragraphs([OTHERS[0], OTHERS[2], OTHERS[3]].map(([, text]) => text));
		const html = page(`<main>${headline}${paragraphs(STORY)}</main><div class="story">${others.repeat(3)}</div>`);
		expect(reading(html)).to.deep.equal(STORY);
	});
});

describe('A text that the page itself does not contradict', () => {
	it('is taken when its description fits, whatever the headline plays with', () => {
		const html = page(`<article><h1>Anchors aweigh, alas</h1>${paragraphs(STORY)}</article>`, {
			headline: 'Anchors aweigh, alas',
			description: 'The ferry across the bay makes its last trip in March.',
		});
		expect(reading(html)).to.deep.equal(STORY);
	});

	it('is taken when no word of the headline is in it, but two libraries agree on where the article is', () => {
		const html = page(`<article><h1>Anchors aweigh, alas</h1>${paragraphs(STORY)}</article>`, { headline: 'Anchors aweigh, alas' });
		expect(reading(html)).to.deep.equal(STORY);
	});

	it('is taken when it is a round-up of links that says first what it is', () => {
		const items = OTHERS.map(([title, text], at) => `<li><a href="/2026/${at}">${title}</a>: ${text}</li>`);
		const texts = OTHERS.map(([title, text]) => `${title}: ${text}`);
		const first = 'Good morning! These are the six stories of the bay that you should know of this Tuesday.';
		const html = page(`<article><h1>Six stories of the bay</h1><p>${first}</p><ol>${items.join('')}</ol><p>${STORY[2]}</p></article>`, {
			headline: 'Six stories of the bay',
		});
		expect(reading(html)).to.deep.equal([first, ...texts, STORY[2]]);
	});

	it('is read in scripts that put no space between words', () => {
		const texts = [
			'港の最後のフェリーが三月末で運航を終えると、船主が月曜日に発表した。四十年間、湾を渡ってきた船である。',
			'昨年の乗客は一万二千人に満たなかった。町は引き継ぐ人を探しているが、まだ見つかっていないという。',
		];
		const title = '港の最後のフェリー、三月末で運航終了';
		expect(reading(page(`<article><h1>${title}</h1>${paragraphs(texts)}</article>`, { headline: title }))).to.deep.equal(texts);
	});
});
