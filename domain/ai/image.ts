import { isObject } from '../isObject.ts';
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

/** The base64 of the first picture of an answer, of either interface; '' when there is none. */
export function pictureIn(answer: unknown): string {
	const { data, choices } = isObject(answer) ? answer : {};
	const first: unknown = Array.isArray(data) ? data[0] : undefined;
	if (isObject(first)) return typeof first['b64_json'] === 'string' ? first['b64_json'] : '';
	const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
	const message = isObject(choice) ? choice['message'] : undefined;
	const images = isObject(message) ? message['images'] : undefined;
	const image: unknown = Array.isArray(images) ? images[0] : undefined;
	const address = isObject(image) && isObject(image['image_url']) ? image['image_url']['url'] : undefined;
	return typeof address === 'string' && address.startsWith(PNG_DATA) ? address.slice(PNG_DATA.length) : '';
}

const PNG_DATA = 'data:image/png;base64,';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const HEADER_CHUNK = [0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52] as const;

/** Why a generated picture is refused before it is sent on; the renderer judges structure and decoding. */
export type ImageFault = 'image_empty' | 'image_too_small' | 'image_too_large' | 'image_not_png' | 'image_wrong_size';

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
