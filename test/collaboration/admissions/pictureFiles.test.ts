import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPictureFiles } from '@copydesk/collaboration/admissions/pictureFiles';
import { QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';

const WRITER = `
	import { openPictureFiles } from '@copydesk/collaboration/admissions/pictureFiles';
	import { armFaultPoint } from '@copydesk/kit/faultPoints';
	armFaultPoint(process.argv[2]);
	openPictureFiles(process.argv[1]).write('a_1', Buffer.from('the picture'));
`;

describe('A kept picture whose writer is killed with -9', function () {
	this.timeout(30_000);
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const killedAt = (label: string): void => {
		const { signal, stderr } = spawnSync(process.execPath, [...QUIET_NODE, '--input-type=module', '-e', WRITER, folder, label], {
			cwd: ROOT,
		});
		expect(signal, String(stderr)).to.equal('SIGKILL');
	};

	it('is not there before it is whole, and what was begun goes', async () => {
		killedAt('picture.temp_synced');
		const files = openPictureFiles(folder);
		expect(await files.read('a_1')).to.equal(undefined);
		expect(readdirSync(folder)).to.have.length(1);
		expect(files.writtenBefore(Date.now() + 1_000)).to.deep.equal([]);
		expect(readdirSync(folder)).to.deep.equal([]);
	});

	it('is there, whole, from then on', async () => {
		killedAt('picture.stored');
		expect(String(await openPictureFiles(folder).read('a_1'))).to.equal('the picture');
		expect(readdirSync(folder)).to.deep.equal(['a_1.png']);
	});
});
