import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeDirectory } from '@copydesk/kit/directory';

describe('makeDirectory', () => {
	const base = mkdtempSync(join(tmpdir(), 'copydesk-directory-'));
	after(() => rmSync(base, { recursive: true }));

	it('makes what is missing on the way, and takes what is there', () => {
		const deep = join(base, 'a', 'b', 'c');
		makeDirectory(deep);
		makeDirectory(deep);
		expect(statSync(deep).isDirectory()).to.equal(true);
	});

	it('refuses a path through a file', () => {
		const file = join(base, 'file');
		writeFileSync(file, '');
		expect(() => makeDirectory(file)).to.throw('EEXIST');
		expect(() => makeDirectory(join(file, 'x'))).to.throw('ENOTDIR');
	});

	it('refuses where no directory can be made, and does not try for ever', function () {
		if (!existsSync('/proc/self')) this.skip();
		expect(() => makeDirectory('/proc/copydesk-test')).to.throw('ENOENT');
		expect(() => makeDirectory('/proc/copydesk-test/deeper')).to.throw('ENOENT');
	});
});
