import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { holderText, thisHolder } from '../../../services/renderer/src/identity.ts';
import { LEASE_MS, openJournal } from '../../../services/renderer/src/journal/journal.ts';
import type { Journal, StoredCover } from '../../../services/renderer/src/journal/journal.ts';
import { sharedPostgres } from '../../support/postgres.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const key = { draftId: 'draft', version: 1 };
const cover: StoredCover = {
	...key,
	requestSha256: A,
	templateVersion: 'ff-square-0.1',
	templateFingerprint: A,
	imageId: 'consultation-v1',
	assetId: B,
	bytes: 1234,
	titleLines: 2,
	subtitleLines: 1,
	titleFontPx: 88,
};

for (const engine of ['sqlite', 'postgres'] as const) {
	describe(`The journal of the renderer, on ${engine}`, () => {
		let url: string;
		let directory: string;
		const opened: Database[] = [];
		let nowMs = 1_000_000;

		const open = async (holder = thisHolder()): Promise<Journal> => {
			const db = await openDatabase(url);
			opened.push(db);
			return openJournal(db, holder, () => nowMs);
		};
		let journal: Journal;
		beforeEach(async function () {
			directory = mkdtempSync(join(tmpdir(), 'copydesk-journal-'));
			url = engine === 'sqlite' ? `sqlite:${join(directory, 'journal.sqlite')}` : await (await sharedPostgres(this)).createDatabase();
			nowMs = 1_000_000;
			journal = await open();
		});
		afterEach(async () => {
			for (const db of opened.splice(0)) await db.close().catch(() => undefined);
			rmSync(directory, { recursive: true, force: true });
		});

		it('remembers images and knows one that came before', async () => {
			const image = { assetId: A, bytes: 100, width: 1536, height: 1024 };
			expect(await journal.findImage(A)).to.equal(undefined);
			expect(await journal.addImage(image)).to.equal(true);
			expect(await journal.addImage(image)).to.equal(false);
			expect(await journal.findImage(A)).to.deep.equal(image);
			expect(await journal.findAsset(A)).to.deep.equal({ assetId: A, bytes: 100 });
			expect(await journal.findImage(B)).to.equal(undefined);
			expect(await journal.storedBytes()).to.equal(100);
		});

		it('keeps one cover for a version, for ever, and gives the claim back with it', async () => {
			expect(await journal.claim(key, A)).to.deep.equal({ kind: 'ours' });
			expect(await journal.addCover(cover)).to.deep.equal(cover);
			expect(await journal.findCover(key)).to.deep.equal(cover);
			expect(await journal.addCover({ ...cover, requestSha256: B, titleLines: 3 }), 'the first one stays').to.deep.equal(cover);
			expect(await journal.claim(key, B)).to.deep.equal({ kind: 'stored', cover });
			expect(await journal.claim({ ...key, version: 2 }, A), 'another version is free').to.deep.equal({ kind: 'ours' });
		});

		it('lets one of many have the right to render, and the next one after it was given back', async () => {
			const others = [journal, await open(), await open()];
			const claims = await Promise.all(Array.from({ length: 30 }, (_, index) => others[index % 3]!.claim(key, A)));
			expect(claims.filter(({ kind }) => kind === 'ours')).to.have.length(1);
			expect(claims.filter(({ kind }) => kind === 'held')).to.have.length(29);
			const winner = others[claims.findIndex(({ kind }) => kind === 'ours') % 3]!;
			const loser = others.find((other) => other !== winner)!;
			await loser.release(key);
			expect((await loser.claim(key, A)).kind, 'only the holder gives it back').to.equal('held');
			await winner.release(key);
			expect((await loser.claim(key, A)).kind).to.equal('ours');
		});

		it('lets a claim end with its lease when nobody can tell what became of its holder', async () => {
			const elsewhere = await open({ host: 'elsewhere', pid: 1, nonce: '000000000000' });
			expect((await elsewhere.claim(key, A)).kind).to.equal('ours');
			const claim = await journal.claim(key, A);
			expect(claim).to.deep.equal({ kind: 'held', holder: 'elsewhere~1~000000000000' });
			expect(await journal.takeFrom(key, 'elsewhere~1~000000000000')).to.equal(false);
			nowMs += LEASE_MS;
			expect((await journal.claim(key, A)).kind).to.equal('held');
			nowMs += 1;
			expect((await journal.claim(key, A)).kind).to.equal('ours');
			// The paused one wakes up and has drawn the same thing: the version still has one cover.
			await journal.addCover(cover);
			expect(await elsewhere.addCover({ ...cover, requestSha256: B })).to.deep.equal(cover);
		});

		it('takes over at once what a dead process of this machine held: when met, and at the start', async () => {
			const dead = { ...thisHolder(), pid: 2 ** 22 + 1 };
			const deadJournal = await open(dead);
			await deadJournal.claim(key, A);
			const claim = await journal.claim(key, A);
			expect(claim).to.deep.equal({ kind: 'held', holder: holderText(dead) });
			expect(await journal.takeFrom(key, holderText(dead))).to.equal(true);
			expect((await journal.claim(key, A)).kind).to.equal('ours');

			const other = { ...key, version: 7 };
			await deadJournal.claim(other, A);
			const started = await open();
			expect((await started.claim(other, A)).kind).to.equal('ours');
			expect((await started.claim(key, A)).kind, 'the living keep theirs').to.equal('held');
		});

		it('lets the database refuse what the code must never do', async () => {
			const [db] = opened;
			const refused = async (sql: string, ...values: (string | number)[]): Promise<void> => {
				expect(await db!.query(sql, values).then(() => 'taken', () => 'refused'), sql).to.equal('refused');
			};
			await journal.claim(key, A);
			await journal.addCover(cover);
			await refused('delete from asset where asset_id = $1', B);
			await refused('insert into image (asset_id, width, height, imported_at_ms) values ($1, 64, 64, 0)', A);
			await refused('insert into asset (asset_id, bytes, stored_at_ms) values ($1, 0, 0)', A);
			await refused('insert into asset (asset_id, bytes, stored_at_ms) values ($1, 1, 0)', 'short');
			await refused('update cover set version = 0');
		});

		it('can be opened by several at once on an empty database', async function () {
			const empty = engine === 'sqlite' ? `sqlite:${join(directory, 'empty.sqlite')}` : await (await sharedPostgres(this)).createDatabase();
			const journals = await Promise.all(
				Array.from({ length: 4 }, async () => {
					const db = await openDatabase(empty);
					opened.push(db);
					return openJournal(db, thisHolder());
				}),
			);
			for (const one of journals) await one.probe();
		});
	});
}
