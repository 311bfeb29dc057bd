import { createHash } from 'node:crypto';
import type { BrandRequest } from '@copydesk/domain/api/renderer';
import { templateVersion } from '@copydesk/domain/cover/template';
import type { CoverTemplate } from '@copydesk/domain/cover/template';
import { MAX_COVER_BYTES } from '@copydesk/domain/limits';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Language } from '@copydesk/domain/language';
import type { Picture } from './requests.ts';

/** The bytes of a finished cover, or why it is missing. */
type CoverBytes = { readonly bytes: Buffer } | { readonly missing: string };

export interface Covers {
	/** Fetches a cover by asset id and checks its hash; never rejects. */
	fetch(assetId: string): Promise<CoverBytes>;
	/** Renders the onboarding cover from the built-in illustration; the same request gives the same cover. */
	onboarding(language: Language): Promise<{ readonly assetId: string } | { readonly missing: string }>;
}

/** A finished cover, ready to send. */
export async function pictureOf(covers: Covers, assetId: string): Promise<Picture | { readonly missing: string }> {
	const cover = await covers.fetch(assetId);
	return 'missing' in cover ? cover : { bytes: cover.bytes, fileName: `${assetId}.png` };
}

interface CoversOptions {
	readonly rendererUrl: string;
	readonly apiKey: string;
	readonly fetch?: typeof fetch;
	readonly timeoutMs?: number;
}

const asking =
	({ rendererUrl, apiKey, fetch: fetchFrom = fetch, timeoutMs = 30_000 }: CoversOptions) =>
	(path: string, init: RequestInit = {}) =>
		fetchFrom(`${rendererUrl}${path}`, {
			...init,
			headers: { Authorization: `Bearer ${apiKey}`, ...init.headers },
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		});

/** No more is read than that, whatever comes; null if there is more. */
async function bytesUpTo({ body }: Response, most: number): Promise<Buffer | null> {
	const pieces: Uint8Array[] = [];
	const reader = body?.getReader();
	let length = 0;
	for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
		length += piece.value.length;
		if (length > most) {
			await reader?.cancel();
			return null;
		}
		pieces.push(piece.value);
	}
	return Buffer.concat(pieces);
}

const MAX_JSON_BYTES = 65_536;

async function jsonOf(response: Response): Promise<unknown> {
	const bytes = await bytesUpTo(response, MAX_JSON_BYTES);
	return bytes === null ? {} : JSON.parse(bytes.toString('utf8'));
}

/** Stores a picture as an illustration; the same bytes get the same asset id. Null if the renderer cannot take it now. Never rejects. */
export type ImportImage = (png: Buffer) => Promise<string | null>;

export function createImportImage(options: CoversOptions): ImportImage {
	const ask = asking(options);
	return async (png) => {
		try {
			const response = await ask('/v1/images', { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: new Uint8Array(png) });
			const { image_id } = (await jsonOf(response)) as { image_id?: unknown };
			const expected = `sha256:${createHash('sha256').update(png).digest('hex')}`;
			return image_id === expected ? expected : null;
		} catch {
			return null;
		}
	};
}

export function createCovers(options: CoversOptions): Covers {
	const ask = asking(options);
	return {
		async fetch(assetId) {
			try {
				const response = await ask(`/v1/assets/${assetId}.png`);
				if (response.status !== 200) {
					await response.body?.cancel();
					return { missing: `renderer_answered_${response.status}` };
				}
				const bytes = await bytesUpTo(response, MAX_COVER_BYTES);
				if (bytes === null) return { missing: 'cover_too_large' };
				return createHash('sha256').update(bytes).digest('hex') === assetId ? { bytes } : { missing: 'cover_hash_mismatch' };
			} catch {
				return { missing: 'renderer_unreachable' };
			}
		},
		async onboarding(language) {
			try {
				const response = await ask('/v1/covers', {
					method: 'POST',
					headers: { 'Content-Type': 'application/json' },
					body: JSON.stringify({
						draft_id: onboardingId(language),
						version: 1,
						template_version: 'ff-square-0.1',
						...messagesIn(language).covers.onboarding,
						image_id: BUILT_IN_IMAGE_ID,
					}),
				});
				const answer = (await jsonOf(response)) as { asset_id?: unknown };
				const assetId = answer.asset_id;
				return typeof assetId === 'string' && /^[0-9a-f]{64}$/.test(assetId)
					? { assetId }
					: { missing: `renderer_answered_${response.status}` };
			} catch {
				return { missing: 'renderer_unreachable' };
			}
		},
	};
}

/** A cover never changes its words, so each language has its own id; English keeps the original one. */
const onboardingId = (language: Language): string => `onboarding-multiuser-v1${language === 'en' ? '' : `-${language}`}`;

/** Keeps brands and draws covers that wear them. Neither rejects. */
export interface Branding {
	/** `refused`: the renderer judges that words or logo are not seen in these colours. */
	keep(brand: BrandRequest): Promise<{ readonly brand_id: string } | 'refused' | 'away'>;
	/** A cover of a brand; null if it cannot be drawn now. The same brand and words are the same cover. */
	sample(template: CoverTemplate, brandId: string, language: Language): Promise<Buffer | null>;
}

export function createBranding(options: CoversOptions): Branding {
	const ask = asking(options);
	const { fetch: fetchCover } = createCovers(options);
	const post = (path: string, body: object) =>
		ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
	return {
		async keep(brand) {
			try {
				const response = await post('/v1/brands', brand);
				const { brand_id } = (await jsonOf(response)) as { brand_id?: unknown };
				if (typeof brand_id === 'string' && SHA256.test(brand_id)) return { brand_id };
				return response.status === 422 || response.status === 400 ? 'refused' : 'away';
			} catch {
				return 'away';
			}
		},
		async sample(template, brandId, language) {
			try {
				const request = {
					draft_id: `logo.${template}.${brandId.slice(0, 32)}.${language}`,
					version: 1,
					template_version: templateVersion(template, brandId),
					...messagesIn(language).covers.sample,
					image_id: BUILT_IN_IMAGE_ID,
				};
				const { asset_id } = (await jsonOf(await post('/v1/covers', request))) as { asset_id?: unknown };
				if (typeof asset_id !== 'string' || !SHA256.test(asset_id)) return null;
				const cover = await fetchCover(asset_id);
				return 'bytes' in cover ? cover.bytes : null;
			} catch {
				return null;
			}
		},
	};
}

const SHA256 = /^[0-9a-f]{64}$/;
