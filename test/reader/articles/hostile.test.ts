import { expect } from 'chai';
import { HEADLINE, OTHERS, STORY, page, paragraphs, reading } from './pages.ts';

const h1 = `<h1>${HEADLINE}</h1>`;
const story = paragraphs(STORY);
const [teaser = ''] = STORY;
const others = OTHERS.map(([, text]) => text);
const description = 'The ferry that has crossed the bay for forty years makes its last trip, and nobody takes the ship over.';
const card = ([title, text]: readonly [string, string], at: number): string =>
	`<div class="c"><a href="/2026/story-${at}"><h3>${title}</h3></a><div>${text}</div></div>`;
const each = <T>(all: readonly T[], markup: (one: T, at: number) => string): string => all.map(markup).join('');
const cards = each(OTHERS, card);
const CONSENT =
	'We and our 842 partners store cookies on your device and read them, to measure how often the ferry page is read and to show adverts. ' +
	'You may agree, refuse, or choose for what purpose each partner may use what it learns about you on the pages of Harbour Town.';
const VISIT =
	'The US president made a private visit to the site of the ferry, and our partners came with their devices to see how it is cleaned.';
const UPDATES = Array.from({ length: 12 }, (_, at) => `Engineers reached village number ${at + 1} at noon and said that lines are down.`);
const readers = [
	'I took the last ferry of Harbour Town with my grandfather every Sunday, and he knew the name of every gull on the bay.',
	'Nobody asked us. The owner of the ship said on Monday that it makes its last trip in March, and that was all the town heard.',
	'The bridge was always the better way to cross the bay, and it has been free of charge for forty years, so who needs a ship?',
	'Why does nobody write about the bakers, who strike on Thursday while the paper mourns for a rusty boat that nobody took?',
];
const GONE = 'The page that you look for is gone or never was. Try the search, or read one of these stories.';
const opening = `${teaser.slice(0, 60)} …`;
const HEBREW = [
	'המעבורת שחצתה את המפרץ במשך ארבעים שנה תצא להפלגה האחרונה שלה ב-31 במרץ, כך אמר בעליה ביום שני.',
	'היא נבנתה בשנת 1986 והסיעה 90,000 איש בשנה הטובה ביותר שלה, ובשנה שעברה היו בה פחות מ-12,000 נוסעים.',
	'העירייה מחפשת מי שייקח את הספינה לידיו, אבל עד עכשיו איש לא הציע את עצמו.',
];

/** What the page shows to a person, and what the reader may take it for: the whole article, or a refusal where it may be none. */
type Layout = readonly [what: string, html: string, article: readonly string[], mayRefuse?: true];
const layouts: readonly Layout[] = [
	[
		'a live blog whose entries are boxes with a time, the newest first',
		page(
			`<main>${h1}<p>${description}</p>` +
				`${each([...STORY].reverse(), (text, at) => `<div><time>1${at}:05</time><p>${text}</p></div>`)}</main>`,
		),
		[description, ...[...STORY].reverse().flatMap((text, at) => [`1${at}:05`, text])],
	],
	[
		'the same in boxes of the box of its headline, of which no entry has a word',
		page(
			`<div class="w"><h1>Storm Eva: live updates as thousands lose power</h1><div class="blog">` +
				`${each(UPDATES, (text, at) => `<div class="post"><time>1${at % 10}:05</time><p>${text}</p></div>`)}</div></div>`,
			{ headline: 'Storm Eva: live updates as thousands lose power' },
		),
		UPDATES.flatMap((text, at) => (at === 0 ? [text] : [`1${at % 10}:05`, text])),
	],
	['teasers under the headline, before the text', page(`<main>${h1}<div class="list">${cards}</div><div>${story}</div></main>`), STORY],
	['teasers under the headline, and no text', page(`<main>${h1}<div class="list">${cards}</div></main>`, { description }), [], true],
	[
		'a paywall behind the first words, with offers below it',
		page(
			`<article>${h1}<p>${opening}</p><div class="offer"><p>Read on for one euro a month. You get every story of the bay, the ` +
				`crossword and the archive since 1921.</p><p>Cancel whenever you like. ` +
				`You pay by card or by invoice, and the price stays for a year.</p></div></article>`,
			{ description },
		),
		[opening],
		true,
	],
	[
		'AMP, with its own elements for pictures, adverts and the menu',
		page(
			`<amp-sidebar id="m"><ul>${each(OTHERS, ([title]) => `<li>${title}</li>`)}</ul></amp-sidebar><article>${h1}` +
				`<amp-img src="/a.jpg" alt="The ship"></amp-img><p>${teaser}</p><amp-ad><p>${others[3]!}</p></amp-ad>` +
				`${paragraphs(STORY.slice(1))}<amp-list src="/more.json"><div placeholder>${others[1]!} ${others[2]!}</div></amp-list></article>`,
			{ head: '<style amp-boilerplate>body{visibility:hidden;animation:x 8s}</style>' },
		),
		STORY,
	],
	[
		'two articles, of which the second, longer one has a headline of the second rank',
		page(`<main><article>${h1}${story}</article><article><h2>${OTHERS[3][0]}</h2>${paragraphs([...others, ...others])}</article></main>`),
		STORY,
	],
	[
		'comments that are longer than the article, in boxes that say nothing',
		page(
			`<div class="a">${h1}<div class="b">${story}</div><div class="c">` +
				`${each([...readers, ...readers], (text, at) => `<div><b>reader${at}</b><p>${text} ${text}</p></div>`)}</div></div>`,
		),
		STORY,
		true,
	],
	[
		'an articleBody of another story',
		page(`<article>${h1}${story}</article>`, { articleBody: [...others, ...others].join('\n') }),
		STORY,
		true,
	],
	[
		'tables for layout, with the menu, the text and the news of the day beside each other',
		page(
			`<table><tr><td width="120">${each(OTHERS, ([title], at) => `<a href="/s${at}">${title}</a><br>`)}</td><td><font size="5">` +
				`<b>${HEADLINE}</b></font><br><br>${STORY.join('<br><br>')}</td>` +
				`<td width="160"><font size="1">${others.join('<br><br>')}</font></td></tr></table>`,
		),
		STORY,
		true,
	],
	[
		'right to left',
		page(
			`<header><nav><a href="/">בית</a> <a href="/s">ספורט</a></nav></header><article><h1>המעבורת האחרונה של עיר הנמל</h1>` +
				`${paragraphs(HEBREW)}</article><aside><p>${others[0]!}</p></aside>`,
			{ headline: 'המעבורת האחרונה של עיר הנמל' },
		).replace('lang="en"', 'lang="he" dir="rtl"'),
		HEBREW,
	],
	[
		'no paragraphs: lines of one box with breaks between them',
		page(`<div id="top">Harbour Post</div><div id="x">${h1}${STORY.join('<br><br>')}</div><div id="foot">${others[4]!}</div>`),
		STORY,
	],
	[
		'text that is hidden by class, by attribute, by place and by size',
		page(
			`<article>${h1}<p class="seo">${others[0]!}</p>${story}<p hidden>${others[1]!}</p>` +
				`<p style="position:absolute;left:-9999px">${others[2]!}</p><p style="font-size:0">${others[3]!}</p>` +
				`<div aria-hidden="true"><p>${others[4]!}</p></div></article>`,
			{ head: '<style>.seo{display:none}</style>' },
		),
		STORY,
	],
	[
		'a banner about cookies first, longer than the article',
		page(`<div class="layer" role="dialog"><p>${CONSENT}</p><p>${CONSENT}</p></div><main>${h1}${story}</main>`),
		STORY,
	],
	...(['before', 'after'] as const).map((where): Layout => {
		const texts = [CONSENT, 'You can change your mind at any time.', CONSENT, 'Some of it cannot be switched off.'];
		const [overlay, main] = [`<div id="cmp_message_1"><div>${paragraphs(texts)}</div></div>`, `<div class="page">${h1}${story}</div>`];
		return [`an overlay about cookies ${where} it, without a role`, page(where === 'before' ? overlay + main : main + overlay), STORY];
	}),
	[
		'a private visit, and our partners on the site, in a box below the headline',
		page(
			`<header>${h1}</header>` +
				`<div class="text">${paragraphs([VISIT, ...STORY])}<blockquote><p>${VISIT}</p><p>${VISIT}</p></blockquote></div>`,
		),
		[VISIT, ...STORY, VISIT, VISIT],
	],
	['a banner about cookies first, and no article', page(`<div class="x">${h1}<p>${CONSENT}</p><p>${CONSENT}</p></div>`), [], true],
	[
		'the name of the house as its first headline, and a list of other stories in the box of the text',
		page(
			`<h1>Harbour Post</h1><div><h2>${HEADLINE}</h2>${story}` +
				`${each(OTHERS, ([title, text]) => `<h3><a href="/x">${title}</a></h3><p>${text}</p>`)}</div>`,
		),
		STORY,
	],
	[
		'a page about a topic, with this story among the others',
		page(`<h1>Ferry news</h1>${cards}<div><h2><a href="/f">${HEADLINE}</a></h2><p>${teaser}</p></div>`, { headline: 'Ferry news' }),
		[],
		true,
	],
	[
		'a page that says that it is gone, with other stories instead',
		page(`<h1>Page not found</h1><p>${GONE}</p>${each(OTHERS, ([title, text]) => `<div><a href="/n">${title}</a><p>${text}</p></div>`)}`, {
			headline: 'Page not found',
		}),
		[GONE],
	],
	[
		'the same story of yesterday below it, as the next one to scroll to',
		page(`<div>${h1}${story}</div><div class="next"><h1>The last ferry of Harbour Town may sail on</h1>${paragraphs(readers)}</div>`),
		STORY,
	],
];

describe('A page laid out against the reader', () => {
	for (const [what, html, article, mayRefuse] of layouts)
		it(`gives its article and nothing else${mayRefuse === true ? ', or is refused' : ''}: ${what}`, () => {
			const read = reading(html);
			if (mayRefuse !== true || typeof read !== 'string') expect(read).to.deep.equal(article);
		});
});
