import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createBucket } from '../../../scripts/cluster/bucket.ts';
import { openS3Store } from '../../../services/renderer/src/store/s3.ts';
import { coverRequest, pngOf, startRenderer } from '../../support/renderer.ts';

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A bucket in memory. */
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
	const server = createBucket({
		name: 'covers',
		keys: KEYS,
		objects: { get: async (path) => objects.get(path), put: async (path, bytes) => void objects.set(path, bytes) },
		before(request, response) {
			requests.push(`${request.method} ${String(request.url)}`);
			const failure = failures.shift();
			if (failure === 0) request.socket.destroy();
			else if (failure !== undefined) response.writeHead(failure).end('<Error/>');
			return failure === undefined;
		},
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
		await store.put('cover', [bytes.subarray(0, 3), bytes.subarray(3)], idOf(bytes));
		expect((await store.read(idOf(bytes)))?.equals(bytes)).to.equal(true);
		expect([...bucket.objects.keys()]).to.deep.equal([`/covers/desk/${idOf(bytes)}.png`]);
		await store.probe();
		expect(await store.sweep()).to.equal(0);
	});

	it('tries again what failed on the way, and gives up after three', async () => {
		const store = open();
		bucket.failures.push(503, 0);
		await store.put('cover', [bytes], idOf(bytes));
		expect(bucket.requests).to.have.length(3);
		bucket.failures.push(500, 500, 500);
		expect(await store.read(idOf(bytes)).catch((error: unknown) => error)).to.include({ code: 'unavailable' });
		expect(bucket.requests).to.have.length(6);
	});

	it('does not repeat a final refusal, and never reads a refusal as an absent object', async () => {
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
