import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pngOf, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('POST /v1/images', () => {
	let renderer: TestRenderer;
	before(async () => {
		renderer = await startRenderer();
	});
	after(() => renderer.stop());

	const fileOf = (sha256: string): string => join(renderer.dataDir, 'assets', `${sha256}.png`);

	it('keeps the very bytes under their hash: 201 when new, 200 when seen', async () => {
		const png = await pngOf('#123456', 200, 150);
		const sha256 = createHash('sha256').update(png).digest('hex');
		const first = await renderer.postImage(png);
		expect(first.status).to.equal(201);
		expect(first.body).to.deep.equal({
			image_id: `sha256:${sha256}`,
			sha256,
			asset_path: `/v1/assets/${sha256}.png`,
			mime_type: 'image/png',
			bytes: png.length,
			width: 200,
			height: 150,
		});
		const second = await renderer.postImage(png);
		expect(second.status).to.equal(200);
		expect(second.body).to.deep.equal(first.body);
		expect(readFileSync(fileOf(sha256)).equals(png)).to.equal(true);
	});

	it('judges simultaneous copies once', async () => {
		const png = await pngOf('#a1b2c3');
		const answers = await Promise.all(Array.from({ length: 20 }, () => renderer.postImage(png)));
		expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
		expect(answers.filter(({ status }) => status === 200)).to.have.length(19);
	});

	it('takes sides from 64 to 2048 and no others', async () => {
		for (const [width, height, status] of [
			[64, 64, 201],
			[2048, 64, 201],
			[64, 2048, 201],
			[63, 64, 422],
			[64, 63, 422],
			[2049, 64, 422],
			[64, 2049, 422],
		] as const) {
			const answer = await renderer.postImage(await pngOf('#777', width, height));
			expect(answer.status, `${width}×${height}`).to.equal(status);
			if (status === 422) expect(answer.body.errors[0].path).to.equal('geometry');
		}
	});

	it('leaves nothing behind of a file that it refuses', async () => {
		const before = readdirSync(join(renderer.dataDir, 'assets'));
		const png = await pngOf('#0f0f0f');
		const { status } = await renderer.postImage(png.subarray(0, -1));
		expect(status).to.equal(422);
		expect(readdirSync(join(renderer.dataDir, 'assets'))).to.deep.equal(before);
	});

	it('puts right a file that was lost or altered when the same bytes come again', async () => {
		const png = await pngOf('#40e0d0');
		const { body } = await renderer.postImage(png);
		for (const harm of [() => rmSync(fileOf(body.sha256)), () => writeFileSync(fileOf(body.sha256), 'not it')]) {
			harm();
			expect((await renderer.get(body.asset_path)).status).to.equal(503);
			expect((await renderer.postImage(png)).status).to.equal(200);
			expect((await renderer.get(body.asset_path)).bytes.equals(png)).to.equal(true);
		}
	});
});
