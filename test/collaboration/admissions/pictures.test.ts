import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MAX_KEPT_PICTURES, PICTURE_KEPT_FOR_MS } from '@copydesk/collaboration/admissions/pictures';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	SERVICE_KEY,
	begin,
	collaborationApi,
	openDesk,
	press,
	stateOf,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

/** As much of a PNG as is looked at before it is kept. @param fill what tells one from another */
function picture(fill = 0): Buffer {
	const bytes = Buffer.alloc(100, fill);
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]).copy(bytes);
	bytes.writeUInt32BE(1536, 16);
	bytes.writeUInt32BE(1024, 20);
	return bytes;
}

describeOnEachEngine('A paid picture that could not be stored', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	interface Paid {
		readonly _svc: string;
		readonly admissionId: string;
		readonly draft_key: string;
		readonly version: number;
	}

	const authorize = async (_svc: string, purpose = 'illustration') =>
		(await desk.post('/authorize', { _svc, purpose, target: 'images' })).body.admission_id as string;

	/** A draft with a text, and an illustration that was admitted. */
	async function paid(from = EDITOR): Promise<Paid> {
		const { _svc } = (await begin(desk, from)) as { _svc: string };
		const { draft_key, version } = (await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Trains' } })).body
			.material;
		const patch = { title: 'Trains', subtitle: '', body: 'They run.', caption: 'They run.', image_prompt: 'A train' };
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_generating', to: 'text_preparing', patch });
		return { _svc, draft_key, version, admissionId: await authorize(_svc) };
	}

	async function ask(method: 'GET' | 'PUT', { admissionId, _svc }: Pick<Paid, 'admissionId' | '_svc'>, bytes?: Buffer, type = 'image/png') {
		const response = await fetch(`${desk.url}/admissions/${admissionId}/result`, {
			method,
			headers: { 'x-copydesk-key': SERVICE_KEY, 'x-copydesk-context': _svc, ...(bytes === undefined ? {} : { 'content-type': type }) },
			...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
		});
		const got = Buffer.from(await response.arrayBuffer());
		const isJson = (response.headers.get('content-type') ?? '').includes('json');
		collaborationApi.check({
			method,
			path: new URL(response.url).pathname,
			status: response.status,
			headers: response.headers,
			...(isJson ? { body: JSON.parse(got.toString()) as unknown } : {}),
			bodyBytes: got.length,
		});
		return { status: response.status, bytes: got, body: isJson ? JSON.parse(got.toString()) : undefined };
	}

	const put = (of: Pick<Paid, 'admissionId' | '_svc'>, bytes = picture()) => ask('PUT', of, bytes);
	const onDisk = () => readdirSync(desk.picturesDir).sort();

	it('is kept for a person who was disabled while it was drawn, with what it cost, and nothing else is taken from them', async () => {
		const at = await paid();
		await desk.setEditor(false);
		expect((await ask('PUT', at, picture())).status).to.equal(201);
		expect(await stateOf(desk, at)).to.include({ kept_admission_id: at.admissionId });
		const { _svc, admissionId: admission_id, draft_key, version } = at;
		const spend = { model: 'm', input_tokens: 1, output_tokens: 1, pictures: 1 };
		expect((await desk.post('/admissions/note', { _svc, admission_id, ...spend })).body).to.deep.equal({ noted: true });
		const same = { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing' };
		for (const refused of [
			await ask('GET', at),
			await desk.post('/authorize', { _svc, purpose: 'image_import', target: 'images' }),
			await desk.post('/materials/advance', { ...same, patch: { title: 'Trams' } }),
			await desk.post('/materials/advance', { ...same, to: 'rejected', patch: {} }),
		])
			expect(refused.status).to.equal(403);
	});

	it('is given back byte for byte, to the other person too, and the version says where it is', async () => {
		const of = await paid();
		expect(await put(of, picture(7))).to.deep.include({ status: 201 });
		expect((await stateOf(desk, of))['kept_admission_id']).to.equal(of.admissionId);
		const { _svc } = (await begin(desk, OWNER, `/resume ${of.draft_key}`)) as { _svc: string };
		const back = await ask('GET', { admissionId: of.admissionId, _svc });
		expect(back.status).to.equal(200);
		expect(back.bytes.equals(picture(7))).to.equal(true);
		expect(onDisk()).to.deep.equal([`${of.admissionId}.png`]);
		expect(statSync(join(desk.picturesDir, `${of.admissionId}.png`)).mode & 0o777, 'for nobody else').to.equal(0o600);
	});

	it('is kept once: the same again changes nothing, and another one is refused', async () => {
		const of = await paid();
		await put(of);
		expect((await put(of)).status).to.equal(200);
		const other = await put(of, picture(9));
		expect([other.status, other.body.code]).to.deep.equal([409, 'result_conflict']);
		expect((await ask('GET', of)).bytes.equals(picture())).to.equal(true);
	});

	it('counts as stored: an event whose picture is kept may be run again by itself', async () => {
		const of = await paid();
		const open = () => desk.service.db.query('select admission_id from admission where paid = 1 and settled_at_ms is null');
		expect(await open()).to.have.length(1);
		await put(of);
		expect(await open()).to.deep.equal([]);
	});

	it('is taken only under the event that it was admitted for, and only as an illustration', async () => {
		const of = await paid();
		const other = await paid(OWNER);
		const text = await authorize(of._svc, 'text_generate');
		for (const wrong of [
			{ admissionId: of.admissionId, _svc: other._svc },
			{ admissionId: text, _svc: of._svc },
			{ admissionId: 'a_none', _svc: of._svc },
		]) {
			const { status, body } = await put(wrong);
			expect([status, body.code]).to.deep.equal([404, 'admission_not_found']);
		}
		expect(onDisk()).to.deep.equal([]);
	});

	it('is for participants alone: without a valid context nothing is stored and nothing is read', async () => {
		const of = await paid();
		await put(of);
		for (const method of ['GET', 'PUT'] as const) {
			const { status, body } = await ask(method, { ...of, _svc: 'x.y.z' }, method === 'PUT' ? picture() : undefined);
			expect([method, status, body.code]).to.deep.equal([method, 401, 'context_invalid']);
		}
		await desk.setEditor(false);
		expect((await ask('GET', of)).body.code).to.equal('participant_inactive');
	});

	it('has to be a PNG of at most 10 MiB, and of any size: it was paid for', async () => {
		const of = await paid();
		expect((await put(of, Buffer.alloc(100))).body.code).to.equal('invalid_image');
		expect((await ask('PUT', of, picture(), 'image/gif')).status).to.equal(415);
		expect((await put(of, Buffer.concat([picture(), Buffer.alloc(10_485_760)]))).status).to.equal(413);
		expect(onDisk()).to.deep.equal([]);
		const small = picture();
		small.writeUInt32BE(64, 16);
		expect((await put(of, small)).status).to.equal(201);
	});

	const drawn = (width = 1536, height = 1024) => sharp({ create: { width, height, channels: 3, background: '#225588' } });

	it('is kept as a PNG if it is a JPEG or a WebP, whatever its type says; the same again changes nothing', async () => {
		const files = { jpeg: await drawn().jpeg().toBuffer(), webp: await drawn().webp().toBuffer() };
		for (const [type, file] of [
			['image/jpeg', files.jpeg],
			['image/webp', files.webp],
			['image/png', files.jpeg],
			['image/jpeg', files.webp],
		] as const) {
			const of = await paid();
			const kept = await ask('PUT', of, file, type);
			const { bytes } = await ask('GET', of);
			const { format, width, height } = await sharp(bytes).metadata();
			expect([kept.status, kept.body.bytes, format, width, height]).to.deep.equal([201, bytes.length, 'png', 1536, 1024]);
			expect((await ask('PUT', of, file, type)).status).to.equal(200);
		}
	});

	it('is refused if it is no picture, or has too many pixels: a JPEG that breaks off, a GIF, a bomb', async () => {
		const of = await paid();
		const jpeg = await drawn().jpeg().toBuffer();
		// The length and the width of its frame header say 65,500 pixels each.
		const bomb = Buffer.from(jpeg);
		bomb.writeUInt32BE(0xffdcffdc, bomb.indexOf(Buffer.from([0xff, 0xc0])) + 5);
		const refused: readonly (readonly [bytes: Buffer, type: string, why: string])[] = [
			[jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 'unreadable'],
			[Buffer.concat([jpeg.subarray(0, 200), Buffer.alloc(2_000, 7)]), 'image/jpeg', 'unreadable'],
			[await drawn(600, 40).webp().toBuffer(), 'image/webp', 'image_wrong_size'],
			[bomb, 'image/jpeg', 'image_wrong_size'],
			[await drawn().gif().toBuffer(), 'image/webp', 'image_not_png'],
		];
		for (const [bytes, type, why] of refused) {
			const { status, body } = await ask('PUT', of, bytes, type);
			expect([status, body.code, body.errors?.[0]?.path]).to.deep.equal([422, 'invalid_image', why]);
		}
		expect((await ask('PUT', of, jpeg, 'image/gif')).status).to.equal(415);
		expect(onDisk()).to.deep.equal([]);
	});

	it('is nothing that a service entry asks for', async () => {
		const of = await paid();
		await put(of);
		const { _svc } = (await desk.post('/internal', { action: 'context', entry: 'daily_offer' })).body;
		for (const method of ['GET', 'PUT'] as const) {
			const { status, body } = await ask(method, { ...of, _svc: String(_svc) }, method === 'PUT' ? picture() : undefined);
			expect([method, status, body.code]).to.deep.equal([method, 403, 'role_forbids']);
		}
	});

	it('is 404 under an admission that nothing is kept for', async () => {
		const { status, body } = await ask('GET', await paid());
		expect([status, body.code]).to.deep.equal([404, 'result_not_found']);
	});

	it('is never given back changed', async () => {
		const of = await paid();
		await put(of);
		writeFileSync(join(desk.picturesDir, `${of.admissionId}.png`), picture(5));
		const { status, body } = await ask('GET', of);
		expect([status, body.code]).to.deep.equal([503, 'integrity_violation']);
	});

	it('is removed when the cover of its version is recorded', async () => {
		const of = await paid();
		await put(of);
		await desk.service.tick();
		expect(onDisk()).to.have.length(1);
		const at = { draft_key: of.draft_key, version: of.version, from: 'text_preparing', to: 'text_preparing' };
		await desk.post('/materials/advance', { _svc: of._svc, ...at, patch: { source_image_id: IMAGE_ID } });
		await desk.service.tick();
		expect(onDisk(), 'the cover can still fail').to.have.length(1);
		expect((await ask('GET', of)).status, 'imported or not').to.equal(200);
		await desk.post('/materials/advance', { _svc: of._svc, ...at, patch: { cover_asset_id: COVER_ID } });
		expect((await ask('GET', of)).body.code, 'at once').to.equal('result_not_found');
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([]);
	});

	it('is kept until then beside another one of its version, and when its version has a picture already', async () => {
		const of = await paid();
		const second = { ...of, admissionId: await authorize(of._svc) };
		await put(of);
		await put(second, picture(9));
		const late = await paid(OWNER);
		const patched = ({ _svc, draft_key, version }: Paid, patch: object) =>
			desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch });
		await patched(late, { source_image_id: IMAGE_ID });
		await put(late);
		await desk.service.tick();
		expect(await Promise.all([of, second, late].map(async (each) => (await ask('GET', each)).status))).to.deep.equal([200, 200, 200]);
		for (const each of [of, late]) await patched(each, { source_image_id: IMAGE_ID, cover_asset_id: COVER_ID });
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([]);
	});

	it('is removed when its draft is dropped', async () => {
		const dropped = await paid();
		await put(dropped);
		const { draft_key, version } = dropped;
		const at = { draft_key, version, from: 'text_preparing', to: 'text_preparing' };
		await desk.post('/materials/advance', { ...at, _svc: dropped._svc, patch: { error_code: 'interrupted', error_stage: 'cover' } });
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([`${dropped.admissionId}.png`]);
		const { _svc } = (await press(desk, EDITOR, dropped, 'drop_anyway')) as { _svc: string };
		expect((await desk.post('/materials/advance', { ...at, _svc, to: 'rejected' })).status).to.equal(200);
		expect(await ask('GET', { admissionId: dropped.admissionId, _svc })).to.include({ status: 404 });
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([]);
	});

	it('is removed after 30 days, to the millisecond', async () => {
		const of = await paid();
		await put(of);
		desk.clock.nowMs += PICTURE_KEPT_FOR_MS;
		await desk.service.tick();
		expect(onDisk()).to.have.length(1);
		desk.clock.nowMs += 1;
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([]);
	});

	it('leaves nothing behind that has no row, once its writer must be gone', async () => {
		await put(await paid());
		const [kept = ''] = onDisk();
		for (const name of ['a_orphan.png', '.a_half-1-1']) {
			writeFileSync(join(desk.picturesDir, name), 'x');
			await desk.service.tick();
			expect(onDisk(), 'somebody may be writing it').to.include(name);
			utimesSync(join(desk.picturesDir, name), 1, 1);
		}
		utimesSync(join(desk.picturesDir, kept), 1, 1);
		await desk.service.tick();
		expect(onDisk()).to.deep.equal([kept]);
	});

	it('is refused as busy when very many are kept', async () => {
		const of = await paid();
		const { db } = desk.service;
		for (let n = 0; n < MAX_KEPT_PICTURES; n += 1) {
			await db.query(
				`insert into admission (admission_id, event_key, actor_user_id, purpose, target, paid, at_ms)
					select $1, event_key, 1, 'x', 'x', 0, 1 from event limit 1`,
				[`a_${n}`],
			);
			await db.query(`insert into kept_picture values ($1, 'p1', 1, $2, 1, $3)`, [`a_${n}`, '0'.repeat(64), desk.clock.nowMs]);
		}
		const { status, body } = await put(of);
		expect([status, body.code]).to.deep.equal([503, 'busy']);
	});
});
