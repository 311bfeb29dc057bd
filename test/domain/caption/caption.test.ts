import { expect } from 'chai';

import { bodyBudget, buildCaption, newsBodyBudget, sourcePrefix } from '../../../domain/caption/caption.ts';
import {
	checkBody,
	checkCategory,
	checkFacts,
	checkImagePrompt,
	checkLink,
	checkPost,
	checkSubtitle,
	checkTitle,
} from '../../../domain/caption/bounds.ts';
import { languageOfSetting } from '../../../domain/language.ts';

const urlOf = (units: number) => `https://a.example/${'x'.repeat(units - 18)}`;

describe('buildCaption', () => {
	it('is the body alone for a post', () => {
		expect(buildCaption(' One. \n\n\n\nTwo.', null)).to.equal('One.\n\nTwo.');
		expect(buildCaption('One.', '')).to.equal('One.');
		expect(buildCaption('One.'), 'a post without a link').to.equal('One.');
	});

	it('ends with the source line for news, in the language of the desk', () => {
		expect(buildCaption('One.', 'https://a.example/1')).to.equal('One.\n\nOriginal: https://a.example/1');
		expect(buildCaption('Раз.', 'https://a.example/1', 'ru')).to.equal('Раз.\n\nИсточник: https://a.example/1');
	});

	it('has a prefix of 12 units in each language, which the news budget counts on', () => {
		expect(sourcePrefix('en')).to.have.length(12);
		expect(sourcePrefix('ru')).to.have.length(12);
	});
});

describe('newsBodyBudget', () => {
	it('is what prefix and address leave of 1024 units', () => {
		expect(newsBodyBudget(urlOf(100))).to.equal(912);
		expect(bodyBudget(urlOf(100))).to.equal(912);
		expect(bodyBudget(null)).to.equal(1024);
	});

	it('lets an address of 762 units pass and refuses one of 763, because 250 units must be left', () => {
		expect(checkLink(urlOf(762))).to.equal(null);
		expect(checkLink(urlOf(763))).to.deep.equal({
			code: 'link_too_long',
			field: 'link',
			bound: 'MIN_NEWS_BODY_BUDGET_UNITS',
			allowed: 250,
			received: 249,
		});
	});
});

describe('bounds of a post', () => {
	it('let exactly the limit pass and name the bound that refuses', () => {
		expect(checkTitle('x'.repeat(70))).to.equal(null);
		expect(checkTitle('x'.repeat(71))).to.deep.equal({
			code: 'title_too_long',
			field: 'title',
			bound: 'MAX_TITLE_UNITS',
			allowed: 70,
			received: 71,
		});
		expect(checkSubtitle('x'.repeat(110))).to.equal(null);
		expect(checkSubtitle('x'.repeat(111))).to.include({ code: 'subtitle_too_long', allowed: 110, received: 111 });
		expect(checkCategory('x'.repeat(45))).to.equal(null);
		expect(checkCategory('x'.repeat(46))).to.include({ code: 'category_too_long', allowed: 45, received: 46 });
		expect(checkImagePrompt('x'.repeat(1800))).to.equal(null);
		expect(checkImagePrompt('x'.repeat(1801))).to.include({ code: 'image_prompt_too_long', allowed: 1800, received: 1801 });
		expect(checkBody('x'.repeat(1024), null)).to.equal(null);
		expect(checkBody('x'.repeat(1025), null)).to.include({
			code: 'text_too_long',
			bound: 'MAX_CAPTION_UNITS',
			allowed: 1024,
			received: 1025,
		});
	});

	it('count an emoji as the two units it takes', () => {
		expect(checkTitle('😀'.repeat(35))).to.equal(null);
		expect(checkTitle('😀'.repeat(36))).to.include({ code: 'title_too_long', received: 72 });
		expect(checkBody('😀'.repeat(512), null)).to.equal(null);
		expect(checkBody('😀'.repeat(513), null)).to.include({ code: 'text_too_long', received: 1026 });
	});

	it('count the link into the caption', () => {
		expect(checkBody('x'.repeat(912), urlOf(100))).to.equal(null);
		expect(checkBody('x'.repeat(913), urlOf(100))).to.include({ code: 'text_too_long', received: 1025 });
	});

	it('refuse line breaks in one-line fields', () => {
		expect(checkTitle('a\nb')).to.include({ code: 'title_line_break' });
		for (const lineBreak of ['\u000b', '\f', '\u0085', '\u2029'])
			expect(checkTitle(`a${lineBreak}b`)).to.include({ code: 'title_line_break' });
		expect(checkTitle('a\u2028b')).to.include({ code: 'title_line_break' });
		expect(checkSubtitle('a\rb')).to.include({ code: 'subtitle_line_break' });
		expect(checkCategory('a\nb')).to.include({ code: 'category_line_break' });
	});

	it('need a title, a body and an image prompt, but no subtitle and no category', () => {
		expect(checkTitle('  ')).to.include({ code: 'title_empty' });
		expect(checkBody(' \n ', null)).to.include({ code: 'body_empty' });
		expect(checkImagePrompt('')).to.include({ code: 'image_prompt_empty' });
		expect(checkSubtitle('')).to.equal(null);
		expect(checkCategory('')).to.equal(null);
	});

	it('are checked in sequence, so that the first refusal is the answer', () => {
		expect(checkPost({ title: 'x'.repeat(71), subtitle: 'x'.repeat(111), body: '' }, null)).to.include({ code: 'title_too_long' });
		expect(checkPost({ title: 'x', subtitle: 'x'.repeat(111), body: '' }, null)).to.include({ code: 'subtitle_too_long' });
		expect(checkPost({ title: 'x', subtitle: '', body: 'b' }, 'http://a.example/')).to.include({ code: 'link_invalid' });
		expect(checkPost({ title: 'x', subtitle: '', body: '' }, null)).to.include({ code: 'body_empty' });
		expect(checkPost({ title: 'x', subtitle: '', body: 'b' }, null)).to.equal(null);
	});
});

describe('checkLink', () => {
	const refused = [
		...['http://a.example/', 'ftp://a.example/', 'https://user@a.example/', 'https://user:pw@a.example/', 'a.example'],
		...['https://', 'https://a.example/a b', ''],
	];
	for (const link of refused) it(`refuses ${JSON.stringify(link)}`, () => expect(checkLink(link)).to.include({ code: 'link_invalid' }));

	it('checks the adapter bound of 1500 units first', () => {
		expect(checkLink(urlOf(1501))).to.include({ code: 'link_too_long', bound: 'MAX_URL_UNITS', allowed: 1500 });
		expect(checkLink(urlOf(1500))).to.include({ code: 'link_too_long', bound: 'MIN_NEWS_BODY_BUDGET_UNITS' });
	});
});

describe('checkFacts', () => {
	const blocks = [
		{ id: 'a', text: 'A.' },
		{ id: 'b', text: 'B.' },
		{ id: 'c', text: 'C.' },
		{ id: 'd', text: 'D.' },
	];
	const fact = (text: string, ...source_ids: string[]) => ({ text, source_ids });

	it('accepts one to six facts with one to three known sources each', () => {
		expect(checkFacts([fact('x', 'a')], blocks)).to.equal(null);
		expect(checkFacts(Array(6).fill(fact('x'.repeat(700), 'a', 'b', 'c')), blocks)).to.equal(null);
	});

	const refused: readonly [string, ReturnType<typeof fact>[], string][] = [
		['no fact at all', [], 'MIN_FACTS'],
		['a seventh fact', Array(7).fill(fact('x', 'a')), 'MAX_FACTS'],
		['a fact over 700 units', [fact('x'.repeat(701), 'a')], 'MAX_FACT_UNITS'],
		['a fact without a source', [fact('x')], 'MIN_SOURCE_IDS_PER_FACT'],
		['a fact with four sources', [fact('x', 'a', 'b', 'c', 'd')], 'MAX_SOURCE_IDS_PER_FACT'],
	];
	for (const [what, facts, bound] of refused)
		it(`refuses ${what}`, () => expect(checkFacts(facts, blocks)).to.include({ code: 'facts_invalid', bound }));

	it('refuses sources that do not exist under a code of their own, because the text cannot be checked against them', () => {
		expect(checkFacts([fact('x', 'z')], blocks)).to.include({ code: 'source_missing', field: 'facts[0].source_ids' });
	});

	it('refuses sources that are named twice, and blank facts', () => {
		expect(checkFacts([fact('x', 'a', 'a')], blocks)).to.include({ code: 'facts_invalid', field: 'facts[0].source_ids' });
		expect(checkFacts([fact('x', 'a'), fact(' ', 'a')], blocks)).to.include({ code: 'facts_invalid', field: 'facts[1].text' });
	});
});

describe('languageOfSetting', () => {
	it('knows a language by its tag and its English name, and treats everything else as English', () => {
		expect(['ru', 'RU', 'ru-RU', 'Russian'].map(languageOfSetting)).to.deep.equal(['ru', 'ru', 'ru', 'ru']);
		expect(['de', 'German', 'pt-BR', 'Portuguese', 'Polish'].map(languageOfSetting)).to.deep.equal(['de', 'de', 'pt-BR', 'pt-BR', 'pl']);
		expect(['en', 'fi', 'Esperanto', '', null, 7].map(languageOfSetting)).to.deep.equal(['en', 'en', 'en', 'en', 'en', 'en']);
	});
});
