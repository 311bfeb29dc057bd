import { expect } from 'chai';
import { useDemo } from '../support/deskCommand.ts';

describe('npm run demo -- --later', function () {
	this.timeout(600_000);
	const demo = useDemo('later');

	it('plays days of posts on real n8n, planned and taken down, and leaves with 0 because the channel holds what it should', async () => {
		const { code, text } = await demo.play();
		expect(code, text).to.equal(0);
		expect(text.match(/it is in the channel, as it was approved/g), text).to.have.length.within(5, 6);
		expect(text).to.match(/a minute before its time the channel is empty/);
		expect(text).to.match(/(?:Publish now|Take off) was first/);
		for (const said of ['it is deleted', 'its words are gone, its picture is there with the line']) expect(text).to.include(said);
		expect(text).to.include('Nothing went out early, nothing twice, nothing was forgotten');
	});
});
