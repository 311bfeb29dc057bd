import type { IncomingMessage } from 'node:http';
import { CopydeskError, type FieldError } from '@copydesk/domain/errors';
import { shorten } from '@copydesk/domain/text/shorten';

/** The deepest JSON that is accepted. */
const MAX_DEPTH = 64;

/**
 * Reads a body and counts its bytes; stops at the first byte over the limit.
 * @param maxBytes largest accepted body, in bytes
 * @throws CopydeskError body_too_large, malformed_request (the client hung up)
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
	const announced = Number(request.headers['content-length']);
	if (announced > maxBytes) return Promise.reject(new CopydeskError('body_too_large', `${announced} bytes announced, ${maxBytes} allowed`));
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let length = 0;
		const done = (settle: () => void) => {
			request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
			settle();
		};
		const onData = (chunk: Buffer) => {
			length += chunk.length;
			if (length > maxBytes) {
				request.pause();
				done(() => reject(new CopydeskError('body_too_large', `over ${maxBytes} bytes`)));
				return;
			}
			chunks.push(chunk);
		};
		const onEnd = () => done(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
		const onError = (cause: Error) =>
			done(() => reject(new CopydeskError('malformed_request', 'the connection failed while the body was read', { cause })));
		const onClose = () => done(() => reject(new CopydeskError('malformed_request', 'the connection closed before the body ended')));
		request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
	});
}

/**
 * Parses JSON strictly as UTF-8.
 * @throws CopydeskError malformed_json
 */
export function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (cause) {
		throw new CopydeskError('malformed_json', 'not JSON in UTF-8', { cause });
	}
}

/**
 * Finds strings that no database or messenger can store (lone surrogates and U+0000), and JSON that is nested too deeply.
 * @param anyText accepts such strings, because the route judges them itself
 */
export function unstorable(value: unknown, anyText = false): FieldError[] {
	const found: FieldError[] = [];
	const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
	const noteUnstorable = (text: string, path: string) => {
		if (anyText) return;
		if (!text.isWellFormed()) found.push({ path, message: 'Expected well-formed Unicode but received a lone surrogate' });
		else if (text.includes('\u0000')) found.push({ path, message: 'Expected text without U+0000' });
	};
	while (pending.length > 0 && found.length < 10) {
		const { value: item, path, depth } = pending.pop() as (typeof pending)[number];
		if (typeof item === 'string') noteUnstorable(item, path);
		if (typeof item !== 'object' || item === null) continue;
		if (depth >= MAX_DEPTH) {
			found.push({ path: shorten(path, 80), message: `Expected at most ${MAX_DEPTH} levels of nesting` });
			continue;
		}
		for (const [key, inner] of Object.entries(item)) {
			const innerPath = path === '' ? key : `${path}.${key}`;
			noteUnstorable(key, path);
			// Copying such a key into an object would set its prototype.
			if (key === '__proto__') found.push({ path: innerPath, message: 'Expected no such key' });
			pending.push({ value: inner, path: innerPath, depth: depth + 1 });
		}
	}
	return found;
}
