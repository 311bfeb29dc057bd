/** The desk's own questions about news, answered by the sandbox's AI and read by the desk's own rules. */
import { expect } from 'chai';

import { PROMPTS } from '../../domain/ai/prompts.ts';
import { choose } from '../../domain/news/choose.ts';
import { classificationRequest, parseClassification } from '../../domain/news/classification.ts';
import { factsRequest, parseFacts } from '../../domain/news/facts.ts';
import { englishStories } from '../check-suite/stories.en.ts';
import { russianStories } from '../check-suite/stories.ru.ts';
import { anItem, hoursAgo, READ_AT } from '../support/news.ts';
import { RunningSandbox } from '../support/sandbox.ts';

const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: 'sandbox-text', image_model: 'sandbox-image' };

describe('The sandbox’s AI, asked about news', () => {
	const sandbox = new RunningSandbox();
	before(() => sandbox.start());
	after(() => sandbox.end());

	it('chooses among the candidates, within every bound', async () => {
		const items = ['a', 'b', 'c'].map((name, index) => anItem(name, { published_at: hoursAgo(index + 1) }));
		const { candidates } = choose(items, [], { allow: [], deny: [] }, Date.parse(READ_AT));
		const { body } = await sandbox.ai('/v1/responses', classificationRequest(candidates, null, 2, settings));
		const outcome = parseClassification(body, candidates, 2);
		expect(outcome.kind === 'chosen' ? outcome.items.length : outcome).to.equal(2);
	});

	for (const { title, blocks } of [...englishStories, ...russianStories]) {
		it(`takes facts that their blocks carry: ${title}`, async () => {
			const sources = blocks.map((text, index) => ({ id: `b${index + 1}`, text }));
			const { body } = await sandbox.ai('/v1/responses', factsRequest(title, sources, settings));
			expect(parseFacts(body, sources)).to.include({ kind: 'facts' });
		});
	}
});
