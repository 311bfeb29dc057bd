/**
 * `POST /v1/images/generations`: one picture for a prompt.
 */
import { createHash } from 'node:crypto';
import { isObject } from '@copydesk/domain/isObject';
import { AiError, missing, unknownParameter, wrongType, wrongValue } from './errors.ts';
import type { Paint } from './paint.ts';

const KNOWN = new Set([
	'background',
	'model',
	'moderation',
	'n',
	'output_compression',
	'output_format',
	'partial_images',
	'prompt',
	'quality',
	'size',
	'stream',
	'user',
]);
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
	'1024x1024': [1024, 1024],
	'1536x1024': [1536, 1024],
	'1024x1536': [1024, 1536],
	auto: [1024, 1024],
};
/** Output tokens by quality, for 1536×1024. */
const OUTPUT_TOKENS: Readonly<Record<string, number>> = { low: 400, medium: 1_568, high: 6_208, auto: 1_568 };
const MAX_PROMPT_UNITS = 32_000;

interface ImageQuestion {
	readonly model: unknown;
	readonly prompt: string;
	readonly width: number;
	readonly height: number;
	readonly quality: string;
	readonly size: string;
}

/** @throws AiError in the provider's words */
export function readImageQuestion(body: unknown): ImageQuestion {
	if (!isObject(body)) throw new AiError(400, 'We could not parse the JSON body of your request. The API expects a JSON object.');
	for (const key of Object.keys(body)) if (!KNOWN.has(key)) throw unknownParameter(key);
	const { model, prompt, n = 1, size = 'auto', quality = 'auto', output_format: format = 'png', stream } = body;
	if (prompt === undefined) throw missing('prompt');
	if (typeof prompt !== 'string') throw wrongType('prompt', 'a string', prompt);
	if (prompt.trim() === '')
		throw new AiError(400, "Invalid 'prompt': empty string. Expected a string with minimum length 1, but got an empty string instead.", {
			param: 'prompt',
			code: 'empty_string',
		});
	if (prompt.length > MAX_PROMPT_UNITS)
		throw new AiError(
			400,
			`Invalid 'prompt': string too long. Expected a string with maximum length ${MAX_PROMPT_UNITS}, ` +
				`but got a string with length ${prompt.length} instead.`,
			{ param: 'prompt', code: 'string_above_max_length' },
		);
	if (model !== undefined && typeof model !== 'string') throw wrongType('model', 'a string', model);
	if (n !== 1)
		throw new AiError(400, "Invalid value for 'n': this stand-in paints one picture a request.", { param: 'n', code: 'invalid_value' });
	if (typeof size !== 'string' || SIZES[size] === undefined) throw wrongValue('size', Object.keys(SIZES), size);
	if (typeof quality !== 'string' || OUTPUT_TOKENS[quality] === undefined) throw wrongValue('quality', Object.keys(OUTPUT_TOKENS), quality);
	if (format !== 'png')
		throw new AiError(400, "Invalid value for 'output_format': this stand-in gives png.", {
			param: 'output_format',
			code: 'invalid_value',
		});
	if (stream === true) throw new AiError(400, 'This stand-in does not stream.', { param: 'stream', code: 'unsupported_parameter' });
	if (/\b(?:gore|nude|nsfw)\b/iu.test(prompt)) {
		throw new AiError(400, 'Your request was rejected by the safety system.', {
			type: 'image_generation_user_error',
			code: 'moderation_blocked',
		});
	}
	const [width, height] = SIZES[size] as readonly [number, number];
	return { model, prompt, width, height, quality, size };
}

/** The same header and length, but the content cannot be decoded. */
function corrupted(png: Buffer): Buffer {
	const bytes = Buffer.from(png);
	const at = bytes.indexOf('IDAT') + 4;
	for (let index = 0; index < 4_096; index += 1) bytes[at + 64 + index] = (bytes[at + 64 + index] ?? 0) ^ 0xa5;
	return bytes;
}

/** @param spoil whether to corrupt the picture */
export async function generate(question: ImageQuestion, paint: Paint, nowMs: number, spoil: boolean): Promise<unknown> {
	const png = await paint(question.prompt, question.width, question.height);
	const bytes = spoil ? corrupted(png) : png;
	const inputTokens = Math.max(1, Math.ceil(question.prompt.length / 4));
	const outputTokens = OUTPUT_TOKENS[question.quality] ?? 1_568;
	return {
		created: Math.floor(nowMs / 1_000),
		background: 'opaque',
		output_format: 'png',
		quality: question.quality === 'auto' ? 'medium' : question.quality,
		size: question.size === 'auto' ? '1024x1024' : question.size,
		data: [{ b64_json: bytes.toString('base64') }],
		usage: {
			input_tokens: inputTokens,
			input_tokens_details: { image_tokens: 0, text_tokens: inputTokens },
			output_tokens: outputTokens,
			total_tokens: inputTokens + outputTokens,
		},
	};
}

/** A short name of the picture, for the timeline. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
