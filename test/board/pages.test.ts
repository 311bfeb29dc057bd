import { expect } from 'chai';
import { readPrices, type Prices } from '../../domain/ai/prices.ts';
import { fillDesk } from '../../scripts/demo/boardDesk.ts';
import { CHANNEL, EDITOR, OWNER, openDesk, type TestDesk } from '../support/collaboration.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import { describeOnEachEngine } from '../support/databases.ts';

const NOW = Date.UTC(2027, 2, 5, 14, 12);
const PRICES = readPrices('EUR gpt-5.6-terra=1.8/10.8 gpt-image-2=4.5/27/0.04') as Prices;
const numbersIn = (text: string): readonly number[] => [...text.matchAll(/class="title" href="\/posts\/(\d+)"/g)].map(([, n]) => Number(n));

describeOnEachEngine('The pages of the board', (engine) => {
	let desk: TestDesk;
	let board: TestBoard;
	let cookie: string;

	before(async function () {
		this.timeout(120_000);
		desk = await openDesk({ engine, clock: { nowMs: NOW }, timeZone: 'Europe/Berlin' });
		await fillDesk(desk.service.db, { drafts: 120, days: 60, nowMs: NOW, owner: OWNER, editor: EDITOR, channelId: CHANNEL, auditRows: 1 });
		board = await openBoard(desk, { prices: PRICES });
		cookie = await board.signIn();
	});
	after(async () => {
		await board?.close();
		await desk?.close();
	});
	beforeEach(() => (desk.clock.nowMs += 61_000));
	const page = async (path: string): Promise<string> => {
		const { status, text } = await board.ask(path, { cookie });
		expect(status, path).to.equal(200);
		return text;
	};

	it('Now says what waits for whom, what stopped and what nobody confirmed, each with its way into the chat', async () => {
		const text = await page('/');
		for (const said of [
			'waits for either of you',
			'waits for Olga Owner',
			'Send /resume 115 in the chat to continue.',
			'Look in the channel',
		])
			expect(text).to.include(said);
		expect(text).to.include('href="https://t.me/copydesk_bot?start=115"');
	});

	it('Plan shows a post at its time in the zone of the desk, and free slots', async () => {
		const week = await page('/plan?day=2027-03-05');
		expect(week).to.match(/entry planned(?:(?!<\/li>).)*<time datetime="2027-03-05T19:00:00.000Z">20:00<\/time>/s);
		expect(week).to.include('Free slot');
		expect(await page('/plan?span=month&day=2027-02-30'), 'no such day: the present month').to.include('<h1>March 2027</h1>');
		expect(await page('/plan?span=month&day=2027-02-01')).to.include('<h1>February 2027</h1>');
	});

	it('Posts are one wall in pages by key: every draft once, newest first', async () => {
		const seen: number[] = [];
		for (let path: string | undefined = '/posts'; path !== undefined; ) {
			const text: string = await page(path);
			seen.push(...numbersIn(text));
			path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
		}
		expect(seen).to.deep.equal(Array.from({ length: 120 }, (_, at) => 120 - at));
	});

	it('Posts are found by words, also in another form, by number, person, state, source and month', async () => {
		const lighthouse = numbersIn(await page('/posts?q=lighthouses+climb'));
		expect(lighthouse).to.have.length(10);
		expect(lighthouse.every((number) => number % 12 === 8)).to.equal(true);
		expect(numbersIn(await page('/posts?q=77'))[0]).to.equal(77);
		expect(numbersIn(await page(`/posts?person=${EDITOR}`)).every((number) => number % 3 === 0)).to.equal(true);
		expect(numbersIn(await page('/posts?state=open'))).to.have.length(10);
		expect(numbersIn(await page('/posts?source=weather.example')).every((number) => number % 12 === 11)).to.equal(true);
		expect(numbersIn(await page('/posts?month=2027-02')).every((number) => number > 50 && number < 112)).to.equal(true);
		expect(numbersIn(await page(`/posts?q=lighthouse&person=${EDITOR}&state=rejected`))).to.have.length(0);
		expect(await page('/posts?q=zzzzzz')).to.include('No post matches.');
	});

	it('a post shows its versions and what changed, who did what, and its facts beside its sentences', async () => {
		const text = await page('/posts/68');
		expect(text).to.include('<ins> Children under six come in for free.</ins>');
		expect(text).to.match(
			/It has 184 steps, and on clear days the islands can be seen\.<\/p>(?:(?!beside).)*<li>It has 184 steps\.<\/li>/s,
		);
		expect(text).to.match(/Asked<\/dt>\s*<dd>\s*Olga Owner/);
		expect(text).to.match(/Approved<\/dt>\s*<dd>\s*Egor Editor/);
		expect(text).to.match(/€0\.07 · 5 paid requests/);
		expect(text).to.include('href="https://t.me/c/1000000001/68"');
	});

	it('a record is the proof of who asked, on which sources, who approved, and when', async () => {
		const record = JSON.parse(await page('/posts/68.json')) as {
			readonly asked: { readonly request: string };
			readonly sources: { readonly facts: readonly unknown[] };
			readonly steps: readonly { readonly to: string; readonly by: { readonly name: string } }[];
		};
		expect(record.asked.request).to.equal('Write about this: The lighthouse was closed for two years. It has 184 steps.');
		expect(record.sources.facts).to.have.length(3);
		expect(record.steps.filter(({ to }) => to === 'claimed').map(({ by }) => by.name)).to.deep.equal(['Egor Editor']);
		expect(await page('/posts/68/record')).to.include('Record of post 68');
	});

	it('News, Figures and Health say what came of it, how long it took and what is wrong', async () => {
		const news = await page('/news');
		for (const said of ['feed_unreadable', 'Skipped', 'harbour.example']) expect(news).to.include(said);
		const figures = await page('/figures');
		expect(figures).to.match(/<svg viewBox="0 0 560 190" role="img" aria-label="Posts published a week">/);
		expect(figures).to.include('Cost of 30 days');
		expect(await page('/health')).to.include('1 feed could not be read');
	});

	it('Audit checks the rows that it shows, finds those of one object, and exports them', async () => {
		expect(await page('/audit')).to.include('follow each other without a gap');
		expect((await page('/audit?entity=material:p7:1')).match(/<tr>/g)).to.have.length(2);
		const csv = await page('/audit.csv?action=board.');
		expect(csv.split('\r\n')[1]).to.match(/^"\d+","2027-03-05T[^"]+","1001","board\.entered","user:1001","ok","",/);
	});

	it('says so in Russian to somebody who speaks it', async () => {
		await desk.service.db.query("insert into spoken_language (user_id, chosen, chosen_at_ms) values ($1, 'ru', $2)", [EDITOR, NOW]);
		const { text } = await board.ask('/', { cookie: await board.signIn(EDITOR) });
		expect(text).to.include('<html lang="ru">').and.to.include('Ждёт вас');
	});
});

describe('Texts of others on the board', function () {
	this.timeout(60_000);

	it('never become markup, a link that runs something, or a formula', async () => {
		const desk = await openDesk({ clock: { nowMs: NOW } });
		const board = await openBoard(desk);
		try {
			const { db } = desk.service;
			await fillDesk(db, { drafts: 30, days: 20, nowMs: NOW, owner: OWNER, editor: EDITOR, channelId: CHANNEL, auditRows: 1 });
			const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\u202e`;
			await db.query('update material set title = $1, subtitle = $1, body = $1, caption = $1, request = $1, category = $1', [evil]);
			await db.query('update material set facts = $1', [JSON.stringify([{ text: evil, source_ids: [] }])]);
			await db.query("update material set link = 'javascript:alert(1)'");
			await db.query("update news_item set title = $1, host = $1, link = 'javascript:alert(1)'", [evil]);
			await db.query('update feed set title = $1, code = $1 where items is null', [evil]);
			const cookie = await board.signIn();
			for (const path of [
				'/',
				'/plan',
				'/plan?span=month',
				'/posts',
				'/posts/10',
				'/posts/10/record',
				'/news',
				'/figures',
				'/audit',
				'/health',
			]) {
				const { text } = await board.ask(path, { cookie });
				expect(text, path).not.to.match(/<script>|<img src=x|javascript:|\u202e/);
			}
			const searched = await board.ask(`/posts?q=${encodeURIComponent(evil)}&source=${encodeURIComponent(evil)}`, { cookie });
			expect(searched.text).not.to.match(/<script>|<img src=x/);
			const audit = await board.ask(`/audit?entity=${encodeURIComponent(evil)}`, { cookie });
			expect(audit.text).not.to.include('<script>');
			await desk.service.audit.within(async (_tx, note) => {
				note({ actorUserId: OWNER, action: '=cmd()', entity: '@x', outcome: 'ok', code: '+1"' });
			});
			expect((await board.ask('/audit.csv', { cookie })).text).to.include(`"'=cmd()","'@x","ok","'+1"""`);
		} finally {
			await board.close();
			await desk.close();
		}
	});
});
