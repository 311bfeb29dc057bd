// A store of the S3 kind for one bucket, as strict as a real one about path, hash and signature.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';

interface BucketKeys {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly region: string;
}

/** Where the objects are; a path begins with the bucket's name. */
export interface Objects {
	get(path: string): Promise<Buffer | undefined>;
	/** An object appears whole or not at all. */
	put(path: string, bytes: Buffer): Promise<void>;
}

interface BucketOptions {
	readonly name: string;
	readonly keys: BucketKeys;
	readonly objects: Objects;
	/** Looks at each request first; false when it has answered itself. */
	before?(request: IncomingMessage, response: ServerResponse): boolean;
}

const LONGEST_BYTES = 64 * 1_048_576;

/** Not listening yet. */
export function createBucket(options: BucketOptions): Server {
	return createServer((request, response) => {
		serve(request, response, options).catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end('<Error/>')));
	});
}

async function serve(request: IncomingMessage, response: ServerResponse, options: BucketOptions): Promise<void> {
	const { name, keys, objects } = options;
	const body = await bodyOf(request);
	if (options.before?.(request, response) === false) return;
	const path = String(request.url);
	const refuse = (status: number, code: string): void => void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
	const bodySha256 = String(request.headers['x-amz-content-sha256']);
	const expected = new AwsV4Signer({
		method: String(request.method),
		url: `http://${request.headers.host}${path}`,
		headers: { 'x-amz-content-sha256': bodySha256 },
		datetime: String(request.headers['x-amz-date']),
		service: 's3',
		...keys,
	});
	if (request.headers.authorization !== (await expected.authHeader())) return refuse(403, 'SignatureDoesNotMatch');
	if (createHash('sha256').update(body).digest('hex') !== bodySha256) return refuse(400, 'XAmzContentSHA256Mismatch');
	if (!path.startsWith(`/${name}/`)) return refuse(404, 'NoSuchBucket');
	if (request.method === 'PUT') {
		await objects.put(path, body);
		return void response.writeHead(200).end();
	}
	if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'MethodNotAllowed');
	const object = await objects.get(path);
	if (object === undefined) return refuse(404, 'NoSuchKey');
	response.writeHead(200).end(object);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of request as AsyncIterable<Buffer>) {
		bytes += part.length;
		if (bytes > LONGEST_BYTES) throw new Error('too large');
		parts.push(part);
	}
	return Buffer.concat(parts);
}
