import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { measure } from '../../../bench/articles/bench.ts';
import { scoreAll, scorePage } from '../../../bench/articles/score.ts';
import { HEADLINE, STORY, page, paragraphs } from './pages.ts';

describe('The measure of the articles bench', () => {
	it('counts shingles of four words, each as often as it occurs', () => {
		// Wanted: 1234 2345 3456; found: 1234 1234 of "1 2 3 4 1 2 3 4" beside 2341 3412 4123.
		const score = scorePage('1 2 3 4 5 6', '1, 2, 3, 4 – 1 2 3 4.');
		expect(score.precision).to.equal(1 / 5);
		expect(score.recall).to.equal(1 / 3);
	});

	it('gives each page the same weight, and a refused one no precision', () => {
		const right = scorePage('one two three four five', 'one two three four five');
		const half = scorePage('a b c d', 'a b c d e');
		const refused = scorePage('a b c d', '');
		const { precision, recall, f1, accuracy } = scoreAll([right, half, refused]);
		expect([precision, recall, accuracy]).to.deep.equal([(1 + 1 / 2) / 2, 2 / 3, 1 / 3]);
		expect(f1).to.be.closeTo((2 * 0.75 * (2 / 3)) / (0.75 + 2 / 3), 1e-12);
	});

	it('reads a folder in the form of the benchmark, and tells what was refused and what is wrong', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'articles-'));
		try {
			const article = page(`<article><h1>${HEADLINE}</h1>${paragraphs(STORY)}</article>`);
			const pages = { right: article, wrong: article, empty: page('<div id="root"></div>'), large: `${article}${' '.repeat(1_048_576)}` };
			const truth = STORY.join('\n\n');
			await mkdir(join(folder, 'html'));
			for (const [id, html] of Object.entries(pages)) await writeFile(join(folder, 'html', `${id}.html.gz`), gzipSync(html));
			const truths = Object.keys(pages).map((id) => [id, { articleBody: id === 'wrong' ? 'Something else is written here.' : truth }]);
			await writeFile(join(folder, 'ground-truth.json'), JSON.stringify(Object.fromEntries(truths)));
			const { all, withinBounds, refused, wrong } = await measure(folder);
			expect(refused).to.deep.equal({ text_too_short: 1, source_too_large: 1 });
			expect(wrong).to.deep.equal(['wrong']);
			expect([all.pages, all.precision, all.recall]).to.deep.equal([4, 1 / 2, 1 / 4]);
			expect([withinBounds.pages, withinBounds.recall]).to.deep.equal([3, 1 / 3]);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});
