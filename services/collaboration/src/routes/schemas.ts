/** The shapes that routes have in common. Nothing is converted and no unknown key is accepted. */
import Joi from 'joi';
import { LINE_BREAK } from '@copydesk/domain/caption/bounds';
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import { DRAFT_ID, IMAGE_ID, SHA256_HEX } from '@copydesk/domain/ids';
import {
	MAX_CAPTION_UNITS,
	MAX_CATEGORY_UNITS,
	MAX_FACTS,
	MAX_FACT_UNITS,
	MAX_IMAGE_PROMPT_UNITS,
	MAX_MESSAGE_UNITS,
	MAX_RENDERER_VERSION,
	MAX_SOURCE_BLOCK_GUARD_UNITS,
	MAX_SOURCE_IDS_PER_FACT,
	MAX_SUBTITLE_UNITS,
	MAX_TITLE_UNITS,
	MAX_URL_UNITS,
	MIN_FACTS,
	MIN_SOURCE_IDS_PER_FACT,
} from '@copydesk/domain/limits';

/** What is wrong with a context is for the verifier to say, with 401. */
export const svc = Joi.string().allow('').max(8_192).required();
export const draftKey = Joi.string().pattern(DRAFT_ID, 'draft id');
export const version = Joi.number().integer().min(1).max(MAX_RENDERER_VERSION);
export const executionId = Joi.string()
	.min(1)
	.max(64)
	.pattern(/^[\x21-\x7e]+$/, 'printable ASCII');
export const userId = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);
export const messageId = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);
/** Keys of events: `u:<update_id>`, or of a scheduled entry. */
export const eventKey = Joi.string()
	.min(1)
	.max(128)
	.pattern(/^[\x21-\x7e]+$/, 'printable ASCII');
export const purposeName = Joi.string().pattern(/^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/, 'purpose');
export const entityKey = Joi.string()
	.min(1)
	.max(128)
	.pattern(/^[\x21-\x7e]+$/, 'printable ASCII');
export const messageText = Joi.string().min(1).max(MAX_MESSAGE_UNITS);

const oneLine = (max: number) => Joi.string().allow('', null).max(max).pattern(LINE_BREAK, { name: 'line break', invert: true });

const facts = Joi.array()
	.items(
		Joi.object({
			text: Joi.string().min(1).max(MAX_FACT_UNITS).required(),
			source_ids: Joi.array().items(Joi.string().min(1).max(80)).min(MIN_SOURCE_IDS_PER_FACT).max(MAX_SOURCE_IDS_PER_FACT).required(),
		}),
	)
	.min(MIN_FACTS)
	.max(MAX_FACTS)
	.allow(null);

const sourceBlocks = Joi.array()
	.items(
		Joi.object({ id: Joi.string().min(1).max(80).required(), text: Joi.string().allow('').max(MAX_SOURCE_BLOCK_GUARD_UNITS).required() }),
	)
	.max(200)
	.allow(null);

/** Longest body as the AI may give it; the caption is held to its own, narrower bound. */
const MAX_STORED_BODY_UNITS = MAX_MESSAGE_UNITS;

const text = {
	title: oneLine(MAX_TITLE_UNITS),
	subtitle: oneLine(MAX_SUBTITLE_UNITS),
	body: Joi.string().allow('', null).max(MAX_STORED_BODY_UNITS),
	category: oneLine(MAX_CATEGORY_UNITS),
	link: Joi.string()
		.uri({ scheme: ['http', 'https'] })
		.max(MAX_URL_UNITS)
		.allow('', null),
	facts,
	source_blocks: sourceBlocks,
	image_prompt: Joi.string().allow('', null).max(MAX_IMAGE_PROMPT_UNITS),
};

export const newContent = {
	request: Joi.string().allow('', null).max(MAX_MESSAGE_UNITS),
	...text,
};

const word = Joi.string()
	.pattern(/^[A-Za-z0-9_.:-]{1,64}$/, 'a short word')
	.allow(null);

/** Counted as it will be stored and published. Loose characters are ours to clean, so the bound is not on what came. */
const caption = Joi.string()
	.custom((given: string, helpers) => {
		const units = normaliseCaption(given).length;
		return units >= 1 && units <= MAX_CAPTION_UNITS
			? given
			: helpers.message({ custom: `Expected 1 to ${MAX_CAPTION_UNITS} units after normalisation but received ${units}` });
	})
	.allow(null);

export const patch = Joi.object({
	...text,
	caption,
	source_image_id: Joi.string().pattern(IMAGE_ID, 'image id').allow(null),
	cover_asset_id: Joi.string().pattern(SHA256_HEX, 'asset id').allow(null),
	cover_origin_version: version.allow(null),
	error_code: word,
	error_stage: word,
});

/** A material with its source blocks. */
export const MATERIAL_BYTES = 524_288;
