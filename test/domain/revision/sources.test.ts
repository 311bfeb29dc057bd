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

	it('takes a replacement literally, whatever signs it has', () => {
		expect(sourcesAfterReply(sources, 2, 'x', [{ fragment: '29', replacement: '$&' }]).facts[0]?.text).to.equal('Tickets cost $& euros.');
	});
});
