import { fileURLToPath } from 'node:url';
import { CopydeskError } from '@copydesk/domain/errors';
import { migrate } from '@copydesk/kit/database/migrate';
import type { Database, Row } from '@copydesk/kit/database/types';
import { holderText, isSurelyGone, parseHolder } from '../identity.ts';
import type { Holder } from '../identity.ts';
import { createBatch } from './batch.ts';

/** How long a claim lives without being renewed, in milliseconds. */
export const LEASE_MS = 15_000;

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
	readonly templateVersion: string;
	readonly templateFingerprint: string;
	readonly imageId: string;
	readonly titleLines: number;
	readonly subtitleLines: number;
	readonly titleFontPx: number;
}

/** What came of asking for the right to render. */
export type Claim =
	| { readonly kind: 'ours' }
	| { readonly kind: 'stored'; readonly cover: StoredCover }
	/** Somebody is rendering this version right now. */
	| { readonly kind: 'held'; readonly holder: string };

export interface Journal {
	findAsset(assetId: string): Promise<StoredAsset | undefined>;
	findImage(assetId: string): Promise<StoredImage | undefined>;
	findCover(key: CoverKey): Promise<StoredCover | undefined>;
	/** @returns whether the image is new */
	addImage(image: StoredImage): Promise<boolean>;
	/** Takes the right to render a version; at most one process has it at a time. */
	claim(key: CoverKey, requestSha256: string): Promise<Claim>;
	/** Gives the right back without a cover. */
	release(key: CoverKey): Promise<void>;
	/** Forgets the claim of a process that is surely gone. @returns false when nothing can be told about it */
	takeFrom(key: CoverKey, holder: string): Promise<boolean>;
	/** Keeps the cover and gives the right back. When another cover of the version was first, that one is returned. */
	addCover(cover: StoredCover): Promise<StoredCover>;
	storedBytes(): Promise<number>;
	/** @throws when the journal cannot be written */
	probe(): Promise<void>;
	close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

function coverOf(row: Row): StoredCover {
	return {
		draftId: String(row['draft_id']),
		version: Number(row['version']),
		requestSha256: String(row['request_sha256']),
		templateVersion: String(row['template_version']),
		templateFingerprint: String(row['template_fingerprint']),
		imageId: String(row['image_id']),
		assetId: String(row['asset_id']),
		bytes: Number(row['bytes']),
		titleLines: Number(row['title_lines']),
		subtitleLines: Number(row['subtitle_lines']),
		titleFontPx: Number(row['title_font_px']),
	};
}

const FIND_COVER = 'select cover.*, asset.bytes from cover join asset on asset.asset_id = cover.asset_id where draft_id = $1 and version = $2';
const ADD_ASSET = 'insert into asset (asset_id, bytes, stored_at_ms) values ($1, $2, $3) on conflict do nothing';
const CLAIM = `insert into cover_claim (draft_id, version, request_sha256, holder, lease_until_ms) values ($1, $2, $3, $4, $5)
	on conflict (draft_id, version) do update
	set request_sha256 = excluded.request_sha256, holder = excluded.holder, lease_until_ms = excluded.lease_until_ms
	where cover_claim.lease_until_ms < $6
	returning holder`;
const RELEASE = 'delete from cover_claim where draft_id = $1 and version = $2 and holder = $3';
const ADD_COVER = `insert into cover (draft_id, version, request_sha256, template_version, template_fingerprint, image_id, asset_id,
		title_lines, subtitle_lines, title_font_px, rendered_at_ms)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning draft_id`;

const readCover = async (db: Pick<Database, 'query'>, key: CoverKey): Promise<StoredCover | undefined> => {
	const [row] = await db.query(FIND_COVER, [key.draftId, key.version]);
	return row === undefined ? undefined : coverOf(row);
};

/**
 * Opens the journal: brings its tables up to date and frees what killed processes of this machine had claimed.
 * @param nowMs the clock
 */
export async function openJournal(db: Database, self: Holder, nowMs: () => number = Date.now): Promise<Journal> {
	await migrate(db, MIGRATIONS, 'renderer', nowMs());
	const ourName = holderText(self);
	const change = createBatch(db);
	let heldClaims = 0;

	const isGone = (holderName: string): boolean => {
		const holder = parseHolder(holderName);
		return holder !== undefined && isSurelyGone(holder, self);
	};
	for (const row of await db.query('select distinct holder from cover_claim')) {
		if (isGone(String(row['holder']))) await db.query('delete from cover_claim where holder = $1', [row['holder'] ?? null]);
	}

	const renew = setInterval(() => {
		if (heldClaims === 0) return;
		// A renewal that fails costs a second render at most: the cover's own key still lets only one be kept.
		change((tx) => tx.query('update cover_claim set lease_until_ms = $1 where holder = $2', [nowMs() + LEASE_MS, ourName])).catch(() => undefined);
	}, LEASE_MS / 3);
	renew.unref();

	return {
		async findAsset(assetId) {
			const [row] = await db.query('select bytes from asset where asset_id = $1', [assetId]);
			return row === undefined ? undefined : { assetId, bytes: Number(row['bytes']) };
		},
		async findImage(assetId) {
			const [row] = await db.query('select width, height, bytes from image join asset on asset.asset_id = image.asset_id where image.asset_id = $1', [assetId]);
			return row === undefined ? undefined : { assetId, bytes: Number(row['bytes']), width: Number(row['width']), height: Number(row['height']) };
		},
		findCover: (key) => readCover(db, key),
		addImage: ({ assetId, bytes, width, height }) =>
			change(async (tx) => {
				await tx.query(ADD_ASSET, [assetId, bytes, nowMs()]);
				const added = await tx.query('insert into image (asset_id, width, height, imported_at_ms) values ($1, $2, $3, $4) on conflict do nothing returning asset_id', [assetId, width, height, nowMs()]);
				return added.length === 1;
			}),
		async claim(key, requestSha256) {
			const claim = await change(async (tx): Promise<Claim> => {
				const now = nowMs();
				const taken = await tx.query(CLAIM, [key.draftId, key.version, requestSha256, ourName, now + LEASE_MS, now]);
				if (taken.length === 0) {
					const [row] = await tx.query('select holder from cover_claim where draft_id = $1 and version = $2', [key.draftId, key.version]);
					return { kind: 'held', holder: String(row?.['holder'] ?? '') };
				}
				// Asked only after the claim is ours: whoever held it before has either stored the cover by now or never will.
				const cover = await readCover(tx, key);
				if (cover === undefined) return { kind: 'ours' };
				await tx.query(RELEASE, [key.draftId, key.version, ourName]);
				return { kind: 'stored', cover };
			});
			if (claim.kind === 'ours') heldClaims += 1;
			return claim;
		},
		async release(key) {
			heldClaims -= 1;
			await change((tx) => tx.query(RELEASE, [key.draftId, key.version, ourName]));
		},
		async takeFrom(key, holder) {
			if (!isGone(holder)) return false;
			await change((tx) => tx.query(RELEASE, [key.draftId, key.version, holder]));
			return true;
		},
		async addCover(cover) {
			const kept = await change(async (tx) => {
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
				await tx.query(RELEASE, [cover.draftId, cover.version, ourName]);
				return added.length === 1 ? cover : await readCover(tx, cover);
			});
			heldClaims -= 1;
			if (kept === undefined) throw new CopydeskError('unavailable', 'a cover that was first is not there to be read');
			return kept;
		},
		async storedBytes() {
			const [row] = await db.query('select coalesce(sum(bytes), 0) as total from asset');
			return Number(row?.['total'] ?? 0);
		},
		async probe() {
			await change((tx) => tx.query('insert into probe (id, probed_at_ms) values (1, $1) on conflict (id) do update set probed_at_ms = excluded.probed_at_ms', [nowMs()]));
		},
		async close() {
			clearInterval(renew);
			await db.close();
		},
	};
}
