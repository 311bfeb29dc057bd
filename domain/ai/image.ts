import { isObject } from '../isObject.ts';
import { errorIn, saidIn } from './said.ts';
import {
	MAX_IMAGE_BYTES,
	MAX_IMAGE_SIDE_PX,
	MIN_CHAT_IMAGE_SIDE_PX,
	MIN_IMAGE_BYTES,
	SOURCE_IMAGE_HEIGHT_PX,
	SOURCE_IMAGE_QUALITY,
	SOURCE_IMAGE_SIZE,
	SOURCE_IMAGE_WIDTH_PX,
} from '../limits.ts';

/** Body of `POST /v1/images/generations`: one paid picture. */
export function imageRequest(prompt: string, model: string) {
	return { model, prompt, size: SOURCE_IMAGE_SIZE, quality: SOURCE_IMAGE_QUALITY, output_format: 'png', n: 1 } as const;
}

/** Body of `POST /v1/chat/completions` for a picture. The interface knows no size. */
export function chatImageRequest(prompt: string, model: string) {
	const wish = `Draw one landscape picture, three wide by two high, as a PNG. ${prompt}`;
	return { model, messages: [{ role: 'user', content: wish }], modalities: ['image', 'text'] } as const;
}

/** The first picture of an answer: its base64, an address where it is, or what it says instead; '' when it is empty. */
export interface Picture {
	readonly base64: string;
	/** Why there is none, where there is none. */
	readonly fault?: 'image_empty' | 'image_none' | 'image_as_address' | 'image_not_png';
}

/** Of either interface, in whichever form it is written. */
export function pictureOf(answer: unknown): Picture {
	const places = placesIn(answer).slice(0, MOST_PLACES);
	const found = places.map(base64In).find((base64) => base64 !== '');
	if (found !== undefined) return { base64: found };
	if (places.some((place) => /^https?:\/\//i.test(place.slice(0, 8)))) return { base64: '', fault: 'image_as_address' };
	if (places.some((place) => /^data:image/i.test(place.slice(0, 10)))) return { base64: '', fault: 'image_not_png' };
	return { base64: '', fault: places.length > 0 ? 'image_empty' : 'image_none' };
}

/** Whether it has been paid for: an address is a picture too. */
export const hasPicture = ({ base64, fault }: Picture): boolean => base64 !== '' || fault === 'image_as_address';

/** What an answer without a picture says of itself, with whatever status: an error, or that it is withheld; null if it says nothing. */
export function withheldIn(answer: unknown): unknown {
	if (!isObject(answer)) return null;
	const error = errorIn(answer);
	if (error !== null) return error;
	const { data, artifacts } = answer;
	const isFlagged = [data, artifacts]
		.flat()
		.some((one) => isObject(one) && (one['respect_moderation'] === false || one['finishReason'] === 'CONTENT_FILTERED'));
	return isFlagged || ['filtered', 'refused'].includes(saidIn(answer).kind) ? { message: 'content_filter' } : null;
}

const MOST_PLACES = 10;
const DATA = /^data:image\/[a-z+.-]{1,20}(?:;[a-z]{1,20}=[\w-]{1,40})?;base64,/i;
/** In a text: `![A harbour](data:image/png;base64,…)`, `<img src="…">`, an address of a picture. */
const MARKED = [
	/!\[[^\]\n]{0,200}\]\((data:image\/[^)\s]+|https?:\/\/[^)\s]+)/i,
	/<img\b[^>]{0,300}?\bsrc=["'](data:image\/[^"'\s]+|https?:\/\/[^"'\s]+)/i,
	/\b(https?:\/\/[^\s"'<>()]{1,300}\.(?:png|jpe?g|webp)\b)/i,
];

function base64In(place: string): string {
	const data = DATA.exec(place.slice(0, 100));
	const text = (data === null ? place : place.slice(data[0].length)).replace(/\s+/g, '');
	return /^[\w+/-]{40}/.test(text) ? text : '';
}

/** The texts of an answer that are a picture, or say where it is. */
function placesIn(answer: unknown): readonly string[] {
	if (!isObject(answer)) return [];
	const { data, choices, output, images, image, result, artifacts, predictions, candidates } = answer;
	const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
	const message = isObject(choice) ? choice['message'] : undefined;
	const { images: drawn, content } = isObject(message) ? message : {};
	const [candidate]: unknown[] = Array.isArray(candidates) ? candidates : [];
	const said = isObject(candidate) ? candidate['content'] : undefined;
	const parts = isObject(said) ? said['parts'] : undefined;
	return [data, images, drawn, content, output, parts, image, result, artifacts, predictions].flatMap((list) =>
		(Array.isArray(list) ? (list as unknown[]) : [list]).flatMap(placesOf),
	);
}

const NAMES = [
	'b64_json',
	'image_url',
	'url',
	'result',
	'source',
	'inline_data',
	'inlineData',
	'data',
	'image',
	'base64',
	'bytesBase64Encoded',
];

function placesOf(value: unknown): readonly string[] {
	if (typeof value === 'string')
		return DATA.test(value.slice(0, 100)) || /^https?:\/\/\S+$/.test(value)
			? [value]
			: MARKED.flatMap((form) => form.exec(value)?.slice(1, 2) ?? []).slice(0, 1);
	if (!isObject(value) || value['type'] === 'text') return isObject(value) ? placesOf(value['text']) : [];
	return NAMES.flatMap((name) => {
		const each = value[name];
		if (typeof each === 'string') return [each];
		return isObject(each) ? placesOf(each) : [];
	});
}

/** What a file is, by its first bytes. The service turns the others into the one PNG. */
export function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
	const head = String.fromCharCode(...bytes.subarray(0, 12));
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
	if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
	return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const HEADER_CHUNK = [0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52] as const;

/** Why a generated picture is refused before it is sent on; the renderer judges structure and decoding. */
export type ImageFault =
	| 'image_empty'
	| 'image_none'
	| 'image_as_address'
	| 'image_too_small'
	| 'image_too_large'
	| 'image_not_png'
	| 'image_wrong_size';

/** Signature, header chunk and number of bytes; null when it may be a PNG. */
export function checkPng(bytes: Uint8Array): ImageFault | null {
	if (bytes.length === 0) return 'image_empty';
	if (bytes.length < MIN_IMAGE_BYTES) return 'image_too_small';
	if (bytes.length > MAX_IMAGE_BYTES) return 'image_too_large';
	return [...SIGNATURE, ...HEADER_CHUNK].every((byte, index) => bytes[index] === byte) ? null : 'image_not_png';
}

/** A PNG of the size that was asked for; where no size can be asked for, of one that a cover has use for. */
export function checkSourceImage(bytes: Uint8Array, by: 'images' | 'chat' = 'images'): ImageFault | null {
	const fault = checkPng(bytes);
	if (fault !== null) return fault;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const [width, height] = [view.getUint32(16), view.getUint32(20)];
	const fits =
		by === 'images'
			? width === SOURCE_IMAGE_WIDTH_PX && height === SOURCE_IMAGE_HEIGHT_PX
			: [width, height].every((side) => side >= MIN_CHAT_IMAGE_SIDE_PX && side <= MAX_IMAGE_SIDE_PX);
	return fits ? null : 'image_wrong_size';
}
