import { fileURLToPath } from 'node:url';
import { CopydeskError } from '@copydesk/domain/errors';
import { migrate } from '@copydesk/kit/database/migrate';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from './tables.ts';

interface StoredAsset {
	readonly assetId: string;
	readonly bytes: number;
}

export interface StoredImage extends StoredAsset {
	readonly width: number;
	readonly height: number;
}

export interface StoredBrand extends StoredAsset {
	readonly name: string;
}

/** A version of a draft. */
export interface CoverKey {
	readonly draftId: string;
	readonly version: number;
}

export interface StoredCover extends CoverKey, StoredAsset {
	readonly requestSha256: string;
	readonly templateVersion: string;
	readonly templateFingerprint: string;
	readonly imageId: string;
	readonly titleLines: number;
	readonly subtitleLines: number;
	readonly titleFontPx: number;
}

export interface Journal {
	/** Finds an image or a cover. */
	findAsset(assetId: string): Promise<StoredAsset | undefined>;
	findBrand(assetId: string): Promise<StoredBrand | undefined>;
	findImage(assetId: string): Promise<StoredImage | undefined>;
	findCover(key: CoverKey): Promise<StoredCover | undefined>;
	/** @returns whether the brand is new */
	addBrand(brand: StoredBrand): Promise<boolean>;
	/** @returns whether the image is new */
	addImage(image: StoredImage): Promise<boolean>;
	/** Stores the cover. If the version already has another cover, returns that one. */
	addCover(cover: StoredCover): Promise<StoredCover>;
	storedBytes(): Promise<number>;
	/** @throws if the journal cannot be written */
	probe(): Promise<void>;
	close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../migrations/journal', import.meta.url));

async function readCover(db: Database, { draftId, version }: CoverKey): Promise<StoredCover | undefined> {
	return tables(db)
		.selectFrom('cover')
		.innerJoin('asset', 'asset.asset_id', 'cover.asset_id')
		.where('draft_id', '=', draftId)
		.where('version', '=', version)
		.select([
			'draft_id as draftId',
			'version',
			'request_sha256 as requestSha256',
			'template_version as templateVersion',
			'template_fingerprint as templateFingerprint',
			'image_id as imageId',
			'cover.asset_id as assetId',
			'bytes',
			'title_lines as titleLines',
			'subtitle_lines as subtitleLines',
			'title_font_px as titleFontPx',
		])
		.executeTakeFirst();
}

async function addAsset(tx: Database, { assetId, bytes }: StoredAsset, atMs: number): Promise<void> {
	await tables(tx)
		.insertInto('asset')
		.values({ asset_id: assetId, bytes, stored_at_ms: atMs })
		.onConflict((on) => on.doNothing())
		.execute();
}

/** @returns whether it is new */
async function insertImage(tx: Database, { assetId, width, height }: StoredImage, atMs: number): Promise<boolean> {
	const added = await tables(tx)
		.insertInto('image')
		.values({ asset_id: assetId, width, height, imported_at_ms: atMs })
		.onConflict((on) => on.doNothing())
		.returning('asset_id')
		.executeTakeFirst();
	return added !== undefined;
}

/** @returns whether it is the first of its version */
async function insertCover(tx: Database, cover: StoredCover, atMs: number): Promise<boolean> {
	const added = await tables(tx)
		.insertInto('cover')
		.values({
			draft_id: cover.draftId,
			version: cover.version,
			request_sha256: cover.requestSha256,
			template_version: cover.templateVersion,
			template_fingerprint: cover.templateFingerprint,
			image_id: cover.imageId,
			asset_id: cover.assetId,
			title_lines: cover.titleLines,
			subtitle_lines: cover.subtitleLines,
			title_font_px: cover.titleFontPx,
			rendered_at_ms: atMs,
		})
		.onConflict((on) => on.doNothing())
		.returning('draft_id')
		.executeTakeFirst();
	return added !== undefined;
}

/**
 * Opens the journal and migrates its tables.
 * @param nowMs the clock
 */
export async function openJournal(db: Database, nowMs: () => number = Date.now): Promise<Journal> {
	await migrate(db, MIGRATIONS, 'renderer', nowMs());

	return {
		findAsset: (assetId) =>
			tables(db)
				.selectFrom('asset')
				.leftJoin('brand', 'brand.asset_id', 'asset.asset_id')
				.select(['asset.asset_id as assetId', 'bytes'])
				.where('asset.asset_id', '=', assetId)
				.where('brand.asset_id', 'is', null)
				.executeTakeFirst(),
		findBrand: (assetId) =>
			tables(db)
				.selectFrom('brand')
				.innerJoin('asset', 'asset.asset_id', 'brand.asset_id')
				.select(['brand.asset_id as assetId', 'bytes', 'name'])
				.where('brand.asset_id', '=', assetId)
				.executeTakeFirst(),
		addBrand: (brand) =>
			db.atomically(async (tx) => {
				await addAsset(tx, brand, nowMs());
				const added = await tables(tx)
					.insertInto('brand')
					.values({ asset_id: brand.assetId, name: brand.name, stored_at_ms: nowMs() })
					.onConflict((on) => on.doNothing())
					.returning('asset_id')
					.executeTakeFirst();
				return added !== undefined;
			}),
		findImage: (assetId) =>
			tables(db)
				.selectFrom('image')
				.innerJoin('asset', 'asset.asset_id', 'image.asset_id')
				.select(['image.asset_id as assetId', 'bytes', 'width', 'height'])
				.where('image.asset_id', '=', assetId)
				.executeTakeFirst(),
		findCover: (key) => readCover(db, key),
		addImage: (image) =>
			db.atomically(async (tx) => {
				await addAsset(tx, image, nowMs());
				return insertImage(tx, image, nowMs());
			}),
		async addCover(cover) {
			const kept = await db.atomically(async (tx) => {
				await addAsset(tx, cover, nowMs());
				return (await insertCover(tx, cover, nowMs())) ? cover : await readCover(tx, cover);
			});
			if (kept === undefined) throw new CopydeskError('unavailable', 'a cover that was first is not there to be read');
			return kept;
		},
		async storedBytes() {
			// PostgreSQL returns a sum of bigints as decimal text.
			const stored = await tables(db)
				.selectFrom('asset')
				.select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
				.executeTakeFirst();
			return Number(stored?.bytes ?? 0);
		},
		async probe() {
			await tables(db)
				.insertInto('probe')
				.values({ id: 1, probed_at_ms: nowMs() })
				.onConflict((on) => on.column('id').doUpdateSet(({ ref }) => ({ probed_at_ms: ref('excluded.probed_at_ms') })))
				.execute();
		},
		close: () => db.close(),
	};
}
