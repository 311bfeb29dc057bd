import { expect } from 'chai';
import { useDemo } from '../support/deskCommand.ts';

describe('npm run demo -- --knowledge', function () {
	this.timeout(600_000);
	const demo = useDemo('knowledge');

	it('plays a post about the world on real n8n, with the page that it rests on, and one for which nothing is found', async () => {
		const { code, text } = await demo.play();
		expect(code, text).to.equal(0);
		expect(text)
			.to.include('what it rests on: Purr (en.wikipedia.org)')
			.and.to.include('the post is in the channel')
			.and.to.include('that nothing was found');
	});
});
