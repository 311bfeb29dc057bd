import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { parsePage } from '../../../services/reader/src/articles/parsePage.ts';
import { decodeDocument } from '../../../services/reader/src/workers/decode.ts';

/** What belongs to each page; written by hand. */
interface Expected {
	readonly about: string;
	readonly content_type: string;
	readonly expect: Record<string, unknown>;
}
const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'reader', 'pages');
const FINAL_URL = 'https://news.page/2026/story';

function read(bytes: Uint8Array, contentType: string): Record<string, unknown> {
	const text = decodeDocument(bytes, contentType);
	if (text === undefined) return { code: 'charset_unknown' };
	const outcome = parsePage(text, FINAL_URL);
	if (!('article' in outcome)) return 'textUnits' in outcome ? { code: outcome.code, text_units: outcome.textUnits } : outcome;
	const { title, site, language, publishedAt, updatedAt, isPaywalled, blocks, textUnits } = outcome.article;
	expect(blocks.map(({ id }) => id)).to.deep.equal(blocks.map((_block, at) => `b${at + 1}`));
	expect(textUnits).to.equal(blocks.reduce((sum, block) => sum + block.text.length, 0));
	return {
		title,
		site,
		language,
		published_at: publishedAt,
		updated_at: updatedAt,
		paywalled: isPaywalled,
		blocks: blocks.map((block) => block.text),
	};
}

describe('Article pages', () => {
	const files = globSync('*.json', { cwd: FOLDER }).sort();

	it('are forty and more', () => expect(files).to.have.length.of.at.least(40));

	it('name their characters in either quotation marks, and behind a ">" in a text', () => {
		const text = new Uint8Array([0xc0, 0xc1]);
		expect(decodeDocument(text, "text/html; charset='windows-1251'")).to.equal('АБ');
		const meta = new TextEncoder().encode('<meta content="a>b" charset="koi8-r">');
		expect(decodeDocument(new Uint8Array([...meta, ...text]), 'text/html')).to.match(/юа$/);
	});

	for (const file of files) {
		const name = basename(file, '.json');
		const { about, content_type: contentType, expect: expected } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Expected;
		it(`${name}: ${about}`, () => {
			const bytes = new Uint8Array(readFileSync(join(FOLDER, `${name}.html`)));
			expect(read(bytes, contentType)).to.deep.equal(expected);
			expect(read(bytes, contentType), 'the same bytes give the same blocks').to.deep.equal(expected);
		});
	}
});
