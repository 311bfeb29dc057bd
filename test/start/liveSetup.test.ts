import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { useDemo } from '../support/deskCommand.ts';
import { NO_RUNNER, ROUGH_PICTURES } from '../support/environment.ts';

describe('npm run demo -- --live-setup', function () {
	this.timeout(600_000);
	const demo = useDemo('live-setup');

	it('comes from a token to a post in the channel with at most nine answers, and leaves nothing behind', async () => {
		const { code, text } = await demo.play({ ...process.env, ...ROUGH_PICTURES, ...NO_RUNNER, TMPDIR: demo.folder() });
		expect(code, text).to.equal(0);
		const answered = [...text.matchAll(/^ +[\d.]+ s {2}\+ *[\d.]+ s {2}(\d)\. (.*)$/gm)].map(([, at, what]) => `${at} ${what}`);
		expect(
			answered.map((line) => line.replace(/:.*/, '')),
			text,
		).to.deep.equal([
			'1 The token',
			'2 Who is the owner?',
			'3 Is that right?',
			'4 The channel',
			'5 The languages',
			'6 The provider',
			'7 The key',
			'8 The models',
			'9 1, 2, 3 or a name',
		]);
		expect(text)
			.to.include('the channel sees the post')
			.and.to.match(/to a post in the channel: 9 answers, [\d.]+ s, no port opened/);
		expect(readdirSync(demo.folder()).filter((name) => name.startsWith('copydesk-'))).to.deep.equal([]);
	});
});
