import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect } from 'chai';
import { Jimp } from 'jimp';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { sharedPostgres } from '../../support/postgres.ts';
import { coverRequest, pngOf, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('POST /v1/covers', () => {
	let renderer: TestRenderer;
	before(async () => {
		renderer = await startRenderer();
	});
	after(() => renderer.stop());

	let made = 0;
	const fresh = (changes: object = {}) => ({ ...coverRequest, draft_id: `draft-${(made += 1)}`, ...changes });

	it('makes the cover of a version once and answers the same for ever: 201, then 200', async () => {
		const request = fresh();
		const first = await renderer.postCover(request);
		expect(first.status).to.equal(201);
		expect(first.body).to.include({
			draft_id: request.draft_id,
			version: 1,
			template_version: 'ff-square-0.1',
			image_id: 'consultation-v1',
			width: 1080,
			height: 1080,
			mime_type: 'image/png',
		});
		expect(first.body.asset_path).to.equal(`/v1/assets/${first.body.asset_id}.png`);
		const asset = await renderer.get(first.body.asset_path);
		expect(createHash('sha256').update(asset.bytes).digest('hex')).to.equal(first.body.asset_id);
		expect(asset.bytes).to.have.length(first.body.bytes);
		const picture = await Jimp.read(asset.bytes);
		expect([picture.width, picture.height]).to.deep.equal([1080, 1080]);

		const second = await renderer.postCover(request);
		expect(second.status).to.equal(200);
		expect(second.body).to.deep.equal(first.body);
	});

	it('sets other scripts in every template but the one that never changes, and mirrors what is read from the right', async () => {
		const texts = { category: 'סביבה', title: 'העיר לפני הזריחה', subtitle: 'Harbour News, 夜行列车, 서울, ไทย, हिन्दी, العربية' };
		for (const template_version of COVER_TEMPLATES) {
			const request = fresh({ ...texts, template_version });
			const { status, body } = await renderer.postCover(request);
			const checked = await renderer.call('POST', '/v1/covers/check', { body: JSON.stringify(request), contentType: 'application/json' });
			if (template_version === 'ff-square-0.1') {
				expect([status, body.code, checked.body.code]).to.deep.equal([422, 'unsupported_character', 'unsupported_character']);
				continue;
			}
			expect(status, template_version).to.equal(201);
			expect(checked.body).to.include({ title_px: body.title_font_px, title_lines: body.lines.title });
			expect((await renderer.postCover(request)).body, template_version).to.deep.equal(body);
		}
		// The rule of “words” is part of what all covers of a template share, on the side where reading begins.
		const redAt = async (title: string): Promise<'left' | 'right'> => {
			const { body } = await renderer.postCover(fresh({ category: '', subtitle: '', title, template_version: 'words' }));
			const { bitmap } = await Jimp.read((await renderer.get(body.asset_path)).bytes);
			const isRed = (x: number): boolean => bitmap.data[(92 * 1080 + x) * 4]! > 180;
			expect(isRed(80)).to.equal(!isRed(1000));
			return isRed(80) ? 'left' : 'right';
		};
		for (const [title, side] of [
			['Before dawn', 'left'],
			['לפני הזריחה', 'right'],
			['Before dawn', 'left'],
		] as const)
			expect(await redAt(title)).to.equal(side);
	});

	it('makes a cover in every template, of stored pictures too, and draws a lost one again', async () => {
		const { image_id } = (await renderer.postImage(await pngOf('#884422', 300, 200))).body;
		const sums = new Set<string>();
		for (const template_version of COVER_TEMPLATES) {
			const request = fresh({ template_version, image_id });
			const first = await renderer.postCover(request);
			expect(first.status, template_version).to.equal(201);
			expect(first.body).to.include({ template_version, image_id });
			sums.add(first.body.asset_id);
			rmSync(join(renderer.dataDir, 'assets', `${first.body.asset_id}.png`));
			expect((await renderer.postCover(request)).body, template_version).to.deep.equal(first.body);
			expect((await renderer.get(first.body.asset_path)).status, template_version).to.equal(200);
			expect((await renderer.postCover({ ...request, template_version: 'ff-square-0.1' })).status).to.equal(
				template_version === 'ff-square-0.1' ? 200 : 409,
			);
		}
		expect(sums).to.have.property('size', COVER_TEMPLATES.length);
		const unknown = await renderer.postCover(fresh({ template_version: 'poster' }));
		expect([unknown.status, unknown.body.errors[0].path]).to.deep.equal([422, 'template_version']);
	});

	it('makes whole covers from its first moment on, before any code is compiled', async function () {
		this.timeout(60_000);
		for (let start = 0; start < 2; start += 1) {
			const fresh = await startRenderer({ RENDERER_CONCURRENCY: '2' });
			try {
				await Promise.all(
					Array.from({ length: 40 }, async (_, index) => {
						const { body } = await fresh.postCover({
							...coverRequest,
							draft_id: `early-${index}`,
							title: `What the first visit number ${index} is for`,
						});
						expect((await fresh.get(body.asset_path)).status, 'the file is what its name says').to.equal(200);
					}),
				);
			} finally {
				await fresh.stop();
			}
		}
	});

	it('knows the hash of the request beforehand: RFC 8785 over the seven fields', async () => {
		const { body } = await renderer.postCover({ ...coverRequest, draft_id: 'hash-1' });
		const canonical =
			'{"category":"Consultation","draft_id":"hash-1","image_id":"consultation-v1",' +
			'"subtitle":"Three questions to bring along","template_version":"ff-square-0.1","title":"What the first visit is for","version":1}';
		expect(body.request_sha256).to.equal(createHash('sha256').update(canonical).digest('hex'));
	});

	it('reads key order, white space, escapes, 1.0 and another normal form as the same request', async () => {
		const text =
			'{"draft_id":"same-1","version":1,"template_version":"ff-square-0.1",' +
			'"title":"Caf\u00e9 d\u2019\u00e9t\u00e9","subtitle":"","category":"","image_id":"consultation-v1"}';
		const send = (body: string) => renderer.call('POST', '/v1/covers', { body, contentType: 'application/json; charset=utf-8' });
		const first = await send(text);
		expect(first.status).to.equal(201);
		for (const same of [
			JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()), null, 4),
			text.replace('Caf\u00e9', 'Caf\\u00e9').replace('"draft_id"', '"draft\\u005fid"'),
			text.replace('"version":1', '"version":1.0'),
			text.replace('"version":1', '"version":1e0'),
			text.normalize('NFD'),
		]) {
			const answer = await send(same);
			expect(answer.status, same).to.equal(200);
			expect(answer.body).to.deep.equal(first.body);
		}
	});

	it('refuses another request for the same version, whatever is different, and keeps the cover', async () => {
		const request = fresh();
		const { body: kept } = await renderer.postCover(request);
		for (const change of [
			{ title: 'Other' },
			{ subtitle: '' },
			{ category: 'consultation' },
			{ image_id: `sha256:${'0'.repeat(64)}` },
			{ title: 'x'.repeat(95) },
		]) {
			const answer = await renderer.postCover({ ...request, ...change });
			expect(answer.status, JSON.stringify(change)).to.equal(409);
			expect(answer.body).to.include({ code: 'version_conflict', retry: 'never' });
		}
		expect((await renderer.postCover({ ...request, version: 2, title: 'Other' })).status).to.equal(201);
		expect((await renderer.postCover(request)).body).to.deep.equal(kept);
	});

	it('draws on a stored image, and knows no other', async () => {
		const { body: image } = await renderer.postImage(await pngOf('#205080', 600, 400));
		expect((await renderer.postCover(fresh({ image_id: image.image_id }))).status).to.equal(201);
		const unknown = await renderer.postCover(fresh({ image_id: `sha256:${'1'.repeat(64)}` }));
		expect(unknown.status).to.equal(404);
		expect(unknown.body.code).to.equal('image_not_found');
	});

	it('does not draw on an image that was lost or altered, and says so', async () => {
		const { body: image } = await renderer.postImage(await pngOf('#ff1493', 300, 200));
		// The only thread takes this after it has prepared the image.
		expect((await renderer.postCover(fresh())).status).to.equal(201);
		writeFileSync(join(renderer.dataDir, 'assets', `${image.sha256}.png`), 'altered');
		for (const name of readdirSync(join(renderer.dataDir, 'derived'))) rmSync(join(renderer.dataDir, 'derived', name));
		// The thread still has the background in memory; other images push it out.
		for (const colour of ['#111', '#222', '#333', '#444', '#555', '#666', '#777', '#888']) await renderer.postImage(await pngOf(colour));
		const answer = await renderer.postCover(fresh({ image_id: image.image_id }));
		expect(answer.status).to.equal(503);
		expect(answer.body.code).to.equal('integrity_violation');
	});

	it('prepares an image again when what was derived from it is gone, torn or altered, with the same bytes', async () => {
		const { body: image } = await renderer.postImage(await pngOf('#8a2be2', 300, 200));
		const { body: first } = await renderer.postCover(fresh({ image_id: image.image_id }));
		const directory = join(renderer.dataDir, 'derived');
		const nameOfDerived = (): string => join(directory, String(readdirSync(directory).find((name) => name.startsWith(image.sha256))));
		for (const harm of [
			(path: string) => rmSync(path),
			(path: string) => writeFileSync(path, 'torn'),
			(path: string) => writeFileSync(path, Buffer.alloc(5_000_000)),
		]) {
			harm(nameOfDerived());
			const restarted = await startRenderer({ RENDERER_DATA_DIR: renderer.dataDir });
			const { status, body } = await restarted.postCover(fresh({ image_id: image.image_id }));
			await restarted.stop();
			expect(status).to.equal(201);
			expect(body.asset_id).to.equal(first.asset_id);
		}
	});

	it('draws a lost cover again instead of answering with one that is not there', async () => {
		const request = fresh();
		const { body } = await renderer.postCover(request);
		const file = join(renderer.dataDir, 'assets', `${body.asset_id}.png`);
		for (const harm of [() => rmSync(file), () => writeFileSync(file, 'altered')]) {
			harm();
			expect((await renderer.get(body.asset_path)).status).to.equal(503);
			const again = await renderer.postCover(request);
			expect(again.status).to.equal(200);
			expect(again.body).to.deep.equal(body);
			expect((await renderer.get(body.asset_path)).status).to.equal(200);
		}
	});

	it('keeps answering with the cover of an earlier template, and never passes a new one off for it', async () => {
		const request = fresh();
		const { body: made } = await renderer.postCover(request);
		const journal = new BetterSqlite(join(renderer.dataDir, 'journal.sqlite'));
		journal.prepare('update cover set template_fingerprint = ? where draft_id = ?').run('e'.repeat(64), request.draft_id);
		journal.close();
		const again = await renderer.postCover(request);
		expect(again.status).to.equal(200);
		expect(again.body).to.deep.equal({ ...made, template_fingerprint: 'e'.repeat(64) });
		rmSync(join(renderer.dataDir, 'assets', `${made.asset_id}.png`));
		const lost = await renderer.postCover(request);
		expect(lost.status).to.equal(503);
		expect(lost.body.code).to.equal('integrity_violation');
	});

	it('answers other routes while covers are being drawn', async function () {
		this.timeout(60_000);
		let drawn = 0;
		const covers = Array.from({ length: 300 }, async () => {
			const { status } = await renderer.postCover(fresh());
			drawn += 1;
			return status;
		});
		await Promise.race(covers);
		const [health, metrics, asset] = await Promise.all([
			renderer.get('/healthz'),
			renderer.get('/metrics'),
			renderer.get(`/v1/assets/${'0'.repeat(64)}.png`),
		]);
		expect([health.status, metrics.status, asset.status]).to.deep.equal([200, 200, 404]);
		expect(drawn, 'they did not wait for the covers').to.be.lessThan(300);
		expect(new Set(await Promise.all(covers))).to.deep.equal(new Set([201]));
	});

	it('says which text does not fit and frees the version for one that does', async () => {
		const request = fresh({ title: 'Wonderfully extraordinary circumstances notwithstanding characteristically heavyweight headline' });
		expect(request.title).to.have.length(95);
		const long = { ...request, title: 'W'.repeat(95) };
		const answer = await renderer.postCover(long);
		expect(answer.status).to.equal(422);
		expect(answer.body.code).to.equal('layout_overflow');
		expect(answer.body.errors[0].path).to.equal('title');
		expect((await renderer.postCover(fresh({ subtitle: 'W'.repeat(125) }))).body.code).to.equal('layout_overflow');
		expect((await renderer.postCover({ ...long, title: 'Short' })).status, 'the version was not taken').to.equal(201);
	});

	it('refuses a character that no font of the cover has, by its code point', async () => {
		const answer = await renderer.postCover(fresh({ title: 'A \u6f22 here' }));
		expect(answer.status).to.equal(422);
		expect(answer.body.code).to.equal('unsupported_character');
		expect(answer.body.errors[0].path).to.equal('title');
		expect(answer.body.errors[0].message).to.contain('U+6F22');
	});

	it('counts lengths in UTF-16 units, up to the last one', async () => {
		for (const [field, most] of [
			['title', 95],
			['subtitle', 125],
			['category', 45],
		] as const) {
			const over = await renderer.postCover(fresh({ [field]: '\u{1d4d0}'.repeat((most + 1) / 2) }));
			expect(over.body.errors[0], field).to.deep.equal({
				path: field,
				message: `Expected at most ${most} UTF-16 units but received ${most + 1}`,
			});
			expect(
				(await renderer.postCover(fresh({ [field]: 'i '.repeat(most).slice(0, most) }))).body.errors?.[0]?.message ?? '',
				field,
			).not.to.contain('UTF-16');
		}
		expect((await renderer.postCover(fresh({ version: 1_000_000 }))).status).to.equal(201);
		expect((await renderer.postCover(fresh({ version: 1_000_001 }))).status).to.equal(422);
		expect((await renderer.postCover({ ...coverRequest, draft_id: 'a'.repeat(80) })).status).to.equal(201);
		expect((await renderer.postCover({ ...coverRequest, draft_id: 'a'.repeat(81) })).status).to.equal(422);
	});

	it('renders once for 1,000 simultaneous identical requests', async function () {
		this.timeout(60_000);
		const request = fresh();
		const answers = await Promise.all(Array.from({ length: 1_000 }, () => renderer.postCover(request)));
		expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
		expect(answers.filter(({ status }) => status === 200)).to.have.length(999);
		expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).to.equal(1);
	});

	it('lets one of many simultaneous different requests for a version have it', async () => {
		const { draft_id } = fresh();
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, index) => renderer.postCover({ ...coverRequest, draft_id, title: `Title ${index}` })),
		);
		expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
		expect(answers.filter(({ status }) => status === 409)).to.have.length(39);
	});

	it('does not let a request that cannot be drawn take the version from one that can', async () => {
		const { draft_id } = fresh();
		const [cannot, can] = await Promise.all([
			renderer.postCover({ ...coverRequest, draft_id, title: 'W'.repeat(95) }),
			renderer.postCover({ ...coverRequest, draft_id }),
		]);
		expect(cannot.status).to.equal(422);
		expect(can.status).to.equal(201);
	});
});

/** Two renderers that share a journal and a store, and what else they need. */
const pairs: Record<string, (hook: Mocha.Context) => Promise<readonly [TestRenderer, TestRenderer]>> = {
	async 'one data directory'() {
		const one = await startRenderer();
		return [one, await startRenderer({ RENDERER_DATA_DIR: one.dataDir })];
	},
	async 'a journal on PostgreSQL and a directory for the files'(hook) {
		const RENDERER_DATABASE_URL = await (await sharedPostgres(hook)).createDatabase();
		const one = await startRenderer({ RENDERER_DATABASE_URL });
		return [one, await startRenderer({ RENDERER_DATABASE_URL, RENDERER_STORE: `file:${join(one.dataDir, 'assets')}` })];
	},
};

for (const [shared, open] of Object.entries(pairs)) {
	describe(`Two renderers that share ${shared}`, () => {
		let one: TestRenderer;
		let two: TestRenderer;
		before(async function () {
			[one, two] = await open(this);
		});
		after(async () => {
			await two?.stop();
			await one?.stop();
		});

		it('agree on who had a version, and draw it once each at most', async function () {
			this.timeout(60_000);
			for (let version = 1; version <= 5; version += 1) {
				const same = await Promise.all(
					Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).postCover({ ...coverRequest, version })),
				);
				expect(same.filter(({ status }) => status === 201)).to.have.length(1);
				expect(same.filter(({ status }) => status === 200)).to.have.length(19);
				const different = await Promise.all(
					Array.from({ length: 20 }, (_, index) =>
						(index % 2 === 0 ? one : two).postCover({ ...coverRequest, draft_id: 'other', version, title: `Title ${index}` }),
					),
				);
				expect(different.filter(({ status }) => status === 201)).to.have.length(1);
				expect(different.filter(({ status }) => status === 409)).to.have.length(19);
			}
			const drawn = async (renderer: TestRenderer): Promise<number> =>
				Number(/^renderer_phase_seconds_count\{phase="compose"\} (\d+)$/m.exec((await renderer.get('/metrics')).bytes.toString())?.[1]);
			for (const renderer of [one, two]) expect(await drawn(renderer)).to.be.at.most(10);
		});

		it("draw on each other's images and serve each other's covers", async () => {
			const { body: image } = await one.postImage(await pngOf('#0b6e4f', 300, 200));
			const { status, body: cover } = await two.postCover({ ...coverRequest, draft_id: 'shared', image_id: image.image_id });
			expect(status).to.equal(201);
			expect((await one.get(cover.asset_path)).bytes).to.have.length(cover.bytes);
			expect((await one.postCover({ ...coverRequest, draft_id: 'shared', image_id: image.image_id })).status).to.equal(200);
		});
	});
}
