import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { EDITOR, OWNER, openDesk, type TestDesk } from '../support/collaboration.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import { describeOnEachEngine } from '../support/databases.ts';
import { TOKEN } from '../support/messenger.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Every address that shows something. */
const INSIDE = [
	'/',
	'/plan',
	'/posts',
	'/posts/1',
	'/posts/1.json',
	'/posts/1/record',
	'/news',
	'/figures',
	'/audit',
	'/audit.csv',
	'/health',
];
const PICTURE = '/pictures/1-1-0123456789abcdef-320.webp';

/** What the messenger gives a Mini App, signed as it signs it. */
function initData(user: unknown, atMs: number, token = TOKEN, more: Readonly<Record<string, string>> = {}): string {
	const fields = { auth_date: String(Math.floor(atMs / 1_000)), query_id: 'AAE', user: JSON.stringify(user), ...more };
	const checked = Object.entries(fields)
		.map(([name, value]) => `${name}=${value}`)
		.sort()
		.join('\n');
	const key = createHmac('sha256', 'WebAppData').update(token).digest();
	return new URLSearchParams({ ...fields, hash: createHmac('sha256', key).update(checked).digest('hex') }).toString();
}

describeOnEachEngine('The ways into the board', (engine) => {
	let desk: TestDesk;
	let board: TestBoard;

	beforeEach(async () => {
		desk = await openDesk({ engine });
		board = await openBoard(desk);
	});
	afterEach(async () => {
		await board.close();
		await desk.close();
	});

	const enterApp = (data: string) => board.ask('/app', { method: 'POST', form: { init_data: data } });
	const isIn = async (cookie: string | undefined): Promise<boolean> => (await board.ask('/health', { cookie })).status === 200;
	const stored = async (): Promise<string> =>
		JSON.stringify([await desk.service.db.query('select * from board_link'), await desk.service.db.query('select * from board_session')]);

	it('lets a person in by a link, once, and stores no key', async () => {
		const key = await board.link();
		const page = await board.ask(`/enter/${key}`);
		expect(page.status).to.equal(200);
		expect(page.headers['set-cookie'], 'a preview of the link signs nobody in').to.equal(undefined);
		const first = await board.enter(key);
		expect([first.status, first.headers.location]).to.deep.equal([303, '/']);
		expect(first.headers['set-cookie']?.[0]).to.match(/^copydesk-board=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
		const cookie = board.cookieOf(first);
		expect(await isIn(cookie)).to.equal(true);
		const again = await board.enter(key);
		expect([again.status, again.headers['set-cookie']]).to.deep.equal([403, undefined]);
		const rows = await stored();
		for (const secret of [key, cookie?.split('=')[1] ?? '?']) expect(rows).not.to.include(secret);
		expect(board.logged.join(''), 'no key in the log').not.to.include(key);
	});

	it('lets one of two in who use a link at the same moment', async () => {
		const key = await board.link();
		const both = await Promise.all([board.enter(key), board.enter(key)]);
		expect(both.map(({ status }) => status).sort()).to.deep.equal([303, 403]);
	});

	it('ends a link after five minutes and a session after twelve hours', async () => {
		const [old, fresh] = [await board.link(), await board.link()];
		desk.clock.nowMs += 5 * MINUTE_MS - 1;
		const cookie = board.cookieOf(await board.enter(fresh));
		desk.clock.nowMs += 1;
		expect((await board.enter(old)).status).to.equal(403);
		desk.clock.nowMs += 12 * HOUR_MS - 2;
		expect(await isIn(cookie)).to.equal(true);
		desk.clock.nowMs += 2;
		expect(await isIn(cookie)).to.equal(false);
		await board.signIn();
		expect(await desk.service.db.query('select count(*) as n from board_session'), 'old rows are deleted').to.deep.equal([{ n: 1 }]);
	});

	it('ends what a disabled person has, for good', async () => {
		const cookie = await board.signIn(EDITOR);
		const key = await board.link(EDITOR);
		expect(await isIn(cookie)).to.equal(true);
		desk.clock.nowMs += 1;
		await desk.setEditor(false);
		for (const path of [...INSIDE, PICTURE]) expect((await board.ask(path, { cookie })).status, path).to.equal(401);
		const other = await board.link(EDITOR);
		expect((await board.enter(other)).status, 'a link that is made while they are disabled').to.equal(403);
		desk.clock.nowMs += 1;
		await desk.setEditor(true);
		expect(await isIn(cookie), 'a cookie from before').to.equal(false);
		expect((await board.enter(key)).status, 'a link from before').to.equal(403);
		expect(await isIn(await board.signIn(EDITOR)), 'a new link').to.equal(true);
	});

	it('ends a session whose cookie nobody used while its person was disabled', async () => {
		const cookie = await board.signIn(EDITOR);
		desk.clock.nowMs += 1;
		await desk.setEditor(false);
		await desk.setEditor(true);
		expect(await isIn(cookie)).to.equal(false);
	});

	it('lets a person in by what the messenger signs for a Mini App, once', async () => {
		const data = initData({ id: OWNER, first_name: 'Olga' }, desk.clock.nowMs);
		const first = await enterApp(data);
		expect(first.status).to.equal(303);
		expect(await isIn(board.cookieOf(first))).to.equal(true);
		expect((await enterApp(data)).status, 'replayed').to.equal(403);
		const turned = new URLSearchParams([...new URLSearchParams(data)].reverse()).toString();
		expect((await enterApp(turned)).status, 'replayed in another order').to.equal(403);
	});

	it('refuses forged, old, foreign and malformed data of a Mini App', async () => {
		const now = desk.clock.nowMs;
		const good = initData({ id: OWNER }, now);
		const refused: Readonly<Record<string, string>> = {
			empty: '',
			'another user': good.replace(String(OWNER), String(EDITOR)),
			'another bot': initData({ id: OWNER }, now, '9:other'),
			'older than an hour': initData({ id: OWNER }, now - HOUR_MS - 1_000),
			'of the future': initData({ id: OWNER }, now + 2 * MINUTE_MS),
			'a stranger': initData({ id: 4_711 }, now),
			'a name for an id': initData({ id: String(OWNER) }, now),
			'a fraction': initData({ id: OWNER + 0.5 }, now),
			'no user': initData(null, now),
			'a field twice': `${good}&user=${encodeURIComponent(JSON.stringify({ id: EDITOR }))}`,
			'no hash': good.replace(/&hash=.*/, ''),
			'a short hash': good.replace(/.$/, ''),
			long: initData({ id: OWNER }, now, TOKEN, { start_param: 'x'.repeat(5_000) }),
		};
		for (const [why, data] of Object.entries(refused)) {
			const answer = await enterApp(data);
			expect([answer.status, answer.headers['set-cookie']], why).to.deep.equal([403, undefined]);
		}
		desk.clock.nowMs += 1;
		await desk.setEditor(false);
		expect((await enterApp(initData({ id: EDITOR }, desk.clock.nowMs))).status, 'disabled').to.equal(403);
		expect((await enterApp(good)).status, 'the real one still counts').to.equal(303);
	});

	it('shows nothing to anybody without a session, and writes nothing for them', async () => {
		const before = await stored();
		const strange = [
			undefined,
			'copydesk-board=',
			`copydesk-board=${'a'.repeat(43)}`,
			`copydesk-board=${'a'.repeat(43)}; copydesk-board=${'b'.repeat(43)}`,
		];
		for (const cookie of strange)
			for (const path of [...INSIDE, PICTURE]) {
				const { status, text } = await board.ask(path, { cookie });
				expect(status, `${path} with ${cookie ?? 'nothing'}`).to.equal(401);
				expect(text).not.to.include('Olga');
			}
		for (const link of ['', 'x', 'a'.repeat(43), `${'a'.repeat(43)}'--`]) expect((await board.enter(link)).status).to.equal(403);
		expect(await stored()).to.equal(before);
	});

	it('answers its own host alone', async () => {
		const cookie = await board.signIn();
		const { host } = new URL(board.origin);
		for (const foreign of ['evil.example', `evil.example:${host.split(':')[1] ?? ''}`, 'localhost', '127.0.0.1'])
			expect((await board.ask('/', { cookie, headers: { host: foreign } })).status, foreign).to.be.oneOf([400, 421]);
		expect((await board.ask('/', { cookie, headers: { host } })).status).to.equal(200);
	});

	it('changes nothing by any method, and takes no form of another site', async () => {
		const cookie = await board.signIn();
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
			for (const path of INSIDE) expect((await board.ask(path, { method, cookie })).status, `${method} ${path}`).to.equal(405);
		const key = await board.link();
		const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
		for (const headers of foreign) {
			expect((await board.ask('/enter', { method: 'POST', form: { link: key }, headers })).status).to.equal(403);
			expect((await board.ask('/leave', { method: 'POST', cookie, form: {}, headers })).status).to.equal(403);
		}
		expect(await isIn(cookie)).to.equal(true);
		const left = await board.ask('/leave', { method: 'POST', cookie, form: {} });
		expect([left.status, left.headers['set-cookie']?.[0]?.includes('Max-Age=0')]).to.deep.equal([303, true]);
		expect(await isIn(cookie), 'the cookie itself is worth nothing any more').to.equal(false);
		expect((await board.enter(key)).status, 'the link was not used').to.equal(303);
	});

	it('answers sixty pages a minute to a session, and as before a minute later', async () => {
		const [cookie, other] = [await board.signIn(), await board.signIn(EDITOR)];
		const answers: number[] = [];
		for (let at = 0; at < 70; at += 1) answers.push((await board.ask('/health', { cookie })).status);
		expect(answers.filter((status) => status === 200)).to.have.length(60);
		expect(answers.slice(60).every((status) => status === 429)).to.equal(true);
		expect((await board.ask('/health', { cookie })).headers['retry-after']).to.equal('60');
		expect(await isIn(other), 'somebody else').to.equal(true);
		desk.clock.nowMs += MINUTE_MS;
		expect(await isIn(cookie)).to.equal(true);
	});

	it('sends headers that keep a page to itself', async () => {
		const cookie = await board.signIn();
		for (const path of ['/', '/enter/x', '/nowhere', '/board.css', `/enter/${'a'.repeat(43)}`]) {
			const { headers } = await board.ask(path, { cookie });
			expect(headers['content-security-policy'], path).to.match(/^default-src 'none'; .*frame-ancestors 'none'$/);
			expect(headers['content-security-policy']).not.to.match(/unsafe|https?:|\*/);
			expect(headers['x-content-type-options']).to.equal('nosniff');
			expect(headers['referrer-policy']).to.equal('same-origin');
			if (path !== '/board.css') expect(headers['cache-control']).to.equal('no-store');
		}
	});

	it('marks its cookie for https alone where it is opened by https', async () => {
		const secure = await openBoard(desk, { origin: 'https://desk.example.org' });
		try {
			const key = await secure.link();
			const headers = { host: 'desk.example.org', origin: 'https://desk.example.org' };
			const answer = await secure.ask('/enter', { method: 'POST', form: { link: key }, headers });
			expect(answer.headers['set-cookie']?.[0]).to.match(
				/^__Host-copydesk-board=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
			);
		} finally {
			await secure.close();
		}
	});

	it('says in the audit who asked for a link and who entered', async () => {
		await board.signIn(EDITOR);
		const rows = await desk.service.db.query("select action, actor_user_id, entity from audit where action like 'board.%' order by seq");
		expect(rows).to.deep.equal([
			{ action: 'board.link', actor_user_id: EDITOR, entity: `user:${EDITOR}` },
			{ action: 'board.entered', actor_user_id: EDITOR, entity: `user:${EDITOR}` },
		]);
	});
});

describe('Ten thousand requests of a stranger', function () {
	this.timeout(120_000);

	it('are all refused, and the desk has nothing more afterwards', async () => {
		const desk = await openDesk();
		const board = await openBoard(desk);
		try {
			const rowsNow = async () =>
				desk.service.db.query(
					'select (select count(*) from audit) as a, (select count(*) from board_link) as l, (select count(*) from board_session) as s',
				);
			const before = await rowsNow();
			const statuses = new Map<number, number>();
			for (let from = 0; from < 10_000; from += 100) {
				const some = Array.from({ length: 100 }, (_, at) => {
					const key = String(from + at).padStart(43, 'x');
					return at % 2 === 0 ? board.ask('/posts', { cookie: `copydesk-board=${key}` }) : board.enter(key);
				});
				for (const { status } of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
			}
			expect(Object.fromEntries(statuses)).to.deep.equal({ 401: 5_000, 403: 5_000 });
			expect(await rowsNow()).to.deep.equal(before);
			expect((await board.ask('/', { cookie: await board.signIn() })).status, 'a person still enters').to.equal(200);
		} finally {
			await board.close();
			await desk.close();
		}
	});
});
