/** Spoken words: the one request that writes them down, and what comes back. */
import { isObject } from '../isObject.ts';
import type { AudioInterface } from './interfaces.ts';

/** What a file of sound is, by its first bytes; a name or a type that somebody gave it says nothing. */
export type SoundFormat = 'ogg' | 'mp3' | 'm4a' | 'wav' | 'flac' | 'webm';

export function soundFormatOf(bytes: Uint8Array): SoundFormat | null {
	const head = String.fromCharCode(...bytes.subarray(0, 12));
	if (head.startsWith('OggS')) return 'ogg';
	if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav';
	if (head.startsWith('fLaC')) return 'flac';
	if (head.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
	if (head.slice(4, 8) === 'ftyp') return 'm4a';
	const [first = 0, second = 0] = bytes;
	// A frame of MPEG audio, layer 3; layer 0 is AAC without a container, which not every provider takes.
	return head.startsWith('ID3') || (first === 0xff && (second & 0xe6) === 0xe2) ? 'mp3' : null;
}

/** A file of sound; how it is searched and written as text is the caller's. */
export interface Sound {
	readonly bytes: Uint8Array;
	includes(text: string): boolean;
	base64(): string;
}

export interface TranscriptionRequest {
	/** Of the body, one behind the other. */
	readonly parts: readonly (string | Uint8Array)[];
	readonly contentType: string;
}

/**
 * `multipart` is what all but OpenRouter take; fields that not all of them know are left out. The name's ending has to be that of the
 * bytes.
 */
export function transcriptionRequest(
	sound: Sound,
	{ model, format, by }: { readonly model: string; readonly format: SoundFormat; readonly by: Exclude<AudioInterface, 'none'> },
): TranscriptionRequest {
	if (by === 'json') {
		const body = { model, input_audio: { data: sound.base64(), format } };
		return { parts: [JSON.stringify(body)], contentType: 'application/json' };
	}
	let boundary = 'copydesk-sound';
	// A file that has it could put fields of its own into the request.
	while (sound.includes(boundary)) boundary += '-';
	const part = (disposition: string, more = ''): string => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
	const field = (name: string, value: string): string => `${part(`name="${name}"`)}${value.replace(/[\r\n]/g, ' ')}\r\n`;
	const file = part(`name="file"; filename="voice.${format}"`, `Content-Type: ${SOUND_TYPES[format]}\r\n`);
	return {
		parts: [`${field('model', model)}${field('response_format', 'json')}${file}`, sound.bytes, `\r\n--${boundary}--\r\n`],
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

export const SOUND_TYPES: Readonly<Record<SoundFormat, string>> = {
	ogg: 'audio/ogg',
	mp3: 'audio/mpeg',
	m4a: 'audio/mp4',
	wav: 'audio/wav',
	flac: 'audio/flac',
	webm: 'audio/webm',
};

/** The words of an answer; null where it has none. */
export function wordsHeard(answer: unknown): string | null {
	const text = isObject(answer) ? answer['text'] : undefined;
	if (typeof text !== 'string') return null;
	const words = text.toWellFormed().replaceAll('\0', '').trim();
	return /[\p{L}\p{N}]/u.test(words) ? words : null;
}

/** How long the sound was, as the answer says; null where it does not. */
export function secondsHeard(answer: unknown): number | null {
	const usage = isObject(answer) ? answer['usage'] : undefined;
	const said = [isObject(usage) ? usage['seconds'] : undefined, isObject(answer) ? answer['duration'] : undefined].map(Number);
	const seconds = said.find((each) => Number.isFinite(each) && each > 0);
	return seconds === undefined ? null : Math.ceil(seconds);
}
