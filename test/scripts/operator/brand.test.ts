import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { readLogoFile } from '../../../scripts/operator/logo.ts';
import { openDatabase } from '@copydesk/kit/database/open';
import { templateFor, templateNow } from '../../../services/collaboration/src/settings/coverStyle.ts';
import { newSetup, operator, startService, type Setup } from '../../support/collaborationProcess.ts';
import { startFakeMessenger, type FakeMessenger } from '../../support/messenger.ts';
import { RENDERER_KEY, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('operator brand', function () {
	this.timeout(120_000);
	let renderer: TestRenderer;
	let messenger: FakeMessenger;
	let setup: Setup;
	const folder = mkdtempSync(join(tmpdir(), 'copydesk-brand-'));
	const run = (...args: string[]) => operator(setup.env, 'brand', ...args);
	const fileOf = (name: string, content: string | Buffer): string => {
		writeFileSync(join(folder, name), content);
		return join(folder, name);
	};
	const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${inside}</svg>`;
	const anchor = '<circle cx="20" cy="20" r="16" fill="#ffffff"/><rect x="44" y="12" width="70" height="16" fill="#f4d35e"/>';

	before(async () => {
		renderer = await startRenderer();
		messenger = await startFakeMessenger();
		setup = newSetup(messenger.url, {
			MAIN_WEBHOOK_URL: 'http://127.0.0.1:9/webhook/copydesk',
			MAIN_WEBHOOK_SECRET: 'the-secret',
			RENDERER_URL: renderer.url,
			RENDERER_API_KEY: RENDERER_KEY,
		});
		await (await startService(setup.env)).stop();
	});
	after(async () => {
		await renderer.stop();
		await messenger.close();
		setup.remove();
		rmSync(folder, { recursive: true });
	});

	const seen = async <T>(look: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> => {
		const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] ?? '');
		try {
			return await look(db);
		} finally {
			await db.close();
		}
	};

	it('sets a logo, two colours and a name, which new drafts wear, shows them on a sheet, and takes them off', async () => {
		const logo = fileOf('logo.svg', svg(anchor));
		const set = await run('set', '--logo', logo, '--accent', '#c0392b', '--panel', '#14213d', '--name', 'Harbour News', '--json');
		expect(set.code, set.complaint).to.equal(0);
		const { brand_id } = JSON.parse(set.output) as { brand_id: string };
		expect(await seen((db) => templateFor(db, 'panel'))).to.equal(`panel@${brand_id}`);
		expect(await seen(templateNow), 'nobody chose a template').to.equal(`panel@${brand_id}`);

		const file = join(folder, 'sheet.png');
		const show = await run('show', '--to', file);
		expect(show.code, show.complaint).to.equal(0);
		expect(show.output).to.include('Harbour News').and.to.include('#c0392b');
		expect(await sharp(file).metadata()).to.include({ format: 'png', width: 5 * 376 + 16, height: 9 * 376 + 16 });

		const again = await run('set', '--logo', logo, '--accent', '#c0392b', '--panel', '#14213d', '--name', 'Harbour News', '--json');
		expect(JSON.parse(again.output)).to.deep.equal(JSON.parse(set.output));

		const unasked = await run('reset');
		expect([unasked.code, unasked.complaint.includes('Nothing was done')], 'it asks first').to.deep.equal([1, true]);
		expect((await run('reset', '--yes')).code).to.equal(0);
		expect(await seen((db) => templateFor(db, 'panel'))).to.equal('panel');
	});

	it('refuses colours and logos that cannot be read, with the ratio and the nearest colour that works, and sets nothing', async () => {
		const grey = await run('set', '--panel', '#777777');
		expect(grey.code).to.equal(1);
		expect(grey.complaint).to.match(/--panel: .*4\.\d : 1; the nearest colour that works is #[0-9a-f]{6}/);
		const dark = await run(
			'set',
			'--panel',
			'#14213d',
			'--logo',
			fileOf('dark.svg', svg('<rect width="100" height="30" fill="#101820"/>')),
		);
		expect(dark.complaint).to.match(/--logo: .* : 1; the nearest panel that works is #[0-9a-f]{6}/);
		expect(await seen((db) => templateFor(db, 'panel'))).to.equal('panel');
	});

	const refusalOf = (content: string | Buffer): Promise<string> =>
		readLogoFile(fileOf('logo', content)).then(
			() => 'taken',
			(error: Error) => error.message,
		);

	it('refuses an SVG that is more than a drawing, and files that are none', async () => {
		for (const inside of [
			'<script>1</script>',
			'<image href="x.png"/>',
			'<use href="https://elsewhere.example/a.svg#b"/>',
			'<use xlink:href="file:///etc/passwd"/>',
			'<rect fill="url(https://elsewhere.example/a)"/>',
			'<style>@import "https://elsewhere.example/a.css";</style>',
			'<rect onload="x()"/>',
			'<foreignObject/>',
		]) {
			expect(await refusalOf(svg(anchor + inside)), inside).to.include('Expected an SVG that is a drawing and nothing else');
		}
		expect(await refusalOf(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg(anchor)}`)).to.include('a document type');
		expect(await refusalOf(svg(anchor.repeat(4_000)))).to.include('at most 262144 bytes');
		expect(await refusalOf('no picture')).to.include('to be an SVG or a PNG picture');
		expect(await refusalOf(svg('<g></svg'))).to.include('could not be drawn');
		const absent = await run('set', '--logo', join(folder, 'absent.svg'));
		expect([absent.code, absent.complaint]).to.deep.equal([2, `There is no file ${join(folder, 'absent.svg')}\n`]);
		expect((await run('set', '--accent', 'red')).code).to.equal(2);
		expect((await run('set')).code).to.equal(2);
		expect(existsSync(join(folder, 'brand.png'))).to.equal(false);
	});

	it('refuses a PNG that is too small, too large or transparent by what is wrong with it, and cuts an empty margin off', async () => {
		const picture = (width: number, height: number, alpha = 1) =>
			sharp({ create: { width, height, channels: 4, background: { r: 255, g: 255, b: 255, alpha } }, limitInputPixels: false });
		expect(await refusalOf(await picture(1, 1).png().toBuffer())).to.match(/a side of at least 64 pixels but .* has 1 × 1$/);
		expect(await refusalOf(await picture(5_000, 4_000).png().toBuffer())).to.match(/at most 16 million pixels but .* has 5000 × 4000$/);
		expect(await refusalOf(await picture(200, 100, 0).png().toBuffer())).to.match(/can be seen but .* is transparent$/);
		expect(await refusalOf(svg(''))).to.match(/can be seen but .* is transparent$/);
		const clear = { r: 0, g: 0, b: 0, alpha: 0 };
		const spacious = picture(200, 100).extend({ top: 300, bottom: 300, left: 300, right: 300, background: clear });
		const kept = Buffer.from(await readLogoFile(fileOf('spacious.png', await spacious.png().toBuffer())), 'base64');
		expect(await sharp(kept).metadata()).to.include({ width: 200, height: 100 });
	});

	it('takes a flat banner with a ground of its own on any panel', async () => {
		const banner = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="60"><rect width="1000" height="60" fill="#ffffff"/>';
		const logo = fileOf('banner.svg', `${banner}<rect x="300" y="20" width="400" height="20" fill="#14213d"/></svg>`);
		const set = await run('set', '--panel', '#ffffff', '--accent', '#c0392b', '--logo', logo);
		expect(set.code, set.complaint).to.equal(0);
		expect((await run('reset', '--yes')).code).to.equal(0);
	});

	it('names the fonts that there are, and a font file that is none', async () => {
		const unknown = await run('set', '--font', 'Comic Sans');
		expect(unknown.code).to.equal(1);
		expect(unknown.complaint).to.include('--font: ').and.to.include('Source Serif');
		const torn = await run('set', '--font', fileOf('torn.ttf', 'no font'));
		expect(torn.complaint).to.include('--font: Expected a TrueType or OpenType font with letters and digits');
		expect(await seen((db) => templateFor(db, 'panel'))).to.equal('panel');
	});
});
