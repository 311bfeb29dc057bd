import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxClock } from '@copydesk/collaboration/clock';
import { fastFolder } from '../support/environment.ts';

describe('The clock of a sandbox desk', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(fastFolder(), 'copydesk-clock-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const ahead = (said?: string) => {
		const file = join(folder, 'clock');
		if (said !== undefined) writeFileSync(file, said);
		return sandboxClock(file, 'http://127.0.0.1:8095')() - Date.now();
	};

	it('is ahead by what the file says, and by nothing where it says no such thing', () => {
		expect(ahead()).to.be.within(-50, 50);
		expect(ahead('3600000')).to.be.within(3_599_950, 3_600_050);
		for (const odd of ['-3600000', 'soon', '', '1.5', '1e99']) expect(ahead(odd), odd).to.be.within(-50, 50);
	});

	it('is not there beside a messenger on another machine', () => {
		for (const url of ['https://api.telegram.org', 'http://10.0.0.5:8081', 'https://localhost.example'])
			expect(() => sandboxClock(join(folder, 'clock'), url)).to.throw('only beside the sandbox');
	});
});
