import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import { errors } from '@copydesk/domain/errors';
import { purposes } from '@copydesk/domain/event/purposes';
import { callbackActions } from '@copydesk/domain/chat/callback';
import { materialMachine } from '@copydesk/domain/material/machine';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import {
	EDITOR,
	OWNER,
	SERVICE_KEY,
	begin,
	claim,
	collaborationApi,
	openDesk,
	postJson,
	press,
	problem,
	publish,
	ready,
	textUpdate,
} from '../support/collaboration.ts';
import type { Ready, TestDesk } from '../support/collaboration.ts';
import { goodRequests, routeOf, type Body } from '../support/goodRequests.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is looked into freely here
const document: any = parse(readFileSync(fileURLToPath(new URL('../../services/collaboration/openapi.yaml', import.meta.url)), 'utf8'), {
	merge: true,
});

describe('The contract of the collaboration service', () => {
	let desk: TestDesk;
	let _svc = '';
	let at: Ready;
	let shapes: Record<string, Body>;
	/** A good request for every route. */
	let good: Record<string, Body>;
	before(async () => {
		desk = await openDesk();
		at = await ready(desk);
		shapes = await goodRequests(desk, at);
		good = {};
		for (const [name, body] of Object.entries(shapes)) good[routeOf(name)] ??= body;
		_svc = String(good['/settle']?.['_svc']);
	});
	after(() => desk.close());

	const written = async () => {
		const counts = await Promise.all(
			['audit', 'event', 'material', 'material_event', 'delivery', 'execution', 'failure', 'admission'].map(async (table) => [
				table,
				Number((await desk.service.db.query(`select count(*) as n from ${table}`))[0]?.['n']),
			]),
		);
		return Object.fromEntries(counts) as Record<string, number>;
	};
	const is422 = [422, 'invalid_request'] as const;

	it('covers every route, and the good requests of this file are good', () => {
		expect(Object.keys(document.paths).sort()).to.deep.equal(
			[...Object.keys(good), '/admissions/{admission_id}/result', '/healthz', '/metrics'].sort(),
		);
	});

	it('knows the same words as the code: states, statuses, purposes, actions and error codes', () => {
		const { schemas } = document.components;
		expect([...schemas.State.enum].sort()).to.deep.equal([...materialMachine.states].sort());
		expect([...schemas.DeliveryStatus.enum].sort()).to.deep.equal([...deliveryMachine.states].sort());
		expect([...schemas.Purpose.examples].sort()).to.deep.equal(Object.keys(purposes).sort());
		expect(schemas.CallbackAction.enum).to.deep.equal(callbackActions);
		for (const code of schemas.Problem.properties.code.enum) expect(Object.keys(errors)).to.include(code);
	});

	it('tells its health without a key, and its figures only with one', async () => {
		const health = await fetch(`${desk.url}/healthz`);
		expect(await health.json()).to.deep.equal({
			status: 'ok',
			service: 'collaboration',
			version: '1.0.1',
			contract: '1.0.1',
			checks: { database: 'ok', participants: 'ok' },
		});
		expect((await fetch(`${desk.url}/metrics`)).status).to.equal(401);
		const figures = await fetch(`${desk.url}/metrics`, { headers: { 'x-copydesk-key': SERVICE_KEY } });
		expect(figures.headers.get('content-type')).to.match(/^text\/plain/);
		expect(await figures.text())
			.to.include('http_requests_total{route="/event",status="200"}')
			.and.to.include('deliveries_total{operation="preview",status="sent"}');
	});

	it('asks for the key before it reads anything, on every route', async () => {
		for (const path of Object.keys(good)) {
			for (const key of ['', 'x', `${SERVICE_KEY}x`, SERVICE_KEY.slice(0, -1)]) {
				const answer = await postJson(`${desk.url}${path}`, 'not json', key, { 'content-type': 'text/plain' });
				expect(problem(answer), path).to.deep.equal([401, 'unauthorized']);
			}
		}
	});

	it('names the key with every 401, as HTTP asks of it', async () => {
		const headers = { 'content-type': 'application/json' };
		const challenges = [
			await fetch(`${desk.url}/metrics`),
			await fetch(`${desk.url}/onboarding`, {
				method: 'POST',
				headers: { ...headers, 'x-copydesk-key': SERVICE_KEY },
				body: '{"_svc":""}',
			}),
		].map((answer) => [answer.status, answer.headers.get('www-authenticate')]);
		expect(challenges).to.deep.equal(Array(2).fill([401, 'ApiKey header="X-Copydesk-Key"']));
	});

	it('checks path, key, content type, size, JSON and fields in this order', async () => {
		expect(problem(await postJson(`${desk.url}/nothing`, '{}', 'wrong'))).to.deep.equal([404, 'not_found']);
		for (const path of Object.keys(good)) {
			expect((await fetch(desk.url + path)).status, `GET ${path}`).to.equal(404);
			const raw = (body: string, contentType = 'application/json') =>
				postJson(desk.url + path, body, SERVICE_KEY, { 'content-type': contentType });
			expect(problem(await raw('x'.repeat(3_200_000), 'text/plain')), path).to.deep.equal([415, 'unsupported_media_type']);
			expect(problem(await raw('x'.repeat(3_200_000))), path).to.deep.equal([413, 'body_too_large']);
			expect(problem(await raw('{"_svc":')), path).to.deep.equal([400, 'malformed_json']);
			expect(problem(await raw('{}')), path).to.deep.equal([422, 'invalid_request']);
		}
	});

	it('admits the person on every route except the two without one: a forged, an old and a revoked context do nothing', async () => {
		const { _svc: editors } = await begin(desk, EDITOR);
		const acting = Object.keys(good).filter((path) => '_svc' in (good[path] ?? {}));
		expect(Object.keys(good).filter((path) => !acting.includes(path))).to.deep.equal(['/event', '/execution-failure']);
		const now = desk.clock.nowMs;
		const tried = [
			[editors.replace(/.$/, (last: string) => (last === 'A' ? 'Q' : 'A')), [401, 'context_invalid'], async () => undefined],
			[editors, [403, 'participant_inactive'], () => desk.setEditor(false)],
			[editors, [401, 'context_expired'], async () => void (desk.clock.nowMs += 3_600_001)],
		] as const;
		for (const [context, expected, arrange] of tried) {
			await arrange();
			const before = await written();
			for (const path of acting) expect(problem(await desk.post(path, { ...good[path], _svc: context })), path).to.deep.equal(expected);
			// The refused admission, and nothing else, is written down.
			expect(await written()).to.deep.equal({ ...before, audit: (before['audit'] ?? 0) + 1 });
		}
		desk.clock.nowMs = now;
		await desk.setEditor(true);
	});

	it('refuses a missing key and names it', async () => {
		const optional = new Set([
			'/execution-context parent_execution_id',
			'/materials/create draft_key',
			'/materials/create batch_key',
			'/materials/read version',
			'/materials/advance patch',
			'/materials/list states',
			'/materials/list limit',
			'/news/read batch_key',
			'/internal#context execution_id',
			'/messenger#status progress',
			'/messenger#reply reply_to_message_id',
			'/messenger#answer_callback text',
			'/messenger#answer_callback show_alert',
			'/brief brief',
			'/brief fault',
		]);
		for (const [path, request] of Object.entries(shapes)) {
			for (const key of Object.keys(request)) {
				if (optional.has(`${path} ${key}`)) continue;
				const answer = await desk.post(routeOf(path), { ...request, [key]: undefined });
				expect(problem(answer), `${path} without ${key}`).to.deep.equal(is422);
				expect(
					answer.body.errors.some((each: { path: string }) => each.path.startsWith(key)),
					`${path} names ${key}`,
				).to.equal(true);
			}
		}
	});

	it('refuses lone surrogates, U+0000, __proto__ and nesting without end, wherever they are', async () => {
		const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
		const before = await written();
		for (const [path, request] of Object.entries(good)) {
			const text = JSON.stringify(request);
			for (const body of [
				text.replace('{', '{"x":"\\ud800",'),
				text.replace('{', '{"\\udc00":1,'),
				text.replace('{', '{"x":"a\\u0000b",'),
				text.replace('{', '{"__proto__":{"role":"owner"},'),
				text.replace('{', `{"x":${deep},`),
				text.replace('{', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)},`),
			]) {
				expect(problem(await desk.post(path, body)), `${path} ${body.slice(0, 60)}`).to.deep.equal(is422);
			}
		}
		expect(await written()).to.deep.equal(before);
		const update = { ...textUpdate(EDITOR, 'x'), message: { text: '\ud800' } };
		expect(problem(await desk.post('/event', `{"execution_id":"1","update":${JSON.stringify(update)}}`))).to.deep.equal(is422);
		// It is confirmed to the messenger all the same, so the audit says that it came.
		expect(await written()).to.deep.equal({ ...before, audit: (before['audit'] ?? 0) + 1 });
	});

	it('treats SQL and JSON as plain text', async () => {
		const tricks = [`'; drop table material; --`, `" or 1=1 --`, '$1', '{"$gt":""}', `' union select key from secrets --`, '%_', '\\'];
		for (const text of tricks) {
			expect(problem(await desk.post('/materials/read', { _svc, draft_key: text }))).to.deep.equal(is422);
			expect(problem(await desk.post('/event-done', { _svc, event_key: text.replaceAll(' ', '+'), outcome: 'x' }))).to.deep.equal([
				404,
				'event_not_found',
			]);
			expect((await desk.post('/authorize', { _svc, purpose: 'read_article', target: text })).status).to.equal(200);
		}
		const { _svc: own } = await begin(desk, EDITOR);
		const stored = await desk.post('/materials/create', {
			_svc: own,
			content: { kind: 'post', request: tricks.join('\n'), title: `'; drop table audit; --` },
		});
		expect(stored.body.material).to.include({ request: tricks.join('\n'), title: `'; drop table audit; --` });
	});

	it('holds each field to the narrowest bound there is', async () => {
		const advance = (patch: object) => desk.post('/materials/advance', { ...good['/materials/advance'], patch });
		const tooMuch: readonly object[] = [
			{ title: 't'.repeat(71) },
			{ title: 'two\nlines' },
			{ title: 'two\u2028lines' },
			...['\u000b', '\u000c', '\u0085', '\r', '\u2029'].flatMap((lineBreak) => [
				{ title: `two${lineBreak}lines` },
				{ subtitle: `two${lineBreak}lines` },
			]),
			{ subtitle: 's'.repeat(111) },
			{ category: 'c'.repeat(46) },
			{ caption: 'c'.repeat(1_025) },
			{ caption: '🦷'.repeat(513) },
			{ caption: '' },
			{ link: `https://x.example/${'l'.repeat(1_500)}` },
			{ link: 'javascript:alert(1)' },
			{ link: 'https://user:secret@example.org/' },
			{ image_prompt: 'i'.repeat(1_801) },
			{ facts: [] },
			{ facts: Array(7).fill({ text: 'f', source_ids: ['a'] }) },
			{ facts: [{ text: 'f'.repeat(701), source_ids: ['a'] }] },
			{ facts: [{ text: 'f', source_ids: [] }] },
			{ facts: [{ text: 'f', source_ids: ['a', 'b', 'c', 'd'] }] },
			{ facts: [{ text: 'f', source_ids: ['a'], extra: 1 }] },
			{ source_image_id: 'sha256:xyz' },
			{ cover_asset_id: 'AB'.repeat(32) },
			{ cover_origin_version: 0 },
			{ error_code: 'two words' },
		];
		for (const patch of tooMuch) expect(problem(await advance(patch)), JSON.stringify(patch).slice(0, 80)).to.deep.equal(is422);
		const version = (value: number) => desk.post('/materials/read', { _svc, draft_key: 'p1', version: value });
		expect(problem(await version(1_000_001))).to.deep.equal(is422);
		expect(problem(await version(1_000_000))).to.deep.equal([404, 'material_not_found']);
	});

	it('counts a caption after normalisation, neither before it nor without it', async () => {
		const own = await begin(desk, OWNER);
		const { material } = (await desk.post('/materials/create', { _svc: own._svc, content: { body: 'b' } })).body;
		const write = (caption: string) =>
			desk.post('/materials/advance', {
				_svc: own._svc,
				draft_key: material.draft_key,
				version: 1,
				from: 'text_generating',
				to: 'text_generating',
				patch: { caption },
			});
		const taken: readonly (readonly [string, number])[] = [
			['x'.repeat(1_024), 1_024],
			['🦷'.repeat(512), 1_024],
			[`${'x'.repeat(1_024)}   `, 1_024],
			['e\u0301'.repeat(1_024), 1_024],
			[`${'x\r\n'.repeat(511)}xx`, 1_024],
			[`${'x'.repeat(1_024)}\u200b`, 1_024],
			['\u0958'.repeat(512), 1_024],
		];
		for (const [caption, units] of taken)
			expect((await write(caption)).body.material?.caption, JSON.stringify(caption).slice(0, 20)).to.have.length(units);
		// U+0958 is written as two characters in NFC.
		for (const caption of ['x'.repeat(1_025), `${'e\u0301'.repeat(1_024)}x`, '\u0958'.repeat(513), '   ', '\u200b', '\n\n']) {
			const answer = await write(caption);
			expect([...problem(answer), answer.body.errors[0].path], JSON.stringify(caption).slice(0, 20)).to.deep.equal([
				...is422,
				'patch.caption',
			]);
		}
	});

	it('names an unknown operation or action', async () => {
		for (const [path, key] of [
			['/messenger', 'operation'],
			['/internal', 'action'],
		] as const) {
			const answer = await desk.post(path, { ...good[path], [key]: 'delete_everything' });
			expect(problem(answer)).to.deep.equal(is422);
			expect(answer.body.errors.map((each: { path: string }) => each.path)).to.include(key);
		}
	});

	it('admits a request under whatever name it has, because every external request must be able to ask', async () => {
		for (const purpose of ['ai_text', 'https:feed', 'Responses.create']) {
			expect((await desk.post('/authorize', { _svc, purpose, target: 'https://ai.example/v1/responses' })).body, purpose).to.include({
				allowed: true,
				role: 'owner',
			});
		}
		for (const purpose of ['', 'two words', '1', 'x'.repeat(65)])
			expect(problem(await desk.post('/authorize', { _svc, purpose, target: 'ai.example' })), purpose).to.deep.equal(is422);
	});

	it('carries the request id through, and makes one when it is missing or malformed', async () => {
		const ask = (id: string) => fetch(`${desk.url}/healthz`, { headers: { 'x-request-id': id } });
		expect((await ask('exec-42:7')).headers.get('x-request-id')).to.equal('exec-42:7');
		expect((await ask('a b')).headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
	});

	it('says 503 and keeps nothing when the database is away', async () => {
		const other = await openDesk();
		const { _svc: own } = await begin(other, EDITOR);
		await other.service.db.close();
		const answer = await other.post('/authorize', { _svc: own, purpose: 'read_feed', target: 'x' });
		expect(answer.status).to.be.oneOf([500, 503]);
		const health = await fetch(`${other.url}/healthz`);
		expect([health.status, ((await health.json()) as { checks: unknown }).checks]).to.deep.equal([
			503,
			{ database: 'failed', participants: 'ok' },
		]);
		await other.close().catch(() => undefined);
	});

	it('was held against the document in what this file and its road of a post showed', async () => {
		const event = await press(desk, OWNER, at, 'publish');
		const won = await claim(desk, event, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery.status).to.equal('sent');
		const seen = [...collaborationApi.seen].filter((answer) => answer.endsWith(' 200')).length;
		expect(seen).to.be.greaterThan(6);
	});
});
