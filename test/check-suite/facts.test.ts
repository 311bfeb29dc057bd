import { expect } from 'chai';

import { run } from '../support/deskCommand.ts';
import { articles } from './facts/article.ts';
import { measureFacts, totalOf } from './facts/measure.ts';

const MOST_REFUSED = 0.02;
const LEAST_FOUND = 0.95;

describe('Sentences that are held against articles', () => {
	it('are at least 300 that are true and 300 that are not, half of them in each language, of every kind', () => {
		for (const language of ['en', 'ru']) {
			const own = articles.filter((article) => article.language === language);
			expect(own.flatMap((article) => article.true)).to.have.length.at.least(150);
			expect(own.flatMap((article) => article.wrong)).to.have.length.at.least(150);
		}
		const { truths, errors } = measureFacts();
		for (const [kind, , all] of [...truths, ...errors]) expect(all, kind).to.be.at.least(8);
	});

	for (const language of ['en', 'ru', 'others'] as const)
		it(`are told apart: ${language}`, () => {
			const measured = measureFacts((article) => article.language === language);
			const [refused, truths] = totalOf(measured.truths);
			const [found, errors] = totalOf(measured.errors);
			expect(refused / truths, measured.refused.join('\n')).to.be.at.most(MOST_REFUSED);
			expect(found / errors, measured.missed.join('\n')).to.be.at.least(LEAST_FOUND);
		});

	it('are counted by the command, those of the AI apart', async () => {
		const { code, text } = await run(process.env, 'test/check-suite/main.ts', 'facts');
		expect(code, text).to.equal(0);
		expect(text)
			.to.match(/^seventh: planted errors found: 1\d\d of 149, /m)
			.and.to.match(/has to understand, not counted: \d+ of 20,/);
		expect((await run(process.env, 'test/check-suite/main.ts', 'fact')).text).to.include(
			'Expected facts, repeats, model or nothing but received fact',
		);
	}).timeout(60_000);

	it('are true when their article says them word for word', () => {
		const sentences = articles.flatMap(({ text }) =>
			text.split(/(?<=[.!?”»])(?<!\d\.) (?=\p{Lu})/u).map((sentence) => ({ kind: 'quote', text: sentence, of: text })),
		);
		expect(sentences.length).to.be.above(120);
		const own = articles.map((article) => ({ ...article, true: sentences.filter(({ of }) => of === article.text) }));
		expect(measureFacts(() => true, own).refused).to.deep.equal([]);
	});
});
