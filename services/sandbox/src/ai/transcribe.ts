/**
 * `POST /v1/audio/transcriptions`, as OpenAI has it (multipart) and as OpenRouter has it (JSON). Nothing is heard here: a voice of the
 * sandbox's page has its words in the file, and of any other sound the answer is always the same sentence.
 */
import type { IncomingMessage } from 'node:http';
import { isObject } from '@copydesk/domain/isObject';
import { soundFormatOf } from '@copydesk/domain/ai/audio';
import { readParameters } from '../messenger/parameters.ts';
import { AiError, missing, wrongType } from './errors.ts';

const MAX_FILE_BYTES = 25 * 1_048_576;
const NAMES = /\.(?:flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/i;
const MARK = 'COPYDESK_WORDS=';
const HEARD = 'Our harbour tram opens on Saturday, and the first ride is free.';
/** Of Opus at 16 kbit/s. */
const BYTES_PER_SECOND = 2_000;

export interface SoundQuestion {
	readonly model: string;
	readonly bytes: Buffer;
}

/** A page of Ogg with the words in its comments, in the place of a recording. */
export function spoken(words: string): Buffer {
	const said = Buffer.from(`${MARK}${words}`, 'utf8');
	const length = Buffer.alloc(4);
	length.writeUInt32LE(said.length);
	return Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(20), Buffer.from('\x01\x08OpusTags'), length, said]);
}

function wordsIn(bytes: Buffer): string {
	const at = bytes.indexOf(MARK);
	if (at < 4) return HEARD;
	const from = at + MARK.length;
	return bytes.toString('utf8', from, from - MARK.length + bytes.readUInt32LE(at - 4));
}

/** @throws AiError in the provider's words */
export async function readSoundQuestion(request: IncomingMessage, readJson: () => Promise<unknown>): Promise<SoundQuestion> {
	if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
		const body = await readJson();
		const { model, input_audio: sound } = isObject(body) ? body : {};
		if (typeof model !== 'string') throw missing('model');
		if (!isObject(sound) || typeof sound['data'] !== 'string') throw wrongType('input_audio', 'an object', sound);
		return checked({ model, bytes: Buffer.from(sound['data'], 'base64') }, `voice.${String(sound['format'])}`);
	}
	const given = await readParameters(request).catch(() => {
		throw new AiError(400, 'Could not parse multipart form');
	});
	const file = given.file('file');
	if (file === undefined) throw missing('file');
	if (!given.has('model')) throw missing('model');
	const form = given.text('response_format');
	if (!['', 'json', 'text'].includes(form))
		throw new AiError(
			400,
			`response_format '${form}' is not compatible with model '${given.text('model')}'. Use 'json' or 'text' instead.`,
			{
				param: 'response_format',
				code: 'unsupported_value',
			},
		);
	return checked({ model: given.text('model'), bytes: file.bytes }, file.fileName);
}

function checked(question: SoundQuestion, name: string): SoundQuestion {
	const { bytes } = question;
	if (bytes.length > MAX_FILE_BYTES)
		throw new AiError(413, `Maximum content size limit (${MAX_FILE_BYTES}) exceeded (${bytes.length} bytes read)`);
	if (!NAMES.test(name))
		throw new AiError(400, `Unsupported file format ${name.split('.').at(-1) ?? ''}`, { param: 'file', code: 'unsupported_value' });
	if (soundFormatOf(bytes) === null)
		throw new AiError(400, 'Audio file might be corrupted or unsupported', { param: 'file', code: 'invalid_value' });
	return question;
}

export function transcribe({ bytes }: SoundQuestion): { body: unknown; summary: string } {
	const text = wordsIn(bytes);
	const seconds = Math.max(1, Math.round(bytes.length / BYTES_PER_SECOND));
	return { body: { text, usage: { type: 'duration', seconds } }, summary: `${seconds} s: ${text.slice(0, 80)}` };
}
