/** The shapes of the renderer's contract. Each export is a named schema of the OpenAPI document. */
import Joi from 'joi';
import { FONT_FAMILIES, COVER_TEMPLATES, TEMPLATE_NAME } from '@copydesk/domain/cover/template';
import { BUILT_IN_IMAGE_ID, DRAFT_ID, IMAGE_ID, SHA256_HEX } from '@copydesk/domain/ids';
import {
	COVER_SIDE_PX,
	MAX_BRAND_NAME_UNITS,
	MAX_BRAND_REQUEST_BYTES,
	MAX_CATEGORY_UNITS,
	MAX_COVER_BYTES,
	MAX_DRAFT_ID_CHARACTERS,
	MAX_FONT_BYTES,
	MAX_IMAGE_BYTES,
	MAX_IMAGE_SIDE_PX,
	MAX_LOGO_BYTES,
	MAX_RENDERER_SUBTITLE_UNITS,
	MAX_RENDERER_TITLE_UNITS,
	MAX_RENDERER_VERSION,
	MAX_SUBTITLE_LINES,
	MAX_TITLE_LINES,
	MAX_WORDS_LINES,
	MIN_IMAGE_BYTES,
	MIN_IMAGE_SIDE_PX,
	TEMPLATE_VERSION,
} from '@copydesk/domain/limits';
import { object, orNull } from '@copydesk/kit/schema';
import { RENDERER_VERSION } from '../identity.ts';

/** No C0 or C1 controls, and no separators of lines or paragraphs. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
/** At least one visible character. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Each field is refused for the first reason only. */
const line = (maxUnits: number) =>
	Joi.string().max(maxUnits).pattern(ONE_LINE, 'one line without control characters').prefs({ abortEarly: true });
const wholeFrom = (min: number, max: number) => Joi.number().integer().min(min).max(max).prefs({ abortEarly: true });

export const sha256 = Joi.string().pattern(SHA256_HEX, '64 lower-case hex digits').description('SHA-256, in hexadecimal.');
export const draftId = Joi.string()
	.pattern(DRAFT_ID, `1 to ${MAX_DRAFT_ID_CHARACTERS} of A-Z a-z 0-9 . _ : - that begin with a letter or digit`)
	.description('Names a draft.');
export const version = wholeFrom(1, MAX_RENDERER_VERSION).description('Of a draft, from 1.');
export const imageId = Joi.string()
	.pattern(IMAGE_ID, `"${BUILT_IN_IMAGE_ID}" or "sha256:" with 64 lower-case hex digits`)
	.description('Names an illustration.');
export const assetPath = Joi.string()
	.pattern(/^\/v1\/assets\/[0-9a-f]{64}\.png$/, 'the path of an asset')
	.description('Where its bytes are.');

export const templateVersion = Joi.string()
	.pattern(TEMPLATE_NAME, `one of ${COVER_TEMPLATES.join(', ')}`)
	.description('Names the look of the cover; all but the first may be followed by `@` and the `brand_id` of a brand.');

export const coverRequest = object({
	draft_id: draftId,
	version,
	template_version: templateVersion,
	title: line(MAX_RENDERER_TITLE_UNITS)
		.pattern(VISIBLE, 'something to read')
		.description(
			`With something to read in it; at most ${MAX_TITLE_LINES} lines on the cover, ${MAX_WORDS_LINES} in the template without a picture.`,
		),
	subtitle: line(MAX_RENDERER_SUBTITLE_UNITS).allow('').description(`May be empty; at most ${MAX_SUBTITLE_LINES} lines on the cover.`),
	category: line(MAX_CATEGORY_UNITS).allow('').description('May be empty.'),
	image_id: imageId,
}).meta({
	json: {
		examples: [
			{
				draft_id: 'post-7f3a',
				version: 1,
				template_version: TEMPLATE_VERSION,
				title: 'What the first consultation is for',
				subtitle: 'Three questions to bring along',
				category: 'Consultation',
				image_id: BUILT_IN_IMAGE_ID,
			},
		],
	},
});

const colour = Joi.string()
	.pattern(/^#[0-9a-f]{6}$/, 'a colour like #14213d, in lower case')
	.description('sRGB.');
const file = (maxBytes: number) =>
	Joi.string()
		.pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
		.max(Math.ceil(maxBytes / 3) * 4)
		.allow(null)
		.prefs({ abortEarly: true });

export const brandRequest = object({
	name: line(MAX_BRAND_NAME_UNITS).allow('').description('Shown where there is no logo.'),
	panel: colour,
	accent: colour,
	font: orNull(Joi.string().valid(...FONT_FAMILIES)).description('Of titles; null: Source Serif.'),
	font_file: file(MAX_FONT_BYTES).description('A TrueType or OpenType font in base64, which goes before `font`.'),
	logo: file(MAX_LOGO_BYTES).description('A PNG of 8-bit RGBA, 64 to 2048 pixels a side, in base64.'),
});

export const brand = object({
	brand_id: sha256.description('SHA-256 of the RFC 8785 form of the brand.'),
	bytes: wholeFrom(1, MAX_BRAND_REQUEST_BYTES),
});

export const cover = object({
	draft_id: draftId,
	version,
	template_version: templateVersion,
	image_id: imageId,
	width: Joi.valid(COVER_SIDE_PX),
	height: Joi.valid(COVER_SIDE_PX),
	mime_type: Joi.valid('image/png'),
	bytes: wholeFrom(1, MAX_COVER_BYTES),
	asset_id: sha256.description('SHA-256 of the PNG.'),
	asset_path: assetPath,
	request_sha256: sha256.description('SHA-256 of the RFC 8785 form of the request, strings in NFC.'),
	template_fingerprint: sha256.description('Of the template, fonts and built-in illustration that the cover was made with.'),
	lines: object({ title: wholeFrom(1, MAX_WORDS_LINES), subtitle: wholeFrom(0, MAX_SUBTITLE_LINES) }),
	title_font_px: Joi.number().integer().min(1),
});

export const coverCheck = object({
	fits: Joi.valid(true),
	title_lines: wholeFrom(1, MAX_WORDS_LINES),
	subtitle_lines: wholeFrom(0, MAX_SUBTITLE_LINES),
	title_px: Joi.number().integer().min(1).description('Font size on the cover.'),
	subtitle_px: Joi.number().integer().min(0).description('Font size on the cover; 0 without a subtitle.'),
});

export const image = object({
	image_id: imageId,
	sha256: sha256.description('Of the bytes as they came.'),
	asset_path: assetPath,
	mime_type: Joi.valid('image/png'),
	bytes: wholeFrom(MIN_IMAGE_BYTES, MAX_IMAGE_BYTES),
	width: wholeFrom(MIN_IMAGE_SIDE_PX, MAX_IMAGE_SIDE_PX),
	height: wholeFrom(MIN_IMAGE_SIDE_PX, MAX_IMAGE_SIDE_PX),
});

const check = Joi.valid('ok', 'failed');
/** The body of `/healthz`, healthy or not. */
export const about = {
	service: Joi.valid('renderer'),
	version: Joi.valid(RENDERER_VERSION),
	template_version: Joi.valid(TEMPLATE_VERSION),
	template_fingerprint: sha256,
	checks: object({ journal: check, store: check }),
};
export const health = object({ status: Joi.valid('ok'), ...about });
