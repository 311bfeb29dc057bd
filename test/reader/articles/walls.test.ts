import { expect } from 'chai';
import { HEADLINE, STORY, page, paragraphs, reading } from './pages.ts';

const headline = `<h1>${HEADLINE}</h1>`;
const lead = `<p>${STORY[0]}</p>`;
const RUSSIAN = 'Чтобы читать дальше о последнем пароме, войдите или зарегистрируйтесь: это бесплатно и займёт одну минуту.';
const CHECK = [
	'Verifying you are human. This may take a few seconds.',
	'harbour.page needs to review the security of your connection before proceeding.',
];
const ROBOT = 'Please confirm that you are not a robot: solve the captcha and enable JavaScript to continue to the page.';
const form = '<form action="/enter"><input name="a" type="email"><input name="b" type="password"><button>Go</button></form>';

describe('A page that shows something else in place of its article', () => {
	const walls: [why: string, html: string][] = [
		[
			'a question for a name, in boxes without names',
			page(
				`<main>${headline}<div><p>To read this story, please sign in to your account. It takes a minute.</p>
				<p>No account yet? Register for free and keep reading about the last ferry of the town.</p></div></main>`,
			),
		],
		['the same in Russian', page(`<h1>Последний паром</h1><p>${RUSSIAN}</p>`, { headline: 'Последний паром' })],
		['a form for a password', page(`<main>${headline}<div>${lead}${form}</div></main>`)],
		['the first paragraph and an invitation', page(`<main>${headline}<div>${lead}<p>Subscribe to read the full story.</p></div></main>`)],
		[
			'the first paragraph, and an invitation in another box',
			page(`<main>${headline}<div>${lead}</div></main><div><p>Sign in to continue reading</p></div>`),
		],
		[
			'a check of robots',
			page(`<h1>harbour.page</h1>${paragraphs(CHECK)}`, {
				headline: 'Just a moment...',
			}),
		],
		['a check of robots under a title of its own', page(`<h1>harbour.page</h1><p>${ROBOT}</p>`, { headline: 'harbour.page' })],
	];
	for (const line of [
		'To continue reading, sign in or create an account.',
		'To read the full story, subscribe or sign in.',
		'Unlock the full article with a free account.',
		'Чтобы читать дальше, нужна подписка.',
		'Полный текст — по подписке',
	])
		walls.push([line, page(`<main>${headline}<div>${lead}${lead}<p>${line}</p></div></main>`)]);
	for (const [why, html] of walls) it(`is refused: ${why}`, () => expect(reading(html)).to.equal('source_walled'));

	const news: readonly (readonly [what: string, headline: string, texts: readonly string[]])[] = [
		[
			'a security service',
			'Two men held over sabotage plot',
			['The Federal Security Service said it had followed the two men for months before they were held over a sabotage plot on Monday.'],
		],
		[
			'robot checks',
			'Google to end captcha puzzles',
			['Google said on Monday that it would end the captcha puzzles, and look at how a browser behaves instead.'],
		],
		[
			'customers who cannot log in',
			'North Bank outage leaves customers locked out',
			['Thousands of customers were unable to log in to their accounts at North Bank on Monday, the bank said.'],
		],
		[
			'a plan that residents may read',
			'Council plans a road',
			[
				'The council plans a road past the harbour and will hear the residents on 4 May, it said on Monday.',
				'Residents can register for the hearing and read the full text of the plan.',
			],
		],
		[
			'a plan that subscribers may read',
			'В городе построят дорогу',
			[
				'Совет города решил построить дорогу в обход гавани, сообщила администрация в понедельник.',
				'Полный текст плана смогут прочитать жители, оформившие подписку.',
			],
		],
	];
	for (const [what, title, texts] of news)
		it(`is no news of ${what}`, () =>
			expect(reading(page(`<article><h1>${title}</h1>${paragraphs(texts)}</article>`, { headline: title }))).to.deep.equal(texts));

	it('is read where the whole article is there too', () => {
		const whole = [...STORY, ...STORY.map((text) => `${text} The bay has talked about it since then, and so has the town hall.`)];
		const long = [...whole, ...whole.map((text) => `Later it was said again: ${text}`)];
		expect(reading(page(`<main>${headline}<div>${paragraphs(long)}</div><p>Sign in to continue reading</p>${form}</main>`))).to.include(
			STORY[0],
		);
		const short = `<main>${headline}<div>${paragraphs(STORY)}</div><p>Subscribe to our newsletter.</p></main>`;
		expect(reading(page(`<header>${form}</header>${short}`))).to.include(STORY[2]);
	});
});
