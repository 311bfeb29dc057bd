import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import { errors } from '@copydesk/domain/errors';
import * as limits from '@copydesk/domain/limits';
import { routes as served } from '../../services/renderer/src/api.ts';
import { coverRequest, pngOf, rendererApi, startRenderer } from '../support/renderer.ts';
import { until } from '../support/until.ts';

// A document is read as it is written.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const document: any = parse(readFileSync(fileURLToPath(new URL('../../services/renderer/openapi.yaml', import.meta.url)), 'utf8'), {
	merge: true,
});

describe('The OpenAPI document of the renderer', () => {
	it('has the routes of the service, no more and no fewer', () => {
		const routes = served.map(({ method, path }) => `${method} ${path.replace(':asset_id', '{asset_id}')}`);
		const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
			Object.keys(methods)
				.filter((method) => ['get', 'post', 'put', 'delete'].includes(method))
				.map((method) => `${method} ${path}`),
		);
		expect(documented).to.have.members(routes);
	});

	it('names codes that the desk knows, with their statuses', () => {
		for (const code of document.components.schemas.Problem.properties.code.enum as string[]) expect(errors, code).to.have.property(code);
	});

	it('states the bounds that the code keeps', () => {
		const { CoverRequest, Image, Cover, Version } = document.components.schemas;
		const { title, subtitle, category, template_version: templateVersion } = CoverRequest.properties;
		expect(title.maxLength).to.equal(limits.MAX_RENDERER_TITLE_UNITS);
		expect(subtitle.maxLength).to.equal(limits.MAX_RENDERER_SUBTITLE_UNITS);
		expect(category.maxLength).to.equal(limits.MAX_CATEGORY_UNITS);
		expect(Version.maximum).to.equal(limits.MAX_RENDERER_VERSION);
		const { TemplateVersion } = document.components.schemas;
		expect(templateVersion).to.deep.equal({ $ref: '#/components/schemas/TemplateVersion' });
		for (const name of COVER_TEMPLATES) expect(name).to.match(new RegExp(TemplateVersion.pattern, 'u'));
		expect('panel@1').not.to.match(new RegExp(TemplateVersion.pattern, 'u'));
		expect(Image.properties.bytes).to.include({ minimum: limits.MIN_IMAGE_BYTES, maximum: limits.MAX_IMAGE_BYTES });
		expect(Image.properties.width).to.include({ minimum: limits.MIN_IMAGE_SIDE_PX, maximum: limits.MAX_IMAGE_SIDE_PX });
		expect(Cover.properties.bytes.maximum).to.equal(limits.MAX_COVER_BYTES);
		expect(Cover.properties.lines.properties.title.maximum).to.equal(limits.MAX_WORDS_LINES);
		expect(Cover.properties.lines.properties.subtitle.maximum).to.equal(limits.MAX_SUBTITLE_LINES);
		expect('a\u2028b').not.to.match(new RegExp(category.pattern, 'u'));
		expect('a b').to.match(new RegExp(category.pattern, 'u'));
		expect(document.paths['/v1/covers'].post.requestBody['x-max-bytes']).to.equal(limits.MAX_COVER_REQUEST_BYTES);
	});

	it('tells each answer that the service gives, and the service gives each that it tells', async () => {
		rendererApi.seen.clear();
		const renderer = await startRenderer();
		const call = renderer.call;
		const json = 'application/json';
		try {
			const png = await pngOf('#abcdef', 120, 80);
			const { body: image } = await renderer.postImage(png);
			await renderer.postImage(png);
			await renderer.postImage(Buffer.alloc(40));
			await call('POST', '/v1/images', { body: png, contentType: 'image/png', key: null });
			await call('POST', '/v1/images', { body: png, contentType: 'image/jpeg' });
			await call('POST', '/v1/images', { body: Buffer.alloc(limits.MAX_IMAGE_BYTES + 1), contentType: 'image/png' });
			const { body: cover } = await renderer.postCover({ ...coverRequest, image_id: image.image_id });
			await renderer.postCover({ ...coverRequest, image_id: image.image_id });
			await renderer.postCover({ ...coverRequest });
			await renderer.postCover({ ...coverRequest, draft_id: 'other', image_id: `sha256:${'0'.repeat(64)}` });
			await renderer.postCover({ ...coverRequest, draft_id: '' });
			await call('POST', '/v1/covers', { body: '{', contentType: json });
			await call('POST', '/v1/covers', { body: '{}', contentType: json, key: null });
			await call('POST', '/v1/covers', { body: '{}', contentType: 'text/plain' });
			await call('POST', '/v1/covers', { body: ' '.repeat(limits.MAX_COVER_REQUEST_BYTES + 1), contentType: json });
			const check = (body: unknown) => call('POST', '/v1/covers/check', { body: JSON.stringify(body), contentType: json });
			await check({ ...coverRequest, image_id: image.image_id });
			await check({ ...coverRequest, image_id: `sha256:${'0'.repeat(64)}` });
			await check({ ...coverRequest, draft_id: '' });
			await call('POST', '/v1/covers/check', { body: '{', contentType: json });
			await call('POST', '/v1/covers/check', { body: '{}', contentType: json, key: null });
			await call('POST', '/v1/covers/check', { body: '{}', contentType: 'text/plain' });
			await call('POST', '/v1/covers/check', { body: ' '.repeat(limits.MAX_COVER_REQUEST_BYTES + 1), contentType: json });
			const brand = { name: '', panel: '#14213d', accent: '#c0392b', font: null, font_file: null, logo: null };
			const keepBrand = (body: string, contentType = json, options = {}) => call('POST', '/v1/brands', { body, contentType, ...options });
			await keepBrand(JSON.stringify(brand));
			await keepBrand(JSON.stringify(brand));
			await keepBrand(JSON.stringify({ ...brand, panel: '#777777' }));
			await keepBrand('{');
			await keepBrand('{}', json, { key: null });
			await keepBrand('{}', 'text/plain');
			await keepBrand(' '.repeat(limits.MAX_BRAND_REQUEST_BYTES + 1));
			await renderer.get('/healthz');
			await renderer.get('/metrics');
			await call('GET', '/metrics', { key: null });
			for (const method of ['GET', 'HEAD']) {
				await call(method, cover.asset_path);
				await call(method, cover.asset_path, { headers: { 'if-none-match': '*' } });
				await call(method, cover.asset_path, { key: null });
				await call(method, `/v1/assets/${'0'.repeat(64)}.png`);
			}
			rmSync(join(renderer.dataDir, 'assets'), { recursive: true });
			await call('GET', cover.asset_path);
			await call('HEAD', cover.asset_path);
			await renderer.postCover({ ...coverRequest, draft_id: 'third' });
			await renderer.postImage(await pngOf('#fedcba'));
			await keepBrand(JSON.stringify({ ...brand, name: 'Other' }));
			await until(async () => (await renderer.get('/healthz')).status === 503);
			// What nobody foresaw: the journal is pulled away.
			await renderer.renderer.deps.journal.close();
			await call('GET', cover.asset_path);
			await call('HEAD', cover.asset_path);
			await renderer.get('/metrics');
			await renderer.postCover(coverRequest);
			await keepBrand(JSON.stringify({ ...brand, name: 'Third' }));
			await check({ ...coverRequest, image_id: image.image_id });
			await renderer.postImage(png);
		} finally {
			await renderer.stop().catch(() => undefined);
		}
		const unseen = [...rendererApi.documented].filter((answer) => !rendererApi.seen.has(answer));
		// Nobody is there to be told that an image had no end; a full queue (see the pool's tests) and a journal that is only
		// locked for a while are not provoked here.
		expect(unseen).to.deep.equal(['POST /v1/images 400', 'POST /v1/covers/check 503', 'GET /metrics 503']);
	});
});
