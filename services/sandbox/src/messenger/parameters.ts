/** Parameters of a method in any form: query, JSON, urlencoded or multipart. Unknown ones are ignored, as by the real server. */
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { readBody } from '@copydesk/kit/body';
import { isObject } from '@copydesk/domain/isObject';
import { shorten } from '@copydesk/domain/text/shorten';
import { badRequest, tooLarge } from './errors.ts';
import type { MessageEntity } from './types.ts';

/** The largest request of the cloud server. */
const MAX_REQUEST_BYTES = 50 * 1_048_576;
const MAX_FIELDS = 100;

interface Upload {
	readonly fileName: string;
	readonly bytes: Buffer;
}

export class Parameters {
	readonly #values: Readonly<Record<string, unknown>>;
	readonly #files: ReadonlyMap<string, Upload>;

	constructor(values: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, Upload> = new Map()) {
		this.#values = values;
		this.#files = files;
	}

	has(name: string): boolean {
		const value = this.#values[name];
		return value !== undefined && value !== null && value !== '';
	}

	/** Any scalar as text; '' if absent. */
	text(name: string): string {
		const value = this.#values[name];
		if (value === undefined || value === null) return '';
		return typeof value === 'object' ? JSON.stringify(value) : String(value);
	}

	integer(name: string): number | undefined {
		const text = this.text(name).trim();
		return /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
	}

	flag(name: string): boolean {
		return ['true', '1', 'yes'].includes(this.text(name).toLowerCase());
	}

	/** An object or array, as such or as JSON text. @throws ApiError if the text is not JSON */
	json(name: string, what = `"${name}"`): unknown {
		const value = this.#values[name];
		if (typeof value !== 'string') return value ?? undefined;
		if (value.trim() === '') return undefined;
		try {
			return JSON.parse(value) as unknown;
		} catch {
			throw badRequest(`can't parse ${what} JSON object`);
		}
	}

	entities(name: string): readonly MessageEntity[] | undefined {
		return readEntities(this.json(name, 'entities'));
	}

	file(name: string): Upload | undefined {
		return this.#files.get(name);
	}

	/** For the timeline: values without secrets, files as names and sizes. */
	shown(): Record<string, unknown> {
		const shown: Record<string, unknown> = {};
		for (const [name, value] of Object.entries(this.#values)) {
			if (name === 'secret_token') shown[name] = '•••';
			else shown[name] = typeof value === 'string' ? shorten(value, 1_500) : value;
		}
		for (const [name, file] of this.#files) shown[name] = `(${file.fileName}, ${file.bytes.length} bytes)`;
		return shown;
	}
}

/** @throws ApiError if it is no list of entities */
export function readEntities(value: unknown): readonly MessageEntity[] | undefined {
	if (value === undefined) return undefined;
	if (!Array.isArray(value)) throw badRequest("can't parse entities: expected an Array");
	return value.map((one: unknown) => {
		const entity = one as MessageEntity | null;
		if (typeof entity?.type !== 'string' || !Number.isInteger(entity.offset) || !Number.isInteger(entity.length))
			throw badRequest("can't parse MessageEntity: wrong fields");
		return entity;
	});
}

function readMultipart(request: IncomingMessage): Promise<{ values: Record<string, unknown>; files: Map<string, Upload> }> {
	return new Promise((resolve, reject) => {
		const values: Record<string, unknown> = {};
		const files = new Map<string, Upload>();
		let parser: InstanceType<typeof Busboy>;
		try {
			parser = new Busboy({
				headers: request.headers as BusboyHeaders,
				limits: { fileSize: MAX_REQUEST_BYTES, fields: MAX_FIELDS, files: 20, fieldSize: 1_048_576 },
			});
		} catch {
			reject(badRequest("can't parse multipart/form-data"));
			return;
		}
		let total = 0;
		request.on('data', (chunk: Buffer) => {
			total += chunk.length;
			if (total > MAX_REQUEST_BYTES) {
				request.unpipe(parser);
				reject(tooLarge());
			}
		});
		parser.on('field', (name, value) => {
			values[name] = value;
		});
		parser.on('file', (name, stream, fileName) => {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => files.set(name, { fileName: fileName ?? '', bytes: Buffer.concat(chunks) }));
		});
		parser.on('finish', () => resolve({ values, files }));
		parser.on('error', () => reject(badRequest("can't parse multipart/form-data")));
		request.on('aborted', () => reject(badRequest('request aborted')));
		request.pipe(parser);
	});
}

/** @throws ApiError 400 for a broken body, 413 for one larger than 50 MB */
export async function readParameters(request: IncomingMessage): Promise<Parameters> {
	const query = Object.fromEntries(new URL(request.url ?? '/', 'http://sandbox').searchParams);
	const type = (request.headers['content-type'] ?? '').toLowerCase();
	if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) throw tooLarge();
	if (type.startsWith('multipart/form-data')) {
		const { values, files } = await readMultipart(request);
		return new Parameters({ ...query, ...values }, files);
	}
	let bytes: Buffer;
	try {
		bytes = await readBody(request, MAX_REQUEST_BYTES);
	} catch (error) {
		throw (error as { code?: string }).code === 'body_too_large' ? tooLarge() : badRequest('request aborted');
	}
	if (bytes.length === 0) return new Parameters(query);
	if (type.startsWith('application/json')) {
		let value: unknown;
		try {
			value = JSON.parse(bytes.toString('utf8'));
		} catch {
			throw badRequest("can't parse JSON object");
		}
		if (!isObject(value)) throw badRequest('expected JSON object');
		return new Parameters({ ...query, ...value });
	}
	return new Parameters({ ...query, ...Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) });
}
