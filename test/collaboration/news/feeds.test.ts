import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { CHANNEL, EDITOR, EPOCH, OWNER, begin, openDesk, postEvent, textUpdate, type TestDesk } from '../../support/collaboration.ts';

const HOUR_MS = 3_600_000;
const A = 'https://a.example/rss?key=SECRET';
const B = 'https://b.example/rss';
const C = 'https://c.example/?q={topic}';
const read = (feed_url: string, items: number) => ({ feed_url, outcome: 'read', title: 'The paper', items });
const refused = (feed_url: string) => ({ feed_url, outcome: 'refused', code: 'feed_malformed', retry: 'never' });
const notAsked = (feed_url: string) => ({ feed_url, outcome: 'not_asked' });

describeOnEachEngine('The feeds of a desk', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const note = async (feeds: readonly object[], _svc?: string) =>
		desk.post('/news/feeds', { _svc: _svc ?? (await begin(desk, EDITOR, '/news'))._svc, feeds });
	const sources = async (from = EDITOR): Promise<string> => {
		const body = await postEvent(desk, textUpdate(from, '/sources'));
		return body.intent.text;
	};
	const told = (userId: number): string[] =>
		desk.messenger
			.messages(userId)
			.map(({ text }) => text ?? '')
			.filter((text) => text.startsWith('I cannot read these feeds'));
	const pass = async (ms: number): Promise<void> => {
		desk.clock.nowMs += ms;
		await desk.service.tick();
	};

	it('are listed with when each was last read and what it gave', async () => {
		expect(await sources()).to.equal('I have read no feed yet. /news reads them.');
		const { status, body } = await note([read(A, 4), refused(B), notAsked(C)]);
		expect(status).to.equal(200);
		expect(body.feeds).to.deep.equal([
			{ feed_url: A, title: 'The paper', items: 4, code: null, asked_at: EPOCH, read_at: EPOCH, told_at: null },
			{ feed_url: B, title: null, items: null, code: 'feed_malformed', asked_at: EPOCH, read_at: null, told_at: EPOCH },
			{ feed_url: C, title: null, items: null, code: null, asked_at: null, read_at: null, told_at: null },
		]);
		const text = await sources(OWNER);
		expect(text).to.match(/^I look for news in these feeds:\n\n1\. The paper \(a\.example\): read Fri 1 Jan, 00:00: 4 items/);
		expect(text).to.include('2. b.example: could not be read').and.include('3. c.example: not read yet').and.not.include('SECRET');
	});

	it('leave the list when the settings name them no more, and have the order of the settings', async () => {
		await note([read(A, 4), read(B, 1)]);
		desk.clock.nowMs += HOUR_MS;
		const { body } = await note([read(C, 2), read(A, 5)]);
		expect(body.feeds.map((feed: { feed_url: string; items: number }) => [feed.feed_url, feed.items])).to.deep.equal([
			[C, 2],
			[A, 5],
		]);
	});

	it('that are broken are told to the owner alone, once a day however often they are read, also by two at once', async () => {
		await Promise.all([note([refused(A), refused(B), read(C, 1)]), note([refused(A), refused(B), read(C, 1)])]);
		await Promise.all([desk.service.tick(), desk.service.tick()]);
		expect(told(OWNER)).to.have.length(1);
		expect(told(OWNER)[0]).to.include('• a.example: The feed is broken.').and.include('• b.example: ').and.not.include('SECRET');
		for (let hour = 1; hour < 24; hour += 5) {
			await note([refused(A), refused(B), read(C, 1)]);
			await pass(5 * HOUR_MS);
		}
		expect(told(OWNER)).to.have.length(1);
		await note([refused(A), read(B, 1), read(C, 1)]);
		await pass(0);
		expect(told(OWNER)).to.have.length(2);
		expect(told(OWNER)[1]).to.include('a.example').and.not.include('b.example');
		expect(told(EDITOR).concat(told(CHANNEL))).to.deep.equal([]);
	});

	it('are told of once the messenger takes it, and then not again', async () => {
		await note([refused(A)]);
		desk.messenger.rule(() => ({ refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 }));
		await pass(0);
		expect(told(OWNER)).to.deep.equal([]);
		desk.messenger.rule(undefined);
		for (let minutes = 0; minutes < 5; minutes += 1) await pass(60_000);
		expect(told(OWNER)).to.have.length(1);
	});

	it('may be noted by the entry of the day, and are refused when one is there twice or says two things', async () => {
		const { body: entry } = await desk.post('/internal', { action: 'context', entry: 'daily_offer' });
		expect((await note([read(A, 1)], entry._svc)).status).to.equal(200);
		const twice = await note([read(A, 1), refused(A)]);
		expect([twice.status, twice.body.code]).to.deep.equal([422, 'invalid_request']);
		expect((await note([{ ...read(A, 1), code: 'busy' }])).status).to.equal(422);
		expect((await note([])).status).to.equal(422);
		expect((await note(Array.from({ length: 21 }, (_, index) => read(`${B}/${index}`, 1)))).status).to.equal(422);
	});
});
