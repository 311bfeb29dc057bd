import { fileURLToPath } from 'node:url';
import { CopydeskError } from '@copydesk/domain/errors';
import type { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { migrate } from '@copydesk/kit/database/migrate';
import type { Database, Row } from '@copydesk/kit/database/types';

export interface StoredAsset {
	readonly assetId: string;
	readonly bytes: number;
}

export interface StoredImage extends StoredAsset {
	readonly width: number;
	readonly height: number;
}

/** A version of a draft. */
export interface CoverKey {
	readonly draftId: string;
	readonly version: number;
}

export interface StoredCover extends CoverKey, StoredAsset {
	readonly requestSha256: string;
	readonly templateVersion: typeof TEMPLATE_VERSION;
	readonly templateFingerprint: string;
	readonly imageId: string;
	readonly titleLines: number;
	readonly subtitleLines: number;
	readonly titleFontPx: number;
}

export interface Journal {
	findAsset(assetId: string): Promise<StoredAsset | undefined>;
	findImage(assetId: string): Promise<StoredImage | undefined>;
	findCover(key: CoverKey): Promise<StoredCover | undefined>;
	/** @returns whether the image is new */
	addImage(image: StoredImage): Promise<boolean>;
	/** Keeps the cover. When another cover of the version was first, that one is returned. */
	addCover(cover: StoredCover): Promise<StoredCover>;
	storedBytes(): Promise<number>;
	/** @throws when the journal cannot be written */
	probe(): Promise<void>;
	close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../migrations/journal', import.meta.url));

function coverOf(row: Row): StoredCover {
	return {
		draftId: String(row['draft_id']),
		version: Number(row['version']),
		requestSha256: String(row['request_sha256']),
		// There is one template so far.
		templateVersion: String(row['template_version']) as typeof TEMPLATE_VERSION,
		templateFingerprint: String(row['template_fingerprint']),
		imageId: String(row['image_id']),
		assetId: String(row['asset_id']),
		bytes: Number(row['bytes']),
		titleLines: Number(row['title_lines']),
		subtitleLines: Number(row['subtitle_lines']),
		titleFontPx: Number(row['title_font_px']),
	};
}

const FIND_COVER =
	'select cover.*, asset.bytes from cover join asset on asset.asset_id = cover.asset_id where draft_id = $1 and version = $2';
const ADD_ASSET = 'insert into asset (asset_id, bytes, stored_at_ms) values ($1, $2, $3) on conflict do nothing';
const ADD_COVER = `insert into cover (draft_id, version, request_sha256, template_version, template_fingerprint, image_id, asset_id,
		title_lines, subtitle_lines, title_font_px, rendered_at_ms)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning draft_id`;

const readCover = async (db: Pick<Database, 'query'>, key: CoverKey): Promise<StoredCover | undefined> => {
	const [row] = await db.query(FIND_COVER, [key.draftId, key.version]);
	return row === undefined ? undefined : coverOf(row);
};

/**
 * Opens the journal and brings its tables up to date.
 * @param nowMs the clock
 */
export async function openJournal(db: Database, nowMs: () => number = Date.now): Promise<Journal> {
	await migrate(db, MIGRATIONS, 'renderer', nowMs());

	return {
		async findAsset(assetId) {
			const [row] = await db.query('select bytes from asset where asset_id = $1', [assetId]);
			return row === undefined ? undefined : { assetId, bytes: Number(row['bytes']) };
		},
		async findImage(assetId) {
			const [row] = await db.query(
				'select width, height, bytes from image join asset on asset.asset_id = image.asset_id where image.asset_id = $1',
				[assetId],
			);
			return row === undefined
				? undefined
				: { assetId, bytes: Number(row['bytes']), width: Number(row['width']), height: Number(row['height']) };
		},
		findCover: (key) => readCover(db, key),
		addImage: ({ assetId, bytes, width, height }) =>
			db.atomically(async (tx) => {
				await tx.query(ADD_ASSET, [assetId, bytes, nowMs()]);
				const added = await tx.query(
					'insert into image (asset_id, width, height, imported_at_ms) values ($1, $2, $3, $4) on conflict do nothing returning asset_id',
					[assetId, width, height, nowMs()],
				);
				return added.length === 1;
			}),
		async addCover(cover) {
			const kept = await db.atomically(async (tx) => {
				await tx.query(ADD_ASSET, [cover.assetId, cover.bytes, nowMs()]);
				const added = await tx.query(ADD_COVER, [
					cover.draftId,
					cover.version,
					cover.requestSha256,
					cover.templateVersion,
					cover.templateFingerprint,
					cover.imageId,
					cover.assetId,
					cover.titleLines,
					cover.subtitleLines,
					cover.titleFontPx,
					nowMs(),
				]);
				return added.length === 1 ? cover : await readCover(tx, cover);
			});
			if (kept === undefined) throw new CopydeskError('unavailable', 'a cover that was first is not there to be read');
			return kept;
		},
		async storedBytes() {
			const [row] = await db.query('select coalesce(sum(bytes), 0) as total from asset');
			return Number(row?.['total'] ?? 0);
		},
		async probe() {
			await db.query(
				'insert into probe (id, probed_at_ms) values (1, $1) on conflict (id) do update set probed_at_ms = excluded.probed_at_ms',
				[nowMs()],
			);
		},
		close: () => db.close(),
	};
}
