import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { createMessenger } from '@copydesk/collaboration/messenger/client';
import { TOKEN, startFakeMessenger, type FakeMessenger } from '../../support/messenger.ts';

const send = { method: 'sendMessage', fields: { chat_id: 1001, text: 'hello' } };

describe('The messenger client tells by phase what came of a request', () => {
	let fake: FakeMessenger;
	beforeEach(async () => {
		fake = await startFakeMessenger();
	});
	afterEach(() => fake.close());
	const client = (more: Partial<Parameters<typeof createMessenger>[0]> = {}) =>
		createMessenger({ apiUrl: fake.url, token: TOKEN, answerTimeoutMs: 300, ...more });

	it('accepted: the result as it came', async () => {
		expect(await client().call(send)).to.deep.equal({
			kind: 'accepted',
			result: {
				message_id: 101,
				date: 1_800_000_000,
				from: { id: 7_000_001, is_bot: true, first_name: 'Copydesk' },
				chat: { id: 1001, type: 'private' },
				text: 'hello',
			},
		});
		expect(fake.calls.map(({ method, fields, photo }) => ({ method, fields, photo }))).to.deep.equal([
			{ method: 'sendMessage', fields: send.fields, photo: null },
		]);
	});

	it('a picture goes as a form, and texts in it stay what they are', async () => {
		const bytes = Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]);
		const caption = 'Two\nlines — “quotes” & emoji 🦷';
		await client().call({
			method: 'sendPhoto',
			fields: { chat_id: -100, caption, reply_markup: { inline_keyboard: [] } },
			photo: { bytes, fileName: 'cover.png' },
		});
		expect(fake.calls.map(({ method, fields, photo }) => ({ method, fields, photo }))).to.deep.equal([
			{ method: 'sendPhoto', fields: { chat_id: '-100', caption, reply_markup: { inline_keyboard: [] } }, photo: bytes },
		]);
	});

	it('refused: code, words and pause', async () => {
		fake.next({ refuse: 429, description: 'Too Many Requests: retry after 7', retryAfter: 7 });
		const answer = await client().call(send);
		expect(answer).to.include({ kind: 'refused', errorCode: 429, description: 'Too Many Requests: retry after 7', retryAfterSeconds: 7 });
	});

	it("a 429 tells how long it took, because a slow one may come after the messenger's own attempts", async () => {
		fake.next({ refuse: 429, description: 'Too Many Requests', retryAfter: 1 });
		let ms = 0;
		const answer = await client({ monotonicMs: () => (ms += 51_000) }).call(send);
		expect(answer).to.include({ kind: 'refused', tookMs: 51_000 });
	});

	const silences: readonly [string, Parameters<FakeMessenger['next']>[0], string][] = [
		['reset before it was read by anybody', 'lost_before', 'connection_lost'],
		['reset after it was accepted', 'lost_after', 'connection_lost'],
		['no answer', 'hang_after', 'answer_timeout'],
		['an answer that was cut', 'cut_after', 'answer_cut'],
		['a page of a proxy', { raw: '<html>502</html>', status: 502, accept: true }, 'answer_502'],
		['a page with a friendly status', { raw: '<html>welcome</html>', status: 200, accept: true }, 'answer_not_json'],
		["JSON that is not the messenger's", { raw: '{"status":"ok"}', status: 200, accept: true }, 'answer_not_understood'],
		['JSON null', { raw: 'null', status: 200, accept: true }, 'answer_not_understood'],
		['a refusal that is no JSON', { raw: 'Forbidden', status: 403 }, 'answer_not_json'],
		['an empty answer', { raw: '', status: 200, accept: true }, 'answer_not_json'],
		['half of the JSON', { raw: '{"ok":true,"result":{"mess', status: 200, accept: true }, 'answer_not_json'],
		['ok under a failing status', { raw: '{"ok":true,"result":true}', status: 500, accept: true }, 'answer_500'],
	];
	for (const [what, behaviour, reason] of silences) {
		it(`silence: ${what}`, async () => {
			fake.next(behaviour);
			expect(await client().call(send)).to.deep.equal({ kind: 'silence', reason });
		});
	}

	it('a 5xx is a failure whatever its envelope says', async () => {
		fake.next({ raw: JSON.stringify({ ok: false, error_code: 400, description: 'Bad Request' }), status: 502 });
		expect(await client().call(send)).to.include({ kind: 'refused', errorCode: 502 });
	});

	it('never left: no listener', async () => {
		const closed = new URL(fake.url);
		const other = await startFakeMessenger();
		closed.port = new URL(other.url).port;
		await other.close();
		expect(await client({ apiUrl: closed.origin }).call(send)).to.deep.equal({ kind: 'neverLeft', reason: 'connection_refused' });
	});

	it('never left: the name means nothing', async () => {
		expect(await client({ apiUrl: 'http://no-such-host.invalid' }).call(send)).to.deep.equal({
			kind: 'neverLeft',
			reason: 'name_not_resolved',
		});
	});

	describe('before the connection is secure', () => {
		let server: Server;
		let received = '';
		const sockets: Socket[] = [];
		beforeEach(async () => {
			received = '';
			server = createServer((socket) => {
				sockets.push(socket);
				socket.on('error', () => undefined);
				socket.on('data', (bytes) => (received += bytes.toString('latin1')));
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		});
		afterEach(() => {
			sockets.forEach((socket) => socket.destroy());
			return new Promise<void>((resolve) => void server.close(() => resolve()));
		});
		const secure = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

		it('never left: TLS does not come about in time, and not a byte of the request was shown', async () => {
			expect(await client({ apiUrl: secure(), connectTimeoutMs: 100 }).call(send)).to.deep.equal({
				kind: 'neverLeft',
				reason: 'connect_timeout',
			});
			expect(received).not.to.include(TOKEN).and.not.to.include('hello');
		});

		it('never left: the other side speaks no TLS', async () => {
			server.on('connection', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
			const answer = await client({ apiUrl: secure() }).call(send);
			expect(answer).to.include({ kind: 'neverLeft' });
			expect(received).not.to.include(TOKEN);
		});
	});

	it('never left: permission was gone when the connection stood, and not a byte was shown', async () => {
		expect(await client().call(send, async () => false)).to.deep.equal({ kind: 'neverLeft', reason: 'not_permitted' });
		expect(await client().call(send, () => Promise.reject(new Error('nobody knows')))).to.deep.equal({
			kind: 'neverLeft',
			reason: 'permission_unknown',
		});
		expect(fake.calls).to.deep.equal([]);
	});

	it('makes one attempt, whatever happens', async () => {
		fake.rule(() => ({ refuse: 500, description: 'Internal Server Error' }));
		await client().call(send);
		expect(fake.calls).to.have.length(1);
	});

	it('never shows the token in an answer', async () => {
		const answers = [];
		for (const behaviour of ['lost_before', 'hang_before', 'cut_after'] as const) {
			fake.next(behaviour);
			answers.push(await client().call(send));
		}
		answers.push(await client({ apiUrl: 'http://no-such-host.invalid' }).call(send));
		expect(JSON.stringify(answers)).not.to.include(TOKEN).and.not.to.include('AAH');
	});
});
