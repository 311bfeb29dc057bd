import { expect } from 'chai';
import sharp from 'sharp';
import { readFontFile } from '../../../services/renderer/src/fonts/files.ts';
import { coverRequest, startRenderer, type TestRenderer } from '../../support/renderer.ts';

const logoOf = async (colour: string, alpha = 1): Promise<string> => {
	const { data } = await sharp({ create: { width: 200, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 - alpha } } })
		.composite([{ input: Buffer.from(`<svg width="200" height="80"><circle cx="60" cy="40" r="36" fill="${colour}"/></svg>`) }])
		.ensureAlpha()
		.png({ palette: false })
		.toBuffer({ resolveWithObject: true });
	return data.toString('base64');
};

describe('POST /v1/brands', function () {
	this.timeout(60_000);
	let renderer: TestRenderer;
	before(async () => (renderer = await startRenderer({ RENDERER_CONCURRENCY: '2' })));
	after(() => renderer.stop());

	const plain = { name: 'Harbour News', panel: '#14213d', accent: '#c0392b', font: null, font_file: null, logo: null };
	const keep = (brand: object) =>
		renderer.call('POST', '/v1/brands', { body: JSON.stringify({ ...plain, ...brand }), contentType: 'application/json' });
	const coverIn = (template_version: string, draft_id: string) => renderer.postCover({ ...coverRequest, template_version, draft_id });
	const refusalOf = async (brand: object): Promise<{ path: string; message: string }> => {
		const { status, body } = await keep(brand);
		expect(status, JSON.stringify(brand).slice(0, 100)).to.equal(422);
		expect(body.errors).to.have.length(1);
		return body.errors[0];
	};

	it('is kept under its content, and worn by covers for ever, on every thread and after a restart of them', async () => {
		const first = await keep({});
		expect(first.status).to.equal(201);
		const again = await keep({});
		expect([again.status, again.body]).to.deep.equal([200, first.body]);
		const id = first.body.brand_id as string;
		const sums = new Set<string>();
		for (const template of ['panel', 'full', 'frame', 'words', 'news']) {
			const branded = await coverIn(`${template}@${id}`, `${template}-branded`);
			expect(branded.status, template).to.equal(201);
			sums.add(branded.body.asset_id).add((await coverIn(template, `${template}-plain`)).body.asset_id);
			expect((await coverIn(`${template}@${id}`, `${template}-branded`)).body).to.deep.equal(branded.body);
		}
		expect(sums).to.have.property('size', 10);
		const other = await startRenderer({ RENDERER_DATA_DIR: renderer.dataDir });
		try {
			const elsewhere = await other.postCover({ ...coverRequest, template_version: `panel@${id}`, draft_id: 'elsewhere' });
			const here = await coverIn(`panel@${id}`, 'panel-branded');
			expect(elsewhere.body.asset_id).to.equal(here.body.asset_id);
			const check = { ...coverRequest, template_version: `frame@${id}` };
			const fits = await other.call('POST', '/v1/covers/check', { body: JSON.stringify(check), contentType: 'application/json' });
			expect(fits.status).to.equal(200);
		} finally {
			await other.stop();
		}
		// It is no picture, and is not given out as one.
		expect((await renderer.get(`/v1/assets/${id}.png`)).status).to.equal(404);
	});

	it('shows its logo, its colours and its font', async () => {
		const font_file = Buffer.from(readFontFile('subtitleFallback')).toString('base64');
		const bodies = await Promise.all([{}, { logo: await logoOf('#ffffff') }, { font: 'Noto Serif' }, { font_file }].map(keep));
		const covers = await Promise.all(bodies.map(({ body }, i) => coverIn(`panel@${body.brand_id}`, `look-${i}`)));
		expect(new Set(covers.map(({ body }) => body.asset_id))).to.have.property('size', 4);
		const { data, info } = await sharp((await renderer.get(covers[0]!.body.asset_path)).bytes)
			.raw()
			.toBuffer({ resolveWithObject: true });
		expect([...data.subarray((1070 * info.width + 10) * 3).subarray(0, 3)]).to.deep.equal([0x14, 0x21, 0x3d]);
	});

	it('shows a name in any script that titles have, refuses one that no font has, and takes a blank one for none', async () => {
		const assetOf = async (name: string) => {
			const { status, body } = await keep({ name });
			expect(status, name).to.equal(201);
			const cover = await coverIn(`panel@${body.brand_id}`, `name-${body.brand_id.slice(0, 8)}`);
			expect(cover.status, name).to.equal(201);
			return cover.body.asset_id;
		};
		const names = ['', ' ', 'أخبار', 'חדשות', '港湾', '뉴스', 'ข่าวท่าเรือ'];
		const assets: string[] = [];
		for (const name of names) assets.push(await assetOf(name));
		expect(assets[1]).to.equal(assets[0]);
		expect(new Set(assets)).to.have.property('size', names.length - 1);
		for (const [name, sign] of [
			['News 👍', '👍 U+1F44D'],
			['𝐇arbour', '𝐇 U+1D407'],
		] as const)
			expect(await refusalOf({ name })).to.deep.equal({ path: 'name', message: `the cover's fonts have no letter for ${sign}` });
	});

	it('is refused with the ratio and the nearest colour that works', async () => {
		const grey = await refusalOf({ panel: '#777777' });
		expect(grey.path).to.equal('panel');
		expect(grey.message).to.match(/4\.5 : 1 .* #777777 has 4\.[0-4] : 1; the nearest colour that works is #[0-9a-f]{6}$/);
		const works = /#[0-9a-f]{6}$/.exec(grey.message)![0];
		expect((await keep({ panel: works, accent: '#ffdd00' })).status).to.be.oneOf([200, 201]);

		const alike = await refusalOf({ accent: '#16233f' });
		expect(alike).to.have.property('path', 'accent');
		expect(alike.message).to.match(/1\.0 : 1; the nearest colour that works is #[0-9a-f]{6}$/);

		const dark = await refusalOf({ logo: await logoOf('#1a2a4a') });
		expect(dark).to.have.property('path', 'logo');
		expect(dark.message).to.match(/has 1\.\d : 1; the nearest panel that works is #[0-9a-f]{6}$/);

		const faint = await refusalOf({ panel: '#5a5a5a', accent: '#ffdd00', logo: await logoOf('rgba(255,255,255,0.51)') });
		expect(faint.message).to.match(/has 3\.\d : 1; the nearest panel that works is #[0-9a-f]{6}$/);
		const ghost = await refusalOf({ logo: await logoOf('rgba(119,119,119,0.51)') });
		expect(ghost.message).to.match(/has \d\.\d : 1; no panel works, so change the logo$/);
	});

	it('is refused when the logo is no picture or the font is no font', async () => {
		expect(await refusalOf({ logo: Buffer.from('no picture').toString('base64') })).to.include({ path: 'logo' });
		const grey = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#fff' } })
			.png()
			.toBuffer();
		expect(await refusalOf({ logo: grey.toString('base64') })).to.include({ path: 'logo' });
		for (const bytes of [Buffer.from('no font at all'), Buffer.concat([Buffer.from('00010000', 'hex'), Buffer.alloc(200, 7)])])
			expect(await refusalOf({ font_file: bytes.toString('base64') })).to.include({ path: 'font_file' });
		expect(await refusalOf({ accent: 'red' })).to.include({ path: 'accent' });
	});

	it('has to be stored before a cover wears it', async () => {
		const unknown = await coverIn(`panel@${'0'.repeat(64)}`, 'unknown');
		expect([unknown.status, unknown.body.errors[0].path]).to.deep.equal([422, 'template_version']);
		expect((await coverIn(`ff-square-0.1@${'0'.repeat(64)}`, 'classic')).status).to.equal(422);
	});
});
