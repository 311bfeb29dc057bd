import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect } from 'chai';
import { fastFolder } from '../../support/environment.ts';
import { coverRequest, pngOf } from '../../support/renderer.ts';
import { startRendererProcess } from '../../support/rendererProcess.ts';
import { until } from '../../support/until.ts';

/** In the order in which they are passed. */
const IMPORT_POINTS = [
	'import.judged',
	'import.temp_opened',
	'import.temp_written',
	'import.temp_synced',
	'import.renamed',
	'import.stored',
	'import.journalled',
];
const COVER_POINTS = [
	'cover.rendered',
	'cover.temp_opened',
	'cover.temp_written',
	'cover.temp_synced',
	'cover.renamed',
	'cover.stored',
	'cover.journalled',
];

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Looks at what a killed renderer left, with nobody running: what the journal promises must be there, and whole. */
function expectSoundState(dataDir: string): void {
	const assets = join(dataDir, 'assets');
	for (const name of readdirSync(assets)) {
		if (name.startsWith('.tmp-')) continue;
		expect(`${sha256Of(readFileSync(join(assets, name)))}.png`, 'a visible file is whole').to.equal(name);
	}
	const journal = new BetterSqlite(join(dataDir, 'journal.sqlite'), { readonly: true });
	try {
		for (const { asset_id: assetId, bytes } of journal.prepare('select asset_id, bytes from asset').all() as {
			asset_id: string;
			bytes: number;
		}[]) {
			expect(readFileSync(join(assets, `${assetId}.png`)), 'a journalled file is there').to.have.length(bytes);
		}
	} finally {
		journal.close();
	}
}

describe('A renderer that is killed', function () {
	this.timeout(60_000);
	let dataDir: string;
	beforeEach(() => {
		dataDir = mkdtempSync(join(fastFolder(), 'copydesk-crash-'));
	});
	afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

	const leftovers = (): string[] => readdirSync(join(dataDir, 'assets')).filter((name) => name.startsWith('.'));

	for (const point of IMPORT_POINTS) {
		it(`at ${point} leaves a whole image or none, and takes it again after the start`, async () => {
			const png = await pngOf('#c0ffee', 160, 120);
			const doomed = await startRendererProcess(dataDir, { COPYDESK_FAULT_POINT: point });
			await doomed.postImage(png).then(
				() => expect.fail('it answered'),
				() => undefined,
			);
			expect(await doomed.ended).to.equal('SIGKILL');
			expectSoundState(dataDir);

			const next = await startRendererProcess(dataDir);
			expect(leftovers(), 'leftovers are swept at start').to.deep.equal([]);
			const again = await next.postImage(png);
			expect(again.status).to.equal(point === 'import.journalled' ? 200 : 201);
			expect((await next.get(again.body.asset_path)).bytes.equals(png)).to.equal(true);
			expect(await next.stop()).to.equal(0);
			expectSoundState(dataDir);
		});
	}

	for (const point of COVER_POINTS) {
		it(`at ${point} leaves a whole cover or none, frees the version, and makes it after the start`, async () => {
			const doomed = await startRendererProcess(dataDir, { COPYDESK_FAULT_POINT: point });
			await doomed.postCover(coverRequest).then(
				() => expect.fail('it answered'),
				() => undefined,
			);
			expect(await doomed.ended).to.equal('SIGKILL');
			expectSoundState(dataDir);

			const next = await startRendererProcess(dataDir);
			expect(leftovers(), 'leftovers are swept at start').to.deep.equal([]);
			const again = await next.postCover(coverRequest);
			expect(again.status).to.equal(point === 'cover.journalled' ? 200 : 201);
			expect(sha256Of((await next.get(again.body.asset_path)).bytes)).to.equal(again.body.asset_id);
			expect((await next.postCover({ ...coverRequest, title: 'Other' })).status).to.equal(409);
			expect(await next.stop()).to.equal(0);
			expectSoundState(dataDir);
		});
	}

	for (const point of ['derived.temp_written', 'derived.renamed']) {
		it(`at ${point}, on what only saves time, has no effect on the image`, async () => {
			const png = await pngOf('#c0ffee', 160, 120);
			const doomed = await startRendererProcess(dataDir, { COPYDESK_FAULT_POINT: point });
			await doomed.postImage(png).catch(() => undefined);
			expect(await doomed.ended).to.equal('SIGKILL');
			expectSoundState(dataDir);
			const next = await startRendererProcess(dataDir);
			const { body: image } = await next.postImage(png);
			expect((await next.postCover({ ...coverRequest, image_id: image.image_id })).status).to.equal(201);
			expect(await next.stop()).to.equal(0);
			expectSoundState(dataDir);
		});
	}

	it('frees its version at once for another one that runs already', async () => {
		const heir = await startRendererProcess(dataDir);
		const killed = await startRendererProcess(dataDir, { COPYDESK_FAULT_POINT: 'cover.temp_written' });
		await killed.postCover(coverRequest).catch(() => undefined);
		expect(await killed.ended).to.equal('SIGKILL');
		expect((await heir.postCover(coverRequest)).status).to.equal(201);
		expect(await heir.stop()).to.equal(0);
		expectSoundState(dataDir);
	});

	it('in the middle of many requests keeps every cover it answered for', async () => {
		const doomed = await startRendererProcess(dataDir, { COPYDESK_FAULT_POINT: 'cover.stored#25' });
		const answered: { draft_id: string; asset_id: string }[] = [];
		await Promise.all(
			Array.from({ length: 40 }, async (_, index) => {
				const answer = await doomed
					.postCover({ ...coverRequest, draft_id: `draft-${index}`, title: `Title ${index}` })
					.catch(() => undefined);
				if (answer !== undefined) answered.push(answer.body);
			}),
		);
		expect(await doomed.ended).to.equal('SIGKILL');
		expectSoundState(dataDir);
		const next = await startRendererProcess(dataDir);
		for (const { draft_id, asset_id } of answered) {
			const again = await next.postCover({ ...coverRequest, draft_id, title: `Title ${draft_id.slice('draft-'.length)}` });
			expect([again.status, again.body.asset_id]).to.deep.equal([200, asset_id]);
		}
		expect(answered.length).to.be.greaterThan(0);
		expect(await next.stop()).to.equal(0);
	});
});

describe('A renderer that is told to stop', function () {
	this.timeout(30_000);
	it('answers what it has begun and leaves in order', async () => {
		const dataDir = mkdtempSync(join(fastFolder(), 'copydesk-stop-'));
		try {
			const renderer = await startRendererProcess(dataDir);
			let answered = 0;
			const underWay = Array.from({ length: 20 }, async (_, index) => {
				const { status } = await renderer.postCover({ ...coverRequest, version: index + 1 });
				answered += 1;
				return status;
			});
			// What has not reached the renderer by then it has not begun. While covers wait, its thread has one too.
			await until(async () => {
				const waiting = Number(/^renderer_queue_depth (\d+)$/m.exec((await renderer.get('/metrics')).bytes.toString())?.[1]);
				return waiting > 0 && answered + waiting + 1 >= underWay.length;
			});
			const stopped = renderer.stop();
			expect(await Promise.all(underWay)).to.deep.equal(Array(20).fill(201));
			expect(await stopped).to.equal(0);
			expectSoundState(dataDir);
		} finally {
			rmSync(dataDir, { recursive: true, force: true });
		}
	});

	for (const [wrong, env] of [
		['a short key', { RENDERER_API_KEY: 'short' }],
		['a wrong store', { RENDERER_STORE: 'ftp://x' }],
		['no cores', { RENDERER_CONCURRENCY: '0' }],
	] as const) {
		it(`does not start with ${wrong}, and says which variable is wrong`, async () => {
			const dataDir = mkdtempSync(join(fastFolder(), 'copydesk-wrong-'));
			try {
				const error = await startRendererProcess(dataDir, env).then(
					() => expect.fail('it started'),
					(reason: Error) => reason,
				);
				expect(error.message).to.contain('ended with 1').and.to.contain(Object.keys(env)[0]);
			} finally {
				rmSync(dataDir, { recursive: true, force: true });
			}
		});
	}
});
