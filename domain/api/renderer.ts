// Made from the code by `npm run docs`; a test fails when it is stale.

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/v1/images': { readonly request: never; readonly answer: Image };
	readonly '/v1/brands': { readonly request: BrandRequest; readonly answer: Brand };
	readonly '/v1/covers': { readonly request: CoverRequest; readonly answer: Cover };
	readonly '/v1/covers/check': { readonly request: CoverRequest; readonly answer: CoverCheck };
}

/** Where its bytes are. */
export type AssetPath = string;
export type Brand = {
	/** SHA-256 of the RFC 8785 form of the brand. */
	readonly brand_id: string;
	readonly bytes: number;
};
export type BrandRequest = {
	/** Shown where there is no logo. */
	readonly name: string;
	/** sRGB. */
	readonly panel: string;
	/** sRGB. */
	readonly accent: string;
	/** Of titles; null: Source Serif. */
	readonly font: ('Source Serif' | 'Noto Serif' | 'Inter' | 'Noto Sans') | null;
	/** A TrueType or OpenType font in base64, which goes before `font`. */
	readonly font_file: string | null;
	/** A PNG of 8-bit RGBA, 64 to 2048 pixels a side, in base64. */
	readonly logo: string | null;
};
export type Cover = {
	readonly draft_id: DraftId;
	readonly version: Version;
	readonly template_version: TemplateVersion;
	readonly image_id: ImageId;
	readonly width: 1080;
	readonly height: 1080;
	readonly mime_type: 'image/png';
	readonly bytes: number;
	/** SHA-256 of the PNG. */
	readonly asset_id: string;
	readonly asset_path: AssetPath;
	/** SHA-256 of the RFC 8785 form of the request, strings in NFC. */
	readonly request_sha256: string;
	/** Of the template, fonts and built-in illustration that the cover was made with. */
	readonly template_fingerprint: string;
	readonly lines: { readonly title: number; readonly subtitle: number };
	readonly title_font_px: number;
};
export type CoverCheck = {
	readonly fits: true;
	readonly title_lines: number;
	readonly subtitle_lines: number;
	/** Font size on the cover. */
	readonly title_px: number;
	/** Font size on the cover; 0 without a subtitle. */
	readonly subtitle_px: number;
};
/**
 * @example {
 *       "draft_id": "post-7f3a",
 *       "version": 1,
 *       "template_version": "ff-square-0.1",
 *       "title": "What the first consultation is for",
 *       "subtitle": "Three questions to bring along",
 *       "category": "Consultation",
 *       "image_id": "consultation-v1"
 *     }
 */
export type CoverRequest = {
	readonly draft_id: DraftId;
	readonly version: Version;
	readonly template_version: TemplateVersion;
	/** With something to read in it; at most 3 lines on the cover, 6 in the template without a picture. */
	readonly title: string & (unknown & unknown);
	/** May be empty; at most 2 lines on the cover. */
	readonly subtitle: string;
	/** May be empty. */
	readonly category: string;
	readonly image_id: ImageId;
};
/** Names a draft. */
export type DraftId = string;
export type Health = {
	readonly status: 'ok';
	readonly service: 'renderer';
	readonly version: '0.3.0';
	readonly template_version: 'ff-square-0.1';
	readonly template_fingerprint: Sha256;
	readonly checks: { readonly journal: 'ok' | 'failed'; readonly store: 'ok' | 'failed' };
};
export type Image = {
	readonly image_id: ImageId;
	/** Of the bytes as they came. */
	readonly sha256: string;
	readonly asset_path: AssetPath;
	readonly mime_type: 'image/png';
	readonly bytes: number;
	readonly width: number;
	readonly height: number;
};
/** Names an illustration. */
export type ImageId = string;
/** SHA-256, in hexadecimal. */
export type Sha256 = string;
/** Names the look of the cover; all but the first may be followed by `@` and the `brand_id` of a brand. */
export type TemplateVersion = string;
/** Of a draft, from 1. */
export type Version = number;
/** RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
export type Problem = {
	/** Format: uri */
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code:
		| 'asset_not_found'
		| 'body_too_large'
		| 'busy'
		| 'cover_too_large'
		| 'image_not_found'
		| 'integrity_violation'
		| 'internal'
		| 'invalid_image'
		| 'invalid_request'
		| 'layout_overflow'
		| 'malformed_json'
		| 'malformed_request'
		| 'not_found'
		| 'unauthorized'
		| 'unavailable'
		| 'unsupported_character'
		| 'unsupported_media_type'
		| 'version_conflict';
	readonly retry: 'never' | 'later' | 'afterCheck';
	readonly request_id: string;
	readonly errors?: readonly { readonly path: string; readonly message: string }[];
};
