import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { holderText, thisHolder } from '../../../services/renderer/src/identity.ts';
import { openFileStore } from '../../../services/renderer/src/store/files.ts';
import type { AssetStore } from '../../../services/renderer/src/store/types.ts';

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('The store of files', () => {
	const self = thisHolder();
	let directory: string;
	let store: AssetStore;
	beforeEach(async () => {
		directory = mkdtempSync(join(tmpdir(), 'copydesk-store-'));
		store = await openFileStore(directory, self);
	});
	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	it('keeps what it is given under its hash and leaves no temporary file', async () => {
		const bytes = Buffer.from('some bytes');
		await store.put('import', [bytes], idOf(bytes));
		await store.put('cover', [bytes.subarray(0, 4), Buffer.alloc(0), bytes.subarray(4)], idOf(bytes));
		expect(readdirSync(directory)).to.deep.equal([`${idOf(bytes)}.png`]);
		expect((await store.read(idOf(bytes)))?.equals(bytes)).to.equal(true);
		expect(await store.read('0'.repeat(64))).to.equal(undefined);
	});

	it('shows a reader a whole file or none while it is being written', async () => {
		const bytes = Buffer.alloc(3_000_000, 7);
		const assetId = idOf(bytes);
		let isDone = false;
		const writing = Promise.all(Array.from({ length: 5 }, () => store.put('cover', [bytes], assetId))).then(() => (isDone = true));
		while (!isDone) {
			const seen = await store.read(assetId);
			if (seen !== undefined) expect(idOf(seen)).to.equal(assetId);
		}
		await writing;
		expect(readdirSync(directory)).to.deep.equal([`${assetId}.png`]);
	});

	it('makes many names durable together', async () => {
		const all = Array.from({ length: 50 }, (_, index) => Buffer.from(`file ${index}`));
		await Promise.all(all.map((bytes) => store.put('cover', [bytes], idOf(bytes))));
		expect(readdirSync(directory)).to.have.length(50);
	});

	it('says unavailable, and keeps nothing, when the disk refuses', async () => {
		rmSync(directory, { recursive: true });
		const bytes = Buffer.from('x');
		for (const attempt of [() => store.put('cover', [bytes], idOf(bytes)), () => store.probe()]) {
			expect(await attempt().catch((error: unknown) => error)).to.include({ code: 'unavailable' });
		}
		mkdirSync(directory);
		await store.probe();
		expect(readdirSync(directory)).to.deep.equal([]);
	});

	it('sweeps what dead processes of this machine left, and nothing of the living', async () => {
		const dead = holderText({ ...self, pid: 2 ** 22 + 1, nonce: '000000000000' });
		const elsewhere = holderText({ host: 'elsewhere', pid: 1, nonce: '000000000000' });
		const sameNumber = holderText({ ...self, nonce: '000000000000' });
		const parent = holderText({ ...self, pid: process.ppid, nonce: '000000000000' });
		const longAgo = new Date(Date.now() - 25 * 3_600_000);
		const leave = (name: string, date = new Date()): void => {
			writeFileSync(join(directory, name), 'half');
			utimesSync(join(directory, name), date, date);
		};
		leave(`.tmp-${dead}-1`);
		leave(`.tmp-${elsewhere}-1`);
		leave(`.tmp-${elsewhere}-2`, longAgo);
		leave(`.tmp-${sameNumber}-1`);
		leave(`.tmp-${sameNumber}-2`, longAgo);
		leave(`.tmp-${parent}-1`);
		leave(`.tmp-${holderText(self)}-1`, longAgo);
		leave('.tmp-not-ours', longAgo);
		leave(`${'a'.repeat(64)}.png`, longAgo);
		expect(await store.sweep()).to.equal(3);
		expect(readdirSync(directory).sort()).to.deep.equal(
			[
				'.tmp-not-ours',
				`.tmp-${elsewhere}-1`,
				`.tmp-${sameNumber}-1`,
				`.tmp-${parent}-1`,
				`.tmp-${holderText(self)}-1`,
				`${'a'.repeat(64)}.png`,
			].sort(),
		);
		expect(readFileSync(join(directory, `${'a'.repeat(64)}.png`), 'utf8')).to.equal('half');
	});

	it('sweeps what a thread that was ended left, and nothing of the others', async () => {
		for (const name of ['1.7', '11.1', '2.1', '0.3']) writeFileSync(join(directory, `.tmp-${holderText(self)}-${name}`), 'half');
		expect(await store.sweep(1)).to.equal(1);
		expect(readdirSync(directory).sort()).to.deep.equal(['0.3', '11.1', '2.1'].map((name) => `.tmp-${holderText(self)}-${name}`));
	});
});
