import { expect } from 'chai';

import { run } from '../support/deskCommand.ts';
import { AIMS, measureBriefs, measureTexts } from './model/recorded.ts';

describe('What a model that saw the prompts alone answered', () => {
	it('makes no draft of 100 other messages, and asks back about hardly any of 100 requests, in eight languages', () => {
		const { requests, others, drafted, askedBack, otherLanguage, unread, head, promptNow } = measureBriefs();
		expect([requests, others]).to.deep.equal([100, 100]);
		expect(unread).to.deep.equal([]);
		expect(drafted).to.have.length(AIMS.drafted);
		expect(askedBack).to.have.length.at.most(AIMS.askedBack);
		expect(otherLanguage).to.deep.equal([]);
		expect(promptNow, 'The prompt is another one than was answered. Record new answers, and the hash with them.').to.equal(head.prompt);
	});

	it('reaches a preview, and loses nothing of its body by the repair', () => {
		const { all, previews, stopped, gutted, head, promptNow, claims, unsupported } = measureTexts();
		expect(previews / all, stopped.join('\n')).to.be.at.least(AIMS.previews);
		expect(gutted).to.have.length(AIMS.gutted);
		expect(unsupported.length, unsupported.join('\n')).to.be.at.most(claims * AIMS.unsupported);
		expect(promptNow, 'The prompts are others than were answered. Record new answers, and the hash with them.').to.equal(head.prompt);
	});

	it('is counted by the command, beside what is aimed at', async () => {
		const { code, text } = await run(process.env, 'test/check-suite/main.ts', 'model');
		expect(code, text).to.equal(0);
		expect(text)
			.to.match(/^other messages that become drafts +0 +100 +0$/m)
			.and.to.match(/^texts that reach a preview +\d+ +\d+ +at least 97\.0 %$/m)
			.and.not.include('OTHER PROMPTS');
	}).timeout(60_000);
});
