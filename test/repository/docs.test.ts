import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

describe('The made pages', function () {
	this.timeout(30_000);

	it('say what the code says today', () => {
		const { status, stderr } = spawnSync(
			process.execPath,
			['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'scripts/docs.ts', '--check'],
			{ encoding: 'utf8' },
		);
		expect(status, stderr).to.equal(0);
	});
});
