import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../scripts/desk/ports.ts';
import { environmentOf, run } from '../support/deskCommand.ts';
import { BARE_N8N, fastFolder } from '../support/environment.ts';

describe('npm run demo -- --bad-day', function () {
	this.timeout(600_000);
	let data: string;
	before(() => {
		data = mkdtempSync(join(fastFolder(), 'copydesk-bad-day-'));
	});
	after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

	it('plays what can go wrong in a day on real n8n, and leaves with 0 because it cost what it should', async () => {
		const { code, text } = await run({ ...environmentOf(data, await freePorts()), ...BARE_N8N }, 'scripts/demo.ts', '--bad-day');
		expect(code, text).to.equal(0);
		const [total, ...scenes] = text.slice(text.indexOf('Requests to the AI, all in all')).match(/(?<=all in all: |^ +)\d+/gm) ?? [];
		expect(scenes, text).to.have.length(12);
		// Four posts, three requests each: nothing that went wrong was paid for twice.
		expect(Number(total), text).to.equal(12);
		expect(scenes.reduce((sum, paid) => sum + Number(paid), 0)).to.equal(12);
	});
});
