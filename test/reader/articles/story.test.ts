import { expect } from 'chai';
import { HEADLINE, OTHERS, STORY, page, paragraphs, reading } from './pages.ts';

const article = (inside: string): string => page(`<main><article><h1>${HEADLINE}</h1>${inside}</article></main>`);
const linked = ([title, text]: readonly [string, string], address: string): string =>
	`<article><h2><a href="${address}">${title}</a></h2><p>${text}</p></article>`;

describe('The article of a page', () => {
	it('is not the longer list of other stories beside it', () => {
		const html = page(
			`<div><h1>${HEADLINE}</h1>${paragraphs(STORY)}</div><div>${OTHERS.map((one, at) => linked(one, `/2026/other-${at}`)).join('')}</div>`,
		);
		expect(reading(html)).to.deep.equal(STORY);
	});

	it('is not what other articles within it say, though they are longer and have no addresses', () => {
		const inner = OTHERS.map(([, text]) => `<article><p>${text} ${text}</p></article>`).join('');
		const html = page(`<main><article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article><section>${inner}</section></main>`);
		expect(reading(html)).to.deep.equal(STORY);
	});

	const entries = [[STORY[0]!], ...OTHERS.slice(0, 2).map(([, text]) => [text])];
	const articles = entries.map((texts) => `<article>${paragraphs(texts)}</article>`);
	const blogs = [
		['below one headline', `<main><h1>${HEADLINE}</h1>${articles.join('')}</main>`],
		['below the headline of the page', `<header><h1>${HEADLINE}</h1></header><div>${articles.slice(0, 2).join('')}</div>`],
		['the first with the headline', `<main>${articles.join('').replace('<article>', `<article><h1>${HEADLINE}</h1>`)}</main>`],
	] as const;
	for (const [how, body] of blogs)
		it(`is all short entries of a live blog, ${how}`, () =>
			expect(reading(page(body))).to.deep.equal(entries.flat().slice(0, body.split('<article>').length - 1)));

	it('is not the article beside it that has a headline of its own, or is named as related', () => {
		const other = paragraphs(OTHERS.map(([, text]) => text));
		for (const heading of [`<h1>${OTHERS[0][0]}</h1>`, '<h3 class="relatedPosts">You may like</h3>'])
			expect(
				reading(page(`<main><article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article><article>${heading}${other}</article></main>`)),
			).to.deep.equal(STORY);
	});

	it('is all entries of a live blog whose headings lead to addresses below that of the page', () => {
		const linkedEntries = OTHERS.slice(0, 3)
			.map((one, at) => linked(one, `/2026/ferry/entry-${at}`))
			.join('');
		const html = page(`<main><h1>${HEADLINE}</h1><p>${STORY[0]}</p><div>${linkedEntries}</div></main>`);
		expect(reading(html)).to.deep.equal([STORY[0], ...OTHERS.slice(0, 3).flat()]);
	});

	const around: readonly (readonly [what: string, markup: string])[] = [
		[
			'a caption without an element of its own',
			'<div class="wp-captionText">The ferry at its pier, as people have seen it since 1986.</div>',
		],
		['a caption in the box of a picture', '<div class="photo">The ferry at its pier, as people have seen it since 1986.</div>'],
		['a caption that ends with who took the picture', '<p>The ferry at its pier in the morning (Image: Harbour Post)</p>'],
		['a caption that begins with whose picture it is', '<p>© Jane Doe The ferry at its pier in the morning</p>'],
		['a row of stars', '<p>* * *</p>'],
		['the label of an advert', '<div>Advertisement</div>'],
		[
			'a line that leads to another story of the house',
			'<p>Read more: <a href="/2026/ice">Ice closes the northern lock, and no barge can pass</a></p>',
		],
		[
			'a list of other stories with its heading',
			`<h3>More of the bay</h3><ul>${OTHERS.map(([title], at) => `<li><a href="/${at}">${title}</a></li>`).join('')}</ul>`,
		],
		[
			'a box that asks for an address',
			'<div class="newsletter-box"><p>Get the news of the bay every morning, as an email that is free.</p></div>',
		],
		['a teaser', `<ul><li><h3><a href="/2026/ice">Ice closes the lock</a></h3><p>${OTHERS[0][1]}</p></li></ul>`],
	];
	for (const [what, markup] of around)
		it(`is without ${what}`, () =>
			expect(reading(article(paragraphs([STORY[0]!]) + markup + paragraphs(STORY.slice(1))))).to.deep.equal(STORY));

	const within: readonly (readonly [what: string, markup: string, text: string])[] = [
		[
			'a line that names its source',
			'<p><a href="https://port.example/report">The report of the port, as a document</a></p>',
			'The report of the port, as a document',
		],
		[
			'a post of somebody that it quotes',
			'<div class="social-embed"><blockquote><p>We shall miss the ship and her crew.</p></blockquote></div>',
			'We shall miss the ship and her crew.',
		],
		['a heading between paragraphs', '<h2>What comes next</h2>', 'What comes next'],
		[
			'a table',
			'<table><tr><td>1986</td><td>90,000</td></tr><tr><td>2025</td><td>12,000</td></tr></table>',
			'1986 | 90,000\n2025 | 12,000',
		],
		['a line with a year in it', '<p>Built in 1986</p>', 'Built in 1986'],
	];
	for (const [what, markup, text] of within)
		it(`keeps ${what}`, () =>
			expect(reading(article(paragraphs([STORY[0]!]) + markup + paragraphs(STORY.slice(1))))).to.deep.equal([
				STORY[0],
				...text.split('\n'),
				...STORY.slice(1),
			]));

	const long = [...STORY, ...STORY.map((text) => `Again, ${text}`), ...STORY.map((text) => `In spring, ${text}`)];
	const last = OTHERS[0][1];
	const columns = (inside: string, name: string): string =>
		`<div class="${name}">${inside}</div><div class="wide"><img src="/a.jpg"></div>`;
	const parts = [
		['sections', `<section><h1>${HEADLINE}</h1>${paragraphs(long)}</section><section><p>${last}</p></section>`],
		[
			'columns between wide pictures',
			`<h1>${HEADLINE}</h1><div>${columns(paragraphs(long), 'column')}${columns(`<p>${last}</p>`, 'column')}</div>`,
		],
		['cards', `<h1>${HEADLINE}</h1><div>${columns(paragraphs(long), 'entry text')}${columns(`<p><b>${last}</b></p>`, 'entry text')}</div>`],
	] as const;
	for (const [what, body] of parts)
		it(`has its last part too, if nearly all of it is in the first one: ${what}`, () =>
			expect(reading(page(`<div>${body}</div>`))).to.deep.equal([...long, last]));

	it('ends with its last sentence, not with what advertises the house', () => {
		const end =
			'<h3>More</h3><p>Follow <a href="https://social.example/post">the Harbour Post on every network</a></p>' +
			'<ul><li>From the bay: <a href="/ice">Ice closes the lock</a> and what it means</li></ul>';
		expect(reading(article(paragraphs(STORY) + end))).to.deep.equal(STORY);
	});

	it('is without a row of links to networks above its only paragraph', () => {
		const row = ['Chatter', 'Facepage', 'Pinwall'].map((name) => `<a href="https://${name}.example/share">${name}</a>`).join(' ');
		expect(reading(article(`<div>${row}</div><p>${STORY[0]}</p>`))).to.deep.equal([STORY[0]]);
	});

	it('keeps a last list of sentences, and a last sentence, with links to other pages', () => {
		const laws = ['one', 'two', 'three'].map(
			(name) => [`Law number ${name} on housing`, `: rents rise by ${name} percent from May.`] as const,
		);
		const list = `<ul>${laws.map(([link, text]) => `<li><a href="/law">${link}</a>${text}</li>`).join('')}</ul>`;
		const last = (markup: string): string => `The town ${markup} last year.`;
		const [words, link] = ['bought the ship from her owner', '<a href="/2025/ship">bought the ship from her owner</a>'];
		expect(reading(article(`<p>${STORY[0]}</p>${list}<p>${last(link)}</p>`))).to.deep.equal([
			STORY[0],
			...laws.map((parts) => parts.join('')),
			last(words),
		]);
	});

	it('keeps a last sentence of which the smaller part is a link', () => {
		const last = 'All that is known of the ship stands <a href="/books">in forty blue notebooks</a>.';
		expect(reading(article(paragraphs([...STORY, last])))).to.deep.equal([
			...STORY,
			'All that is known of the ship stands in forty blue notebooks.',
		]);
	});

	const briefs = [
		['paragraphs', '<p>No one was hurt.</p><p>It sails at 6pm.</p>', ['No one was hurt.', 'It sails at 6pm.']],
		['a list', '<ul><li>No one was hurt.</li><li>It sails at 6pm.</li></ul>', ['No one was hurt.', 'It sails at 6pm.']],
		['a table', '<table><tr><td>Built</td><td>1986</td></tr><tr><td>Sold</td><td>2026</td></tr></table>', ['Built | 1986', 'Sold | 2026']],
	] as const;
	for (const [what, markup, texts] of briefs)
		it(`is all of a brief of one long paragraph and ${what}`, () =>
			expect(reading(article(`<p>${STORY[0]}</p>${markup}`))).to.deep.equal([STORY[0], ...texts]));

	it('is not there on a page of nothing but teasers', () => {
		const list = OTHERS.map((one, at) => linked(one, `/2026/other-${at}`)).join('');
		expect(reading(page(`<main><h1>${HEADLINE}</h1>${list}</main>`))).to.equal('text_too_short');
	});

	it('may be in a box whose name says otherwise', () => {
		const html = page(`<div class="sidebar-layout social"><h1>${HEADLINE}</h1>${paragraphs(STORY)}</div><div><a href="/">Home</a></div>`);
		expect(reading(html)).to.deep.equal(STORY);
	});
});
