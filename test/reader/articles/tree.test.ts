import { expect } from 'chai';
import { treeOf } from '../../../services/reader/src/articles/tree.ts';
import { HEADLINE, STORY, page, paragraphs, reading } from './pages.ts';

describe('Pages of which a tree is built', () => {
	const html = (inside: string): string => `<html><head></head><body>${inside}</body></html>`;
	const wide = (elements: number): string => html('<i></i>'.repeat(elements - 3));
	const deep = (levels: number): string => html(`${'<div>'.repeat(levels - 2)}text${'</div>'.repeat(levels - 2)}`);

	it('have at most twenty thousand elements', () => {
		expect(treeOf(wide(20_000))).not.to.equal(undefined);
		expect(treeOf(wide(20_001))).to.equal(undefined);
	});

	it('are nested at most 256 deep', () => {
		expect(treeOf(deep(256))).not.to.equal(undefined);
		expect(treeOf(deep(257))).to.equal(undefined);
	});

	it('have no more elements after the parser adds those that the text leaves open', () =>
		expect(treeOf(`<p>${Array.from({ length: 200 }, (_, at) => `<b id=${at}>`).join('')}${'<p>x'.repeat(200)}`)).to.equal(undefined));
});

const head = `<meta charset=utf-8><title>${HEADLINE}</title>`;
const story = `<h1>${HEADLINE}</h1>${paragraphs(STORY)}`;
/** All of them are legal, or every browser shows them like one that is. */
const pages: readonly (readonly [what: string, html: string])[] = [
	['without its html, head and body', `<!doctype html>${head}<main>${story}</main>`],
	['without its head and body', `<!doctype html><html lang=en>${head}<article>${story}</article>`],
	['without its head', `<!doctype html><html lang=en><body><article>${story}</article></body></html>`],
	['without its body', `<!doctype html><html lang=en><head>${head}</head><main>${story}</main></html>`],
	['without ends of paragraphs', `${head}<div><h1>${HEADLINE}</h1>${STORY.map((text) => `<p>${text}`).join('\n')}</div>`],
	['in upper case, with a comment first', `<!-- made by a program -->${`<TITLE>${HEADLINE}</TITLE><MAIN>${story}</MAIN>`}`],
	['behind a warning of its own server', `<br />\n<b>Warning</b>: date(): no zone is set\n${page(`<main>${story}</main>`)}`],
	['behind the end of the page', `${page(`<main><h1>${HEADLINE}</h1></main>`)}<main>${paragraphs(STORY)}</main>`],
	['between two bodies', page(`<main><h1>${HEADLINE}</h1></main></body><body class="late">${paragraphs(STORY)}`)],
	['in a table without rows', page(`<main><table>${story}</table></main>`)],
];

describe('A page written in another way', () => {
	for (const [what, html] of pages) it(`is read: ${what}`, () => expect(reading(html)).to.deep.equal(STORY));
});
