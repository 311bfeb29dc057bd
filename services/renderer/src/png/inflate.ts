import { inflateSync, type Inflate, type ZlibOptions } from 'node:zlib';
import { forget } from '../forget.ts';
import { inflatedBytes } from './header.ts';
import { PngRefused } from './refusal.ts';
import type { WalkedPng } from './walk.ts';

/** The result with `info: true`; Node's types know only the plain form. */
interface Inflated {
	readonly buffer: Buffer;
	readonly engine: Inflate;
}

/** zlib's errors for an invalid stream. Any other error is not the file's fault. */
const STREAM_FAULTS: ReadonlySet<string> = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT', 'ERR_BUFFER_TOO_LARGE']);

/**
 * The picture's filtered rows. Inflation stops one byte beyond the header's size, so a bomb is never unpacked.
 * @throws PngRefused unless the stream is complete, of exactly the expected length, and the last thing in the IDAT chunks
 */
export function inflateRows({ header, idat }: WalkedPng): Buffer {
	const expected = inflatedBytes(header);
	const stream = idat.length === 1 ? idat[0]! : Buffer.concat(idat);
	const { buffer, engine } = inflate(stream, expected);
	const after = stream.length - engine.bytesWritten;
	if (idat.length > 1) forget(stream);
	if (buffer.length !== expected)
		throw new PngRefused('undecodable', `Expected ${expected} bytes of rows in IDAT but it inflates to ${buffer.length}`);
	if (after !== 0) throw new PngRefused('undecodable', `Expected nothing after the zlib stream in IDAT but found ${after} bytes`);
	return buffer;
}

function inflate(stream: Buffer, expected: number): Inflated {
	// One chunk for everything: zlib's default of 16 KiB takes a fifth more time and a copy.
	const options: ZlibOptions = { chunkSize: expected + 64, maxOutputLength: expected + 1, info: true };
	try {
		return inflateSync(stream, options) as unknown as Inflated;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === undefined || !STREAM_FAULTS.has(code)) throw error;
		const cause = code === 'ERR_BUFFER_TOO_LARGE' ? `it holds more than ${expected} bytes of rows` : (error as Error).message;
		throw new PngRefused('undecodable', `Expected one whole zlib stream in IDAT but could not inflate it: ${cause}`);
	}
}
