import { expect } from 'chai';
import { useDemo } from '../support/deskCommand.ts';

describe('npm run demo -- --thief', function () {
	this.timeout(600_000);
	const demo = useDemo('thief');

	it('prints how each attempt was refused, and leaves with 0 because the channel stayed empty', async () => {
		const { code, text } = await demo.play();
		expect(code, text).to.equal(0);
		// A message, five presses and messages of the thief's own, and what they make of the two real updates: at both doors.
		expect(text.match(/ \/event: .*: 403 update_unknown$/gm), text).to.have.length(10);
		expect(text.match(/ \/event: a real update once more: 200 duplicate$/gm)).to.have.length(2);
		expect(text.match(/ n8n's webhook: .*: 503$/gm)).to.have.length(10);
		for (const attempt of [
			/n8n's webhook: a megabyte of XML: 415/,
			/\/internal under .*: claim: 4\d\d/,
			/\/messenger under .*: publish: 4\d\d/,
			/\/materials\/advance under .*: superseded: 409 copy_not_delivered/,
			/\/materials\/advance under .*: another link: 409/,
			/\/materials\/revise under .*: other words: 409 copy_not_delivered/,
			/words with a link are said as “See https\[:\]\/\/evil\[\.\]com\/btc, ask \[@\]evil_helper or \/start\[@\]evil_helper”/,
			/\/authorize under .*: pay for illustration: 4\d\d/,
		])
			expect(text).to.match(attempt);
		expect(text).to.match(/ \d+ attempts, all refused; nothing is new in the channel/);
		expect(text).to.match(
			/1\) Olga.*\n.*2\) Egor.*\n.*3\) Person 4242.* — new\n.*the owner is Olga.*number 1001.*\n.*the editor is Egor.*number 1002/,
		);
		expect(text).to.include('The channel is empty. Requests to the AI: 4, all for the two posts that the editor asked for.');
	});
});
