import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startRendererProcess } from '../support/rendererProcess.ts';

describe('The renderer as a process', () => {
	let dataDir: string;
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'copydesk-renderer-'));
	});
	afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

	const complaint = (directory: string, env?: Record<string, string>) =>
		startRendererProcess(directory, env).then(
			() => 'it started',
			(error: Error) => error.message,
		);

	it('says which variable names what cannot be opened', async () => {
		expect(await complaint('/dev/null/none')).to.include('did not start. RENDERER_STORE or RENDERER_DATA_DIR: ');
		expect(await complaint(dataDir, { RENDERER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).to.include(
			'did not start. RENDERER_DATABASE_URL: ',
		);
		writeFileSync(join(dataDir, 'journal.sqlite'), 'this is no database. '.repeat(500));
		expect(await complaint(dataDir)).to.include('did not start. RENDERER_DATABASE_URL: file is not a database');
	});
});
