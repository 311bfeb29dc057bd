import type { IncomingMessage } from 'node:http';
import { pipeline as pipe, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { CopydeskError } from '@copydesk/domain/errors';

export interface Body {
	/** Decompressed, in a buffer of its own. */
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Bytes as received. */
	readonly wireBytes: number;
}

type Decoder = 'gzip' | 'deflate' | 'br';

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
	['gzip', 'gzip'],
	['x-gzip', 'gzip'],
	['deflate', 'deflate'],
	['br', 'br'],
]);

/**
 * The decompression for a `Content-Encoding`.
 * @throws CopydeskError encoding_unsupported
 */
export function decoderOf(contentEncoding: string): Decoder | undefined {
	const names = contentEncoding
		.toLowerCase()
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const [name = 'identity'] = names;
	if (name === 'identity' && names.length <= 1) return undefined;
	const decoder = DECODERS.get(name);
	if (names.length > 1 || decoder === undefined) throw new CopydeskError('encoding_unsupported', `${names.length} encodings`);
	return decoder;
}

/** Whether `deflate` data has the zlib format: some servers send it without. The first two bytes show it. @see RFC 1950, 2.2 */
function isZlib(first: number, second: number): boolean {
	return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** Decompresses incoming bytes; an empty body stays empty. */
function decompress(decoder: Decoder) {
	return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		const chunks = source[Symbol.asyncIterator]();
		let head = Buffer.alloc(0);
		while (head.length < 2) {
			const next = await chunks.next();
			if (next.done === true) break;
			head = Buffer.concat([head, next.value]);
		}
		if (head.length === 0) return;
		const whole = async function* (): AsyncGenerator<Buffer> {
			yield head;
			yield* { [Symbol.asyncIterator]: () => chunks };
		};
		const inflate = (): Duplex => (head.length < 2 || isZlib(head[0] as number, head[1] as number) ? createInflate() : createInflateRaw());
		const stream = { gzip: createGunzip, br: createBrotliDecompress, deflate: inflate }[decoder]();
		yield* pipe(whole, stream, () => undefined) as AsyncIterable<Buffer>;
	};
}

/** One buffer with its own memory, so that it can be moved to a thread. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.length;
	}
	return whole;
}

/**
 * Reads a body and counts its bytes, received and decompressed; stops at the first byte over the limit.
 * @param maxBytes the largest accepted size
 * @throws CopydeskError source_too_large, upstream_broken, upstream_timeout
 */
export async function readBody(body: IncomingMessage, decoder: Decoder | undefined, maxBytes: number, signal: AbortSignal): Promise<Body> {
	const count = { wire: 0, plain: 0 };
	const counted = (kind: 'wire' | 'plain', chunk: Buffer): Buffer => {
		count[kind] += chunk.length;
		if (count[kind] > maxBytes) throw new CopydeskError('source_too_large', `over ${maxBytes} bytes`);
		return chunk;
	};
	const chunks: Buffer[] = [];
	const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
		for await (const chunk of source) chunks.push(counted('plain', chunk));
	};
	async function* asItCame(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of source) yield counted('wire', chunk);
	}
	try {
		if (decoder === undefined) await pipeline(body, asItCame, keep, { signal });
		else await pipeline(body, asItCame, decompress(decoder), keep, { signal });
	} catch (error) {
		if (error instanceof CopydeskError) throw error;
		if (signal.aborted) throw new CopydeskError('upstream_timeout');
		throw new CopydeskError('upstream_broken', (error as NodeJS.ErrnoException).code ?? 'the body broke off');
	}
	return { bytes: joined(chunks, count.plain), wireBytes: count.wire };
}
