import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { coverRequest, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('POST /v1/covers/check', () => {
	let renderer: TestRenderer;
	before(async () => {
		renderer = await startRenderer();
	});
	after(() => renderer.stop());

	const check = (changes: object = {}) =>
		renderer.call('POST', '/v1/covers/check', {
			body: JSON.stringify({ ...coverRequest, draft_id: 'checked', ...changes }),
			contentType: 'application/json',
		});
	const files = (): string[] => {
		const folder = join(renderer.dataDir, 'assets');
		return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
	};

	it('says how the texts would be set, as the cover then has them', async () => {
		for (const texts of [{}, { subtitle: '' }, { title: 'Rain' }, { title: 'x'.repeat(20), category: '' }]) {
			const checked = await check(texts);
			expect(checked.status).to.equal(200);
			const made = await renderer.postCover({ ...coverRequest, ...texts, draft_id: `made-${JSON.stringify(texts).length}` });
			expect(checked.body).to.include({
				fits: true,
				title_lines: made.body.lines.title,
				subtitle_lines: made.body.lines.subtitle,
				title_px: made.body.title_font_px,
			});
			expect(checked.body.subtitle_px > 0).to.equal(made.body.lines.subtitle > 0);
		}
	});

	it('keeps nothing and takes no version: another request may still be the first, and one that has a cover may be checked', async () => {
		const before = files();
		expect((await check({ draft_id: 'later', title: 'One' })).status).to.equal(200);
		expect(files()).to.deep.equal(before);
		expect((await renderer.postCover({ ...coverRequest, draft_id: 'later', title: 'Another' })).status).to.equal(201);
		expect((await check({ draft_id: 'later', title: 'A third' })).status).to.equal(200);
		expect((await renderer.postCover({ ...coverRequest, draft_id: 'later', title: 'Another' })).status).to.equal(200);
	});

	it('refuses what the cover would be refused for, in the same words', async () => {
		const refusals: readonly [string, object, number, string][] = [
			['a picture', { title: 'Roses 🌹' }, 422, 'unsupported_character'],
			['another script', { subtitle: 'שלום' }, 422, 'unsupported_character'],
			['too long', { title: 'WWWWWWWWW '.repeat(9).trim() }, 422, 'layout_overflow'],
			['a word that is wider than the line', { title: 'W'.repeat(90) }, 422, 'layout_overflow'],
			['nothing to read', { title: ' ' }, 422, 'invalid_request'],
			['an unknown image', { image_id: `sha256:${'0'.repeat(64)}` }, 404, 'image_not_found'],
			['an unknown image before its words', { image_id: `sha256:${'0'.repeat(64)}`, title: '🌹' }, 404, 'image_not_found'],
			[
				'an unknown brand before its image',
				{ template_version: `panel@${'0'.repeat(64)}`, image_id: `sha256:${'0'.repeat(64)}` },
				422,
				'invalid_request',
			],
			['another field', { more: 1 }, 422, 'invalid_request'],
		];
		for (const [what, changes, status, code] of refusals) {
			const checked = await check(changes);
			const asked = await renderer.postCover({ ...coverRequest, draft_id: 'checked', ...changes });
			expect([checked.status, checked.body.code], what).to.deep.equal([status, code]);
			expect([asked.status, asked.body.code, asked.body.errors], what).to.deep.equal([status, code, checked.body.errors]);
		}
		expect((await check({ title: 'Roses 🌹' })).body.errors).to.deep.equal([
			{ path: 'title', message: "the cover's fonts have no letter for 🌹 U+1F339" },
		]);
	});

	it('asks for the key and for JSON, in the order of every route', async () => {
		const ask = (contentType: string, key?: null) =>
			renderer.call('POST', '/v1/covers/check', { body: '{', contentType, ...(key === undefined ? {} : { key }) });
		expect((await ask('text/plain', null)).status).to.equal(401);
		expect((await ask('text/plain')).status).to.equal(415);
		expect((await ask('application/json')).status).to.equal(400);
		expect((await renderer.get('/v1/covers/check')).status).to.equal(404);
	});
});
