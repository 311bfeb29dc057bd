import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LOCAL_PARSE_FAILURES } from '@copydesk/domain/material/version';

describe('The made pages', function () {
	this.timeout(30_000);

	it('name every error class that a one-time resume accepts, and what each key of a delivery is held to', () => {
		const page = readFileSync('services/collaboration/README.md', 'utf8');
		const document = readFileSync('services/collaboration/openapi.yaml', 'utf8');
		for (const name of LOCAL_PARSE_FAILURES) for (const text of [page, document]) expect(text).to.include(`\`${name}\``);
		expect(document).to.include('A key that another operation took is refused with 422');
	});

	it('say what the code says today', () => {
		const { status, stderr } = spawnSync(
			process.execPath,
			['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'scripts/docs.ts', '--check'],
			{ encoding: 'utf8' },
		);
		expect(status, stderr).to.equal(0);
	});
});
