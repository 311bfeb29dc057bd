import { expect } from 'chai';
import { isPaid } from '@copydesk/domain/event/purposes';
import { MAX_REPLAYS, replayPauseMs } from '@copydesk/domain/event/replay';

describe('Rules of an event', () => {
	it('count as paid what asks the AI, and nothing else that we ask for', () => {
		for (const purpose of [
			...['text_generate', 'text_revise', 'text_shorten', 'caption_check', 'caption_recheck', 'classification', 'facts_extract'],
			...['illustration'],
		] as const)
			expect(isPaid(purpose), purpose).to.equal(true);
		for (const purpose of ['image_import', 'cover_render', 'read_feed', 'read_article'] as const)
			expect(isPaid(purpose), purpose).to.equal(false);
	});

	it('count an unknown purpose as paid, because a paid request must not run twice', () => {
		for (const purpose of ['ai_text', 'constructor', '']) expect(isPaid(purpose), purpose).to.equal(true);
	});

	it('let an interrupted event be posted three times, with growing pauses', () => {
		expect(MAX_REPLAYS).to.equal(3);
		expect([1, 2, 3].map(replayPauseMs)).to.deep.equal([60_000, 120_000, 240_000]);
	});
});
