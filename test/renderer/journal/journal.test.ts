import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { openJournal, type Journal, type StoredCover } from '../../../services/renderer/src/journal/journal.ts';
import { columns } from '../../../services/renderer/src/journal/tables.ts';
import { declaredColumns, migratedColumns } from '../../support/columns.ts';
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
		const open = async (): Promise<Journal> => {
			const db = await openDatabase(url);
			opened.push(db);
			return openJournal(db);
		};
		let journal: Journal;
		beforeEach(async function () {
			directory = mkdtempSync(join(tmpdir(), 'copydesk-journal-'));
			url = engine === 'sqlite' ? `sqlite:${join(directory, 'journal.sqlite')}` : await (await sharedPostgres(this)).createDatabase();
			journal = await open();
		});
		afterEach(async () => {
			for (const db of opened.splice(0)) await db.close().catch(() => undefined);
			rmSync(directory, { recursive: true, force: true });
		});

		it('has the tables that the code declares, column by column: a row is what its type says', async () => {
			const migrated = await migratedColumns(opened[0] as Database, (table) => table !== 'migration');
			expect(migrated.sort()).to.deep.equal(declaredColumns(columns).sort());
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

		it('keeps one cover for a version, for ever', async () => {
			expect(await journal.addCover(cover)).to.deep.equal(cover);
			expect(await journal.findCover(key)).to.deep.equal(cover);
			expect(await journal.addCover({ ...cover, requestSha256: B, titleLines: 3 }), 'the first one stays').to.deep.equal(cover);
			expect(await journal.findCover({ ...key, version: 2 })).to.equal(undefined);
			expect(await journal.findCover({ ...key, draftId: 'Draft' })).to.equal(undefined);
		});

		it('lets one of many that come from several processes be first', async () => {
			const journals = [journal, await open(), await open()];
			const kept = await Promise.all(
				Array.from({ length: 30 }, (_, index) => journals[index % 3]!.addCover({ ...cover, titleFontPx: 40 + index })),
			);
			expect(new Set(kept.map(({ titleFontPx }) => titleFontPx)).size).to.equal(1);
		});

		it('lets the database refuse what the code must never do', async () => {
			const [db] = opened;
			const refused = async (sql: string, ...values: (string | number)[]): Promise<void> => {
				expect(
					await db!.query(sql, values).then(
						() => 'taken',
						() => 'refused',
					),
					sql,
				).to.equal('refused');
			};
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
					return openJournal(db);
				}),
			);
			for (const one of journals) await one.probe();
		});
	});
}
