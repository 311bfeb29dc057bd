/**
 * Pictures as the messenger stores them: several JPEG sizes, without the original. A file_id opens a picture again; a file_unique_id
 * identifies it.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { badRequest } from './errors.ts';
import type { Document, PhotoSize, Video } from './types.ts';

/** @see https://core.telegram.org/bots/api#sendphoto */
const MAX_PHOTO_BYTES = 10_485_760;
const MAX_SIDES_SUM_PX = 10_000;
const MAX_RATIO = 20;
const LONGEST_SIDES_PX = [90, 320, 800, 1280] as const;

/** Older ones are deleted like older messages: each takes about 400 kB, and a sandbox may run for a year. */
const KEPT_PHOTOS = 500;

export const MOVING_KINDS = ['video', 'animation'] as const;
export type MovingKind = (typeof MOVING_KINDS)[number];
const VIDEO_IDS: Readonly<Record<MovingKind, string>> = { video: 'BAACAgQAAxkB', animation: 'CgACAgQAAxkB' };

export interface StoredPhoto {
	/** Smallest first, as in a message. */
	readonly sizes: readonly (PhotoSize & { readonly file_path: string })[];
}

export class Photos {
	readonly #dir: string;
	readonly #photos: Map<string, StoredPhoto>;
	readonly #kept: number;
	#next: number;

	constructor(dir: string, stored: readonly StoredPhoto[] = [], kept = KEPT_PHOTOS) {
		this.#dir = dir;
		this.#photos = new Map();
		this.#kept = kept;
		for (const photo of stored) this.#remember(photo);
		this.#next = Number(/\d+/.exec(stored.at(-1)?.sizes[0]?.file_path ?? '')?.[0] ?? 0);
	}

	#remember(photo: StoredPhoto): void {
		for (const size of photo.sizes) {
			this.#photos.set(size.file_id, photo);
			this.#photos.set(`unique:${size.file_unique_id}`, photo);
		}
	}

	#forgetOld(): void {
		for (const { sizes } of this.stored.slice(0, -this.#kept)) {
			for (const { file_id, file_unique_id } of sizes) {
				this.#photos.delete(file_id);
				this.#photos.delete(`unique:${file_unique_id}`);
				rmSync(join(this.#dir, `${file_unique_id}.jpg`), { force: true });
			}
		}
	}

	/** Stores a file unchanged, until the sandbox is reset or deletes its oldest files. */
	addFile(bytes: Buffer, file_name: string, mime_type: string): Document {
		const unique = `AgAD${randomBytes(9).toString('base64url')}`;
		mkdirSync(this.#dir, { recursive: true });
		writeFileSync(join(this.#dir, `${unique}.file`), bytes, { mode: 0o600 });
		const file_id = `BQACAgQAAxkB${Buffer.from(unique).toString('base64url')}`;
		return { file_id, file_unique_id: unique, file_name, mime_type, file_size: bytes.length };
	}

	/** Stores a video with what is said of it; its bytes may be too many to be stored. */
	addVideo(kind: MovingKind, said: Omit<Video, 'file_id' | 'file_unique_id'>, bytes: Buffer = Buffer.alloc(0)): Video {
		const { file_unique_id } = this.addFile(bytes, kind, said.mime_type);
		const video = { file_id: `${VIDEO_IDS[kind]}${Buffer.from(file_unique_id).toString('base64url')}`, file_unique_id, ...said };
		writeFileSync(join(this.#dir, `${file_unique_id}.json`), JSON.stringify(video), { mode: 0o600 });
		return video;
	}

	/** A video by its id, as it was sent first: it stays of its kind. */
	videoById(fileId: string): { readonly kind: MovingKind; readonly video: Video } | undefined {
		const kind = MOVING_KINDS.find((each) => fileId.startsWith(VIDEO_IDS[each]));
		const unique = Buffer.from(fileId.slice(12), 'base64url').toString();
		const path = join(this.#dir, `${unique}.json`);
		if (kind === undefined || !/^AgAD[\w-]{12}$/.test(unique) || !existsSync(path)) return undefined;
		return { kind, video: JSON.parse(readFileSync(path, 'utf8')) as Video };
	}

	/** A file that was sent as a document, or a video, by its id. */
	fileById(fileId: string): { readonly file_unique_id: string; readonly file_size: number; readonly file_path: string } | undefined {
		const moving = this.videoById(fileId);
		if (moving !== undefined) return { ...moving.video, file_path: `documents/${moving.video.file_unique_id}` };
		const unique = fileId.startsWith('BQACAgQAAxkB') ? Buffer.from(fileId.slice(12), 'base64url').toString() : '';
		if (!/^AgAD[\w-]{12}$/.test(unique)) return undefined;
		const size = statSync(join(this.#dir, `${unique}.file`), { throwIfNoEntry: false })?.size;
		return size === undefined ? undefined : { file_unique_id: unique, file_size: size, file_path: `documents/${unique}` };
	}

	/** Oldest first, for the snapshot. */
	get stored(): readonly StoredPhoto[] {
		return [...new Set(this.#photos.values())];
	}

	/** Stores an upload. @throws ApiError if the server would refuse it as a photo */
	async add(bytes: Buffer): Promise<StoredPhoto> {
		if (bytes.length === 0) throw badRequest('file must be non-empty');
		if (bytes.length > MAX_PHOTO_BYTES)
			throw badRequest(`file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${MAX_PHOTO_BYTES} bytes`);
		const { width, height } = await sharp(bytes)
			.metadata()
			.catch(() => {
				throw badRequest('IMAGE_PROCESS_FAILED');
			});
		if (width + height > MAX_SIDES_SUM_PX || Math.max(width, height) / Math.min(width, height) > MAX_RATIO)
			throw badRequest('PHOTO_INVALID_DIMENSIONS');
		const longest = Math.max(width, height);
		const sides: number[] = LONGEST_SIDES_PX.filter((side) => side < longest);
		if (sides.length < LONGEST_SIDES_PX.length) sides.push(longest);
		this.#next += 1;
		const key = randomBytes(9).toString('base64url');
		mkdirSync(this.#dir, { recursive: true });
		try {
			// Decode once, then shrink the pixels.
			const { data: pixels, info: raw } = await sharp(bytes)
				.rotate()
				.flatten({ background: '#fff' })
				.toColourspace('srgb')
				.raw()
				.toBuffer({ resolveWithObject: true });
			const sizes = await Promise.all(
				sides.map(async (side, index) => {
					const { data, info } = await sharp(pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } })
						.resize({ width: side, height: side, fit: 'inside' })
						.jpeg({ quality: 87 })
						.toBuffer({ resolveWithObject: true });
					const unique = `AQAD${key}${'smxy'[index]}`;
					writeFileSync(join(this.#dir, `${unique}.jpg`), data, { mode: 0o600 });
					return {
						file_id: `AgACAgQAAxkBAA${key}${unique.slice(-1).repeat(2)}${Buffer.from(`${unique}:copydesk-sandbox`).toString('base64url')}`,
						file_unique_id: unique,
						width: info.width,
						height: info.height,
						file_size: data.length,
						file_path: `photos/file_${this.#next}_${index}.jpg`,
					};
				}),
			);
			const photo = { sizes };
			this.#remember(photo);
			this.#forgetOld();
			return photo;
		} catch {
			throw badRequest('IMAGE_PROCESS_FAILED');
		}
	}

	byFileId(fileId: string): StoredPhoto | undefined {
		return fileId.startsWith('unique:') ? undefined : this.#photos.get(fileId);
	}

	/** The bytes of one size by its unique id, for the page. */
	bytesByUniqueId(unique: string): Buffer | undefined {
		return this.#photos.has(`unique:${unique}`) ? readFileSync(join(this.#dir, `${unique}.jpg`)) : undefined;
	}

	bytesByPath(path: string): Buffer | undefined {
		const unique = /^documents\/(AgAD[\w-]{12})$/.exec(path)?.[1];
		const file = unique === undefined ? undefined : join(this.#dir, `${unique}.file`);
		if (file !== undefined) return existsSync(file) ? readFileSync(file) : undefined;
		for (const photo of this.stored) {
			const size = photo.sizes.find((one) => one.file_path === path);
			if (size !== undefined) return this.bytesByUniqueId(size.file_unique_id);
		}
		return undefined;
	}
}

/** The sizes as in a message: without the path, which only getFile returns. */
export function photoSizes(photo: StoredPhoto): PhotoSize[] {
	return photo.sizes.map(({ file_path: _path, ...size }) => size);
}
