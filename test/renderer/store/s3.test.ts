import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openS3Store } from '../../../services/renderer/src/store/s3.ts';
import { signedHeaders } from '../../../services/renderer/src/store/signature.ts';
import { coverRequest, pngOf, startRenderer } from '../../support/renderer.ts';

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A bucket in memory that is as strict as a real one about path, hash and signature. */
interface Bucket {
	readonly url: string;
	readonly objects: Map<string, Buffer>;
	readonly requests: string[];
	/** Status codes that the next requests get instead of an answer; 0 breaks the connection. */
	readonly failures: number[];
	stop(): Promise<void>;
}

const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret', region: 'eu-test-1' };

async function startBucket(): Promise<Bucket> {
	const objects = new Map<string, Buffer>();
	const requests: string[] = [];
	const failures: number[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks);
			const path = String(request.url);
			requests.push(`${request.method} ${path}`);
			const answer = (status: number, bytes: Buffer | string = ''): void => void response.writeHead(status).end(bytes);
			const failure = failures.shift();
			if (failure === 0) return void request.socket.destroy();
			if (failure !== undefined) return answer(failure, '<Error/>');
			const given = String(request.headers['x-amz-date']);
			const nowMs = Date.parse(given.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
			const bodySha256 = String(request.headers['x-amz-content-sha256']);
			const type = request.headers['content-type'];
			const expected = signedHeaders(
				{
					method: String(request.method),
					url: new URL(path, `http://${request.headers.host}`),
					bodySha256,
					...(type === undefined ? {} : { headers: { 'content-type': type } }),
				},
				KEYS,
				nowMs,
			);
			if (request.headers.authorization !== expected['authorization'])
				return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
			if (idOf(body) !== bodySha256) return answer(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>');
			if (!path.startsWith('/covers/')) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
			if (request.method === 'PUT') {
				objects.set(path, body);
				return answer(200);
			}
			const object = objects.get(path);
			return object === undefined ? answer(404, '<Error><Code>NoSuchKey</Code></Error>') : answer(200, object);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		objects,
		requests,
		failures,
		stop: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

describe('Signature Version 4', () => {
	const key = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
	const nowMs = Date.UTC(2013, 4, 24);
	const signatureOf = (headers: Record<string, string>): string => String(headers['authorization']?.split('Signature=')[1]);

	it('signs the two examples of its documentation', () => {
		const get = signedHeaders(
			{
				method: 'GET',
				url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
				headers: { range: 'bytes=0-9' },
				bodySha256: idOf(Buffer.alloc(0)),
			},
			key,
			nowMs,
		);
		expect(signatureOf(get)).to.equal('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
		expect(get['authorization']).to.contain(
			'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,',
		);
		const put = signedHeaders(
			{
				method: 'PUT',
				url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
				headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
				bodySha256: idOf(Buffer.from('Welcome to Amazon S3.')),
			},
			key,
			nowMs,
		);
		expect(signatureOf(put)).to.equal('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
	});
});

describe('The store in a bucket', () => {
	let bucket: Bucket;
	beforeEach(async () => {
		bucket = await startBucket();
	});
	afterEach(() => bucket.stop());
	const open = (changes: object = {}) => openS3Store({ endpoint: bucket.url, bucket: 'covers', prefix: 'desk', ...KEYS, ...changes });
	const bytes = Buffer.from('some bytes');

	it('keeps and gives back bytes under their hash, path-style', async () => {
		const store = open();
		expect(await store.read(idOf(bytes))).to.equal(undefined);
		await store.begin('cover', [bytes.subarray(0, 3)]).keep([bytes.subarray(3)], idOf(bytes));
		expect((await store.read(idOf(bytes)))?.equals(bytes)).to.equal(true);
		expect([...bucket.objects.keys()]).to.deep.equal([`/covers/desk/${idOf(bytes)}.png`]);
		await store.probe();
		expect(await store.sweep()).to.equal(0);
	});

	it('tries again what failed on the way, and gives up after three', async () => {
		const store = open();
		bucket.failures.push(503, 0);
		await store.begin('cover', []).keep([bytes], idOf(bytes));
		expect(bucket.requests).to.have.length(3);
		bucket.failures.push(500, 500, 500);
		expect(await store.read(idOf(bytes)).catch((error: unknown) => error)).to.include({ code: 'unavailable' });
		expect(bucket.requests).to.have.length(6);
	});

	it('does not repeat what was refused for good, and takes no refusal for an absent object', async () => {
		for (const store of [open({ secretAccessKey: 'wrong' }), open({ bucket: 'other' })]) {
			const before = bucket.requests.length;
			expect(await store.read(idOf(bytes)).catch((error: unknown) => error)).to.include({ code: 'unavailable' });
			expect(bucket.requests).to.have.length(before + 1);
		}
	});

	it('serves a whole renderer', async () => {
		const renderer = await startRenderer({
			RENDERER_STORE: 's3://covers/desk',
			RENDERER_S3_ENDPOINT: bucket.url,
			RENDERER_S3_REGION: KEYS.region,
			RENDERER_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
			RENDERER_S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
		});
		try {
			expect((await renderer.get('/healthz')).status).to.equal(200);
			const { body: image } = await renderer.postImage(await pngOf('#654321'));
			const { status, body: cover } = await renderer.postCover({ ...coverRequest, image_id: image.image_id });
			expect(status).to.equal(201);
			expect(idOf((await renderer.get(cover.asset_path)).bytes)).to.equal(cover.asset_id);
			bucket.objects.set(`/covers/desk/${cover.asset_id}.png`, Buffer.from('altered'));
			expect((await renderer.get(cover.asset_path)).body.code).to.equal('integrity_violation');
			bucket.failures.push(500, 500, 500);
			expect((await renderer.get(cover.asset_path)).body.code).to.equal('unavailable');
		} finally {
			await renderer.stop();
		}
	});
});
