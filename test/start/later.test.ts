import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../scripts/desk/ports.ts';
import { environmentOf, run } from '../support/deskCommand.ts';
import { BARE_N8N, fastFolder } from '../support/environment.ts';

describe('npm run demo -- --later', function () {
	this.timeout(600_000);
	let data: string;
	before(() => {
		data = mkdtempSync(join(fastFolder(), 'copydesk-later-'));
	});
	after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

	it('plays days of posts on real n8n, planned and taken down, and leaves with 0 because the channel holds what it should', async () => {
		const { code, text } = await run({ ...environmentOf(data, await freePorts()), ...BARE_N8N }, 'scripts/demo.ts', '--later');
		expect(code, text).to.equal(0);
		expect(text.match(/it is in the channel, as it was approved/g), text).to.have.length.within(5, 6);
		expect(text).to.match(/a minute before its time the channel is empty/);
		expect(text).to.match(/(?:Publish now|Take off) was first/);
		for (const said of ['it is deleted', 'its words are gone, its picture is there with the line']) expect(text).to.include(said);
		expect(text).to.include('Nothing went out early, nothing twice, nothing was forgotten');
	});
});
