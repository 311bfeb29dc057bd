import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { Photos } from '@copydesk/sandbox/messenger/photos';

describe("The sandbox's photos", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-photos-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it('are the newest ones, however long it runs, under numbers that are never given twice', async () => {
		const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#284' } })
			.png()
			.toBuffer();
		const before = new Photos(folder, [], 2);
		const first = [await before.add(png), await before.add(png), await before.add(png)];
		const photos = new Photos(folder, before.stored, 2);
		const last = await photos.add(png);
		expect(photos.stored).to.deep.equal([first[2], last]);
		expect(readdirSync(folder)).to.have.members([...(first[2]?.sizes ?? []), ...last.sizes].map((size) => `${size.file_unique_id}.jpg`));
		expect(photos.byFileId(first[1]?.sizes[0]?.file_id ?? '')).to.equal(undefined);
		expect(last.sizes[0]?.file_path).to.equal('photos/file_4_0.jpg');
	});
});
