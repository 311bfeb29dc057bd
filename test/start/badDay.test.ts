import { expect } from 'chai';
import { useDemo } from '../support/deskCommand.ts';

describe('npm run demo -- --bad-day', function () {
	this.timeout(600_000);
	const demo = useDemo('bad-day');

	it('plays what can go wrong in a day on real n8n, and leaves with 0 because it cost what it should', async () => {
		const { code, text } = await demo.play();
		expect(code, text).to.equal(0);
		const [total, ...scenes] = text.slice(text.indexOf('Requests to the AI, all in all')).match(/(?<=all in all: |^ +)\d+/gm) ?? [];
		expect(scenes, text).to.have.length(12);
		// Four posts, three requests each: nothing that went wrong was paid for twice.
		expect(Number(total), text).to.equal(12);
		expect(scenes.reduce((sum, paid) => sum + Number(paid), 0)).to.equal(12);
	});
});
