import {
	MAX_IMAGE_BYTES,
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

/** A PNG of the size that was asked for. */
export function checkSourceImage(bytes: Uint8Array): ImageFault | null {
	const fault = checkPng(bytes);
	if (fault !== null) return fault;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return view.getUint32(16) === SOURCE_IMAGE_WIDTH_PX && view.getUint32(20) === SOURCE_IMAGE_HEIGHT_PX ? null : 'image_wrong_size';
}
