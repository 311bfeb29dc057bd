/** Hostile files as a person of the sandbox attaches them: each is sent, or refused with a reason, and the sandbox goes on. */
import { expect } from 'chai';
import { bytesOf, madeNames, randomOf } from '../support/hostileFiles.ts';
import { EGOR, RunningSandbox } from '../support/sandbox.ts';

describe('hostile files in the sandbox', function () {
	this.timeout(60_000);
	let desk: RunningSandbox;
	before(async () => {
		desk = await new RunningSandbox().start();
	});
	after(() => desk.end());

	it('are sent or refused as photos, files, videos and recordings, and none stops it', async () => {
		const random = randomOf(44);
		for (const made of madeNames.filter((name) => !name.includes('limit'))) {
			const bytes = bytesOf(made, random).toString('base64');
			for (const attached of [
				{ photo: bytes },
				{ file: { name: `${made}.jpg`, type: 'image/jpeg', bytes } },
				{ video: { bytes, width: 1, height: 70_000, duration: 9_000_000, file_size: 5 } },
				{ voice: { seconds: 9_000_000, bytes } },
			]) {
				const what = `${made} as ${Object.keys(attached)[0]}`;
				const answer = await fetch(`${desk.url}/control/send`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json' },
					body: JSON.stringify({ from: EGOR, ...attached }),
				});
				const text = await answer.text();
				expect(answer.status, `${what}: ${text.slice(0, 200)}`).to.be.oneOf([200, 400, 413, 422]);
				if (answer.status !== 200) expect(text, what).to.match(/[a-z]{3}/i);
			}
		}
		expect(await desk.control('/state')).to.have.property('chats');
	});
});
