import { expect } from 'chai';

import { sourcesAfterReply } from '../../../domain/revision/sources.ts';

const sources = {
	facts: [
		{ text: 'Tickets cost 29 euros.', source_ids: ['request'] },
		{ text: 'Four lines open.', source_ids: ['request'] },
	],
	source_blocks: [{ id: 'request', text: 'Tickets cost 29 euros. Four lines open.' }],
};

describe('sourcesAfterReply', () => {
	it('replaces exact words in the facts too, so that the next revision does not bring the old ones back', () => {
		expect(
			sourcesAfterReply(sources, 2, 'replace "29 euros" with "35 euros"', [{ fragment: '29 euros', replacement: '35 euros' }]),
		).to.deep.equal({
			facts: [
				{ text: 'Tickets cost 35 euros.', source_ids: ['request', 'reply-2'] },
				{ text: 'Four lines open.', source_ids: ['request'] },
			],
			source_blocks: [...sources.source_blocks, { id: 'reply-2', text: 'replace "29 euros" with "35 euros"' }],
		});
	});

	it('keeps what the reply says as a source, because a participant is one', () => {
		expect(sourcesAfterReply(sources, 3, 'mention the dining car ', [])).to.deep.equal({
			facts: sources.facts,
			source_blocks: [...sources.source_blocks, { id: 'reply-3', text: 'mention the dining car' }],
		});
	});

	it('leaves a fact alone that would become empty or too long', () => {
		const edits = [
			{ fragment: 'Four lines open.', replacement: '' },
			{ fragment: '29', replacement: 'x'.repeat(700) },
		];
		expect(sourcesAfterReply(sources, 2, 'x', edits).facts).to.deep.equal(sources.facts);
	});

	it('names at most three sources of a fact, the newest ones', () => {
		const fact = { text: 'a', source_ids: ['request', 'reply-1', 'reply-2'] };
		expect(sourcesAfterReply({ facts: [fact], source_blocks: [] }, 3, 'x', [{ fragment: 'a', replacement: 'b' }]).facts).to.deep.equal([
			{ text: 'b', source_ids: ['reply-1', 'reply-2', 'reply-3'] },
		]);
	});

	const factAfter = (text: string, ...pairs: readonly [string, string][]) => {
		const edits = pairs.map(([fragment, replacement]) => ({ fragment, replacement }));
		return sourcesAfterReply({ facts: [{ text, source_ids: ['request'] }], source_blocks: [] }, 2, 'x', edits).facts[0]?.text;
	};

	it('leaves other words and numbers alone that have the replaced ones in them', () => {
		expect(factAfter('At 5, 15 boats paid 2.5 or 5,50 in 2025.', ['5', '6'])).to.equal('At 6, 15 boats paid 2.5 or 5,50 in 2025.');
		expect(factAfter('An ant and a banana.', ['an', 'the'])).to.equal('An ant and a banana.');
		expect(factAfter('Порт и аэропорт.', ['порт', 'залив'], ['Порт', 'Залив'])).to.equal('Залив и аэропорт.');
		expect(factAfter('Cost: 29 €/month.', ['€/month', '€/year'])).to.equal('Cost: 29 €/year.');
	});

	it('makes all replacements at once, so that two can change places', () =>
		expect(factAfter('Anna leads, Olga follows.', ['Anna', 'Olga'], ['Olga', 'Anna'])).to.equal('Olga leads, Anna follows.'));

	it('takes a replacement literally, whatever signs it has', () => {
		expect(sourcesAfterReply(sources, 2, 'x', [{ fragment: '29', replacement: '$&' }]).facts[0]?.text).to.equal('Tickets cost $& euros.');
	});
});
