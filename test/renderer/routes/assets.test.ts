import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pngOf, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('GET and HEAD /v1/assets/{id}.png', () => {
	let renderer: TestRenderer;
	let png: Buffer;
	let sha256: string;
	let path: string;
	before(async () => {
		renderer = await startRenderer();
		png = await pngOf('#fedcba');
		({ sha256, asset_path: path } = (await renderer.postImage(png)).body);
	});
	after(() => renderer.stop());

	it('gives the bytes with headers that let them be kept for ever', async () => {
		const answer = await renderer.get(path);
		expect(answer.status).to.equal(200);
		expect(answer.bytes.equals(png)).to.equal(true);
		expect(answer.headers.get('content-type')).to.equal('image/png');
		expect(answer.headers.get('content-length')).to.equal(String(png.length));
		expect(answer.headers.get('etag')).to.equal(`"${sha256}"`);
		expect(answer.headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
		expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
	});

	it('answers HEAD with the same headers and no body', async () => {
		const answer = await renderer.call('HEAD', path);
		expect(answer.status).to.equal(200);
		expect(answer.bytes).to.have.length(0);
		expect(answer.headers.get('content-length')).to.equal(String(png.length));
		expect((await renderer.call('HEAD', `/v1/assets/${'0'.repeat(64)}.png`)).status).to.equal(404);
	});

	it('answers 304 to somebody who has it, however the tag is written', async () => {
		for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
			const answer = await renderer.get(path, { 'if-none-match': tag });
			expect(answer.status, tag).to.equal(304);
			expect(answer.headers.get('etag')).to.equal(`"${sha256}"`);
		}
		expect((await renderer.get(path, { 'if-none-match': '"other"' })).status).to.equal(200);
		expect((await renderer.get(path, { 'if-none-match': sha256 })).status, 'a tag without quotes is no tag').to.equal(200);
	});

	it('knows nothing that the journal does not know, even when a file lies there', async () => {
		const id = 'ab'.repeat(32);
		writeFileSync(join(renderer.dataDir, 'assets', `${id}.png`), 'stray');
		const answer = await renderer.get(`/v1/assets/${id}.png`);
		expect(answer.status).to.equal(404);
		expect(answer.body.code).to.equal('asset_not_found');
		expect((await renderer.get(`/v1/assets/${id}.png`, { 'if-none-match': '*' })).status).to.equal(404);
	});

	it('gives no byte of a file that was altered, cut or lost, and counts it', async () => {
		const file = join(renderer.dataDir, 'assets', `${sha256}.png`);
		const flipped = Buffer.from(png);
		flipped[png.length - 20]! ^= 1;
		for (const harm of [
			() => writeFileSync(file, flipped),
			() => writeFileSync(file, png.subarray(0, -1)),
			() => writeFileSync(file, ''),
			() => rmSync(file),
		]) {
			harm();
			for (const method of ['GET', 'HEAD']) {
				const answer = await renderer.call(method, path);
				expect(answer.status).to.equal(503);
				if (method === 'GET') expect(answer.body.code).to.equal('integrity_violation');
			}
		}
		expect((await renderer.get('/metrics')).bytes.toString()).to.match(/^renderer_integrity_violations_total 8$/m);
	});
});
